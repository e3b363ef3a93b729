// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>
#include <limits>

#include "pose/mixer_rig.h"

namespace sinew {
namespace {

using testing::Ramp;
using testing::Stage;
using testing::Still;

constexpr std::uint32_t kRamp = 0, kOther = 1;

//   ramp   time   0 s ----- 1 s          other   1 s at x = 100
//          x      0         10
const std::vector<Clip>& Clips() {
  static const std::vector<Clip> clips = {Ramp("ramp", 0, 10, 1), Still("other", 100)};
  return clips;
}

// --- defaults and states ---

TEST(MixerAction, BeginsAtTimeZeroSpeedOneWeightOneRepeatingAndNotPlaying) {  // L7
  Stage stage(Clips());
  const Action action = stage.action(kRamp);
  EXPECT_EQ(action.time(), 0.0);
  EXPECT_EQ(action.speed(), 1.0f);
  EXPECT_EQ(action.weight(), 1.0f);
  EXPECT_EQ(action.loop(), LoopMode::kRepeat);
  EXPECT_FALSE(action.is_playing());
  EXPECT_FALSE(action.is_paused());
  EXPECT_FALSE(action.is_finished());
}

TEST(MixerAction, CallsCanBeChained) {  // L6
  Stage stage(Clips());
  const Action action =
      stage.action(kRamp).set_loop(LoopMode::kOnce).set_speed(2).set_weight(0.5f).play();
  EXPECT_TRUE(action.is_playing());
  EXPECT_EQ(action.speed(), 2.0f);
  EXPECT_EQ(action.weight(), 0.5f);
  EXPECT_EQ(action.loop(), LoopMode::kOnce);
}

TEST(MixerAction, PlayGoesOnAndStopGoesBackToZero) {  // L8
  Stage stage(Clips());
  Action action = stage.action(kRamp).play();
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
  action.play();
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
  action.stop();
  EXPECT_EQ(action.time(), 0.0);
  EXPECT_FALSE(action.is_playing());
}

TEST(MixerAction, WhatDoesNotPlayDoesNotAdvance) {  // L8
  Stage stage(Clips());
  stage.Step(0.25);
  EXPECT_EQ(stage.action(kRamp).time(), 0.0);
}

TEST(MixerAction, APausedActionStandsAndStillCounts) {  // L8, L24
  Stage stage(Clips());
  Action action = stage.action(kRamp).play();
  stage.Step(0.5);
  action.pause();
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.5);
  EXPECT_FLOAT_EQ(stage.X(), 5.0f);
  action.play();
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.75);
  EXPECT_FALSE(action.is_paused());
}

TEST(MixerAction, ResetGoesToTheBeginningAndPlaysOn) {  // L8
  Stage stage(Clips());
  Action action = stage.action(kRamp).play();
  stage.Step(0.5);
  action.reset();
  EXPECT_EQ(action.time(), 0.0);
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
}

TEST(MixerAction, SpeedScalesTimeAndTheWayThereIsKept) {  // L6
  Stage stage(Clips());
  Action action = stage.action(kRamp).play().set_speed(0.5f);
  stage.Step(0.5);
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
  action.set_speed(2);
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.75);
}

// --- instances ---

TEST(MixerAction, ClipActionIsOneAClip) {  // L10, L11
  Stage stage(Clips());
  EXPECT_EQ(stage.action(kRamp), stage.action(kRamp));
  EXPECT_NE(stage.action(kRamp), stage.action(kOther));
  EXPECT_EQ(stage.mixer.action_count(), 2u);
}

TEST(MixerAction, NewActionPlaysAClipBesideItself) {  // C72
  Stage stage(Clips());
  Action shared = stage.action(kRamp).play();
  Action own = stage.mixer.new_action(kRamp)->play();
  EXPECT_NE(shared, own);
  own.set_time(0.5);
  EXPECT_EQ(shared.time(), 0.0);
  EXPECT_FLOAT_EQ(stage.X(), 2.5f);  // (0 + 5) / 2
}

// What a call that gave no action says.
std::string WhyNot(const Result<Action>& action) {
  return action.ok() ? "it is there" : Describe(action.failure());
}

TEST(MixerAction, AFullMixerSaysAtTheCallHowManyItHoldsAndWhatToDo) {
  Stage stage(Clips(), {.action_capacity = 2});
  EXPECT_TRUE(stage.mixer.new_action(kRamp));
  EXPECT_TRUE(stage.mixer.new_action(kRamp));
  const std::uint64_t before = stage.mixer.hash();
  const std::string full =
      "/action_capacity: no room for an action of clip 1 (\"other\"): the mixer has 2, its "
      "capacity; raise MixerOptions::action_capacity, or release actions that are no longer needed "
      "(Action::release, Mixer::release_stopped)";
  EXPECT_EQ(WhyNot(stage.mixer.new_action(kOther)), full);
  EXPECT_EQ(WhyNot(stage.mixer.clip_action(kOther)), full);
  EXPECT_EQ(WhyNot(stage.mixer.Play(kOther)), full);
  EXPECT_EQ(WhyNot(stage.mixer.Play("other")), full);
  EXPECT_EQ(WhyNot(stage.mixer.FadeTo(kOther, 0.3)), full);
  EXPECT_EQ(WhyNot(stage.mixer.FadeTo("other", 0.3)), full);
  EXPECT_EQ(stage.mixer.hash(), before);
  EXPECT_EQ(stage.mixer.take_error(), Error::kNone) << "who is told at the call is not told twice";
}

TEST(MixerAction, TheNinthClipPlaysLikeTheFirst) {
  std::vector<Clip> clips;
  for (int c = 0; c < 40; ++c) {
    clips.push_back(testing::Still("clip" + std::to_string(c), static_cast<float>(c)));
  }
  Stage stage(clips);
  for (std::uint32_t c = 0; c < 40; ++c) {
    stage.mixer.FadeTo(c, 0.0).value();
    EXPECT_EQ(stage.X(), static_cast<float>(c));
  }
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(stage.mixer.new_action(0)) << "a quarter more";
  EXPECT_FALSE(stage.mixer.new_action(0));
}

TEST(MixerAction, PlayTakesAnIndexOrAName) {  // L10
  Stage stage(Clips());
  const Action ramp = stage.mixer.Play("ramp").value();
  EXPECT_EQ(ramp, stage.action(kRamp));
  EXPECT_TRUE(ramp.is_playing());
  ramp.stop();
  EXPECT_EQ(*stage.mixer.Play(kOther), stage.action(kOther));
  EXPECT_TRUE(stage.action(kOther).is_playing());
}

TEST(MixerAction, FadeToAClipIsFadeToItsAction) {
  Stage by_action(Clips()), by_index(Clips()), by_name(Clips());
  for (Stage* stage : {&by_action, &by_index, &by_name}) {
    stage->mixer.Play(kRamp).value();
    stage->Step(0.1);
  }
  by_action.mixer.fade_to(by_action.action(kOther), 0.4, Easing::kSmooth);
  EXPECT_EQ(by_index.mixer.FadeTo(kOther, 0.4, Easing::kSmooth)->clip(), kOther);
  EXPECT_EQ(by_name.mixer.FadeTo("other", 0.4, Easing::kSmooth)->clip(), kOther);
  EXPECT_EQ(by_index.mixer.hash(), by_action.mixer.hash());
  EXPECT_EQ(by_name.mixer.hash(), by_action.mixer.hash());
}

TEST(MixerAction, AFadeOfNoUsableTimeMakesNoAction) {
  Stage stage(Clips());
  EXPECT_EQ(WhyNot(stage.mixer.FadeTo(kOther, std::nan(""))),
            "the time of a fade is not usable: kTimeNotFinite");
  EXPECT_EQ(stage.mixer.action_count(), 0u);
}

TEST(MixerAction, AnUnknownNameIsToldWithTheNamesThereAre) {
  Stage stage(Clips());
  const std::string said = WhyNot(stage.mixer.Play("rmap"));
  EXPECT_EQ(said.substr(0, 66), "/clips: no clip is called \"rmap\"; there are \"ramp\", \"other\"")
      << said;
  EXPECT_EQ(WhyNot(stage.mixer.FadeTo("rmap", 0.3)), said);
}

TEST(MixerAction, AReleasedActionIsNullAndItsPlaceIsFree) {
  Stage stage(Clips(), {.action_capacity = 1});
  Action first = stage.mixer.new_action(kRamp)->play();
  first.release();
  EXPECT_FALSE(first);
  const Action second = *stage.mixer.new_action(kRamp);
  EXPECT_TRUE(second);
  EXPECT_FALSE(first) << "a new action must not come alive under the old one's name";
  first.play();
  EXPECT_EQ(stage.mixer.take_error(), Error::kNoSuchAction);
  EXPECT_FALSE(second.is_playing());
}

TEST(MixerAction, ANullActionDoesNothing) {
  Action none;
  EXPECT_FALSE(none.play().stop().fade_in(1).set_weight(0.5f));
  EXPECT_EQ(none.time(), 0.0);
  EXPECT_EQ(none.weight(), 0.0f);
}

TEST(MixerAction, AClipOrLayerThatIsNotThereIsToldAtTheCall) {
  Stage stage(Clips());
  const std::string no_clip =
      "/clips/7: clip 7 does not exist; the setup has " + std::to_string(stage.setup.clip_count());
  EXPECT_EQ(WhyNot(stage.mixer.clip_action(7)), no_clip);
  EXPECT_EQ(WhyNot(stage.mixer.Play(7)), no_clip);
  EXPECT_EQ(WhyNot(stage.mixer.FadeTo(7, 1.0)), no_clip);
  EXPECT_EQ(WhyNot(stage.mixer.new_action(kRamp, 3)),
            "/layers/3: layer 3 does not exist; the setup has 1");
}

TEST(MixerAction, NumbersThatMakeNoSenseChangeNothing) {  // C67
  Stage stage(Clips());
  Action action = stage.action(kRamp).play();
  stage.Step(0.25);
  const std::uint64_t before = stage.mixer.hash();
  const float nan = std::nanf(""), inf = std::numeric_limits<float>::infinity();
  int refused = 0;
  const auto refuses = [&](Error error) {
    ++refused;
    EXPECT_EQ(stage.mixer.take_error(), error) << "call " << refused;
    EXPECT_EQ(stage.mixer.hash(), before) << "call " << refused;
  };
  for (const float weight : {nan, inf, -inf, -0.25f, 1.25f}) {
    action.set_weight(weight);
    refuses(Error::kWeightOutOfRange);
  }
  for (const float speed : {nan, inf, -inf, 1025.0f}) {
    action.set_speed(speed);
    refuses(Error::kSpeedOutOfRange);
  }
  action.set_time(std::nan(""));
  refuses(Error::kTimeNotFinite);
  action.set_time(1e300);
  refuses(Error::kTimeTooLarge);
  action.fade_in(std::nan(""));
  refuses(Error::kTimeNotFinite);
  action.fade_out(std::numeric_limits<double>::infinity());
  refuses(Error::kTimeNotFinite);
  action.fade_weight(nan, 1);
  refuses(Error::kWeightOutOfRange);
  stage.mixer.fade_to(action, std::nan(""));
  refuses(Error::kTimeNotFinite);
  stage.mixer.cross_fade(action, stage.action(kRamp), std::nan(""));
  refuses(Error::kTimeNotFinite);
  stage.mixer.set_layer_weight(0, nan);
  refuses(Error::kWeightOutOfRange);
  EXPECT_EQ(refused, 17);
}

// --- once ---

TEST(MixerLoop, OnceShowsItsLastPoseAndKeepsCounting) {  // L5, L23, C62
  Stage stage(Clips());
  Action action = stage.action(kRamp).set_loop(LoopMode::kOnce).play();
  stage.Step(0.9);
  EXPECT_FALSE(action.is_finished());
  stage.Step(0.9);
  EXPECT_TRUE(action.is_finished());
  EXPECT_TRUE(action.is_playing());
  EXPECT_EQ(action.time(), 1.0);
  EXPECT_EQ(stage.X(), 10.0f);
  stage.Step(100);
  EXPECT_EQ(stage.X(), 10.0f);
}

TEST(MixerLoop, PlayOnAFinishedActionBeginsAnew) {  // C62
  Stage stage(Clips());
  Action action = stage.action(kRamp).set_loop(LoopMode::kOnce).play();
  stage.Step(2);
  action.play();
  EXPECT_FALSE(action.is_finished());
  EXPECT_EQ(action.time(), 0.0);
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
}

TEST(MixerLoop, OnceBackwardsBeginsAtTheEnd) {  // C63
  Stage stage(Clips());
  Action action = stage.action(kRamp).set_loop(LoopMode::kOnce).set_speed(-1).play();
  EXPECT_EQ(action.time(), 1.0);
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.75);
  stage.Step(1);
  EXPECT_TRUE(action.is_finished());
  EXPECT_EQ(action.time(), 0.0);
  EXPECT_EQ(stage.X(), 0.0f);
  action.play();
  EXPECT_EQ(action.time(), 1.0);
}

TEST(MixerLoop, TheOrderOfPlayAndSpeedAndLoopDoesNotMatter) {  // C63
  Stage a(Clips()), b(Clips()), c(Clips());
  a.action(kRamp).set_loop(LoopMode::kOnce).set_speed(-1).play();
  b.action(kRamp).play().set_speed(-1).set_loop(LoopMode::kOnce);
  c.action(kRamp).set_speed(-1).play().set_loop(LoopMode::kOnce);
  EXPECT_EQ(a.mixer.hash(), b.mixer.hash());
  EXPECT_EQ(a.mixer.hash(), c.mixer.hash());
}

TEST(MixerLoop, ResetOfWhatPlaysOnceAndBackwardsGoesToTheEnd) {  // C63
  Stage stage(Clips());
  Action action = stage.action(kRamp).set_loop(LoopMode::kOnce).set_speed(-1).play();
  stage.Step(0.5);
  action.reset();
  EXPECT_EQ(action.time(), 1.0);
}

TEST(MixerLoop, AFinishedActionThatTurnsRoundGoesBack) {  // C62
  Stage stage(Clips());
  Action action = stage.action(kRamp).set_loop(LoopMode::kOnce).play();
  stage.Step(50);
  action.set_speed(-1);
  EXPECT_EQ(action.time(), 1.0);
  EXPECT_FALSE(action.is_finished());
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.75);
}

// --- repeat and ping-pong ---

TEST(MixerLoop, RepeatStaysBelowTheDurationBothWays) {  // L23, C65
  Stage stage(Clips());
  Action action = stage.action(kRamp).play();
  stage.Step(1);
  EXPECT_EQ(action.time(), 0.0);
  stage.Step(1.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
  action.set_speed(-1);
  stage.Step(0.5);
  EXPECT_DOUBLE_EQ(action.time(), 0.75);
  stage.Step(0.75);
  EXPECT_EQ(action.time(), 0.0);
  EXPECT_EQ(action.position_ticks(), kTicksPerSecond);
}

TEST(MixerLoop, PingPongTurnsWhereItTurnsAndNotWhereAStepEnds) {  // L23, C64
  Stage stage(Clips());
  Action action = stage.action(kRamp).set_loop(LoopMode::kPingPong).play();
  stage.Step(1.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.75);
  EXPECT_EQ(action.speed(), 1.0f) << "what the caller set";
  stage.Step(0.75);
  EXPECT_EQ(action.time(), 0.0);
  for (int i = 0; i < 5; ++i) stage.Step(0);
  stage.Step(0.25);
  EXPECT_DOUBLE_EQ(action.time(), 0.25);
}

TEST(MixerLoop, AChangeOfLoopKeepsWhatIsSeen) {
  Stage stage(Clips());
  Action action = stage.action(kRamp).play();
  stage.Step(3.25);
  for (const LoopMode loop : {LoopMode::kOnce, LoopMode::kPingPong, LoopMode::kRepeat}) {
    action.set_loop(loop);
    EXPECT_DOUBLE_EQ(action.time(), 0.25) << static_cast<int>(loop);
  }
}

TEST(MixerLoop, AClipWithoutDurationIsOnePose) {  // C66
  const std::vector<Clip> clips = {
      testing::NamedClip("pose", {{.times = {0}, .values = {7, 0, 0}}})};
  for (const LoopMode loop : {LoopMode::kOnce, LoopMode::kRepeat, LoopMode::kPingPong}) {
    Stage stage(clips);
    Action action = stage.action(0).set_loop(loop).play();
    stage.Step(0.3);
    EXPECT_EQ(action.time(), 0.0);
    EXPECT_EQ(stage.X(), 7.0f);
    EXPECT_EQ(action.is_finished(), loop == LoopMode::kOnce);
  }
}

TEST(MixerLoop, ThirtySixtiethsAreHalfASecondAndHoursDoNotDrift) {
  Stage stage(Clips());
  Action action = stage.action(kRamp).play();
  for (int i = 0; i < 30; ++i) stage.Step(1.0 / 60.0);
  EXPECT_EQ(action.position_ticks(), kTicksPerSecond / 2);
  for (int i = 0; i < 216000; ++i) stage.Step(1.0 / 60.0);  // An hour.
  EXPECT_EQ(action.position_ticks(), kTicksPerSecond / 2 + 3600 * kTicksPerSecond);
}

TEST(MixerAction, ALoopModeThatDoesNotExistIsRefused) {
  Stage stage(Clips());
  const Action a = stage.action(kRamp).play();  // A handle: what is const is the reference.
  a.set_loop(static_cast<LoopMode>(7));
  EXPECT_EQ(stage.mixer.take_error(), Error::kNoSuchLoopMode);
  EXPECT_EQ(a.loop(), LoopMode::kRepeat);
}

TEST(MixerAction, WhatHasStoppedCanGiveItsPlaceBack) {  // C72
  Stage stage(Clips(), {.action_capacity = 3});
  const Action kept = stage.action(kRamp);
  for (int shot = 0; shot < 10; ++shot) {
    const Action made = stage.mixer.new_action(kOther)->play();
    const Action other = *stage.mixer.new_action(kOther);
    ASSERT_TRUE(made && other) << shot;
    stage.mixer.release_stopped();
    EXPECT_TRUE(made) << "it plays";
    EXPECT_FALSE(other);
    made.fade_out(0.1);
    stage.Step(0.2);
    stage.mixer.release_stopped();
    EXPECT_FALSE(made);
  }
  EXPECT_TRUE(kept);
  EXPECT_EQ(stage.mixer.action_count(), 1u);
}

}  // namespace
}  // namespace sinew

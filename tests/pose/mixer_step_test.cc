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

constexpr Ticks kSecond = kTicksPerSecond;

//   steps   0 s -- 0.25 left -- 0.75 right -- 1 s
//   hit     0 s -- 0.5 hit -- 1 s
const std::vector<Clip>& SteppedClips() {
  static const std::vector<Clip> clips = {
      Ramp("steps", 0, 1, 1, 0, {.events = {{0.25f, "left"}, {0.75f, "right"}}}),
      Ramp("hit", 0, 1, 1, 0, {.events = {{0.5f, "hit"}}})};
  return clips;
}

// --- steps ---

TEST(MixerStep, StepsThatAreNotFiniteOrNegativeChangeNothing) {
  Stage stage(SteppedClips());
  stage.action(0).play();
  stage.Step(0.3);
  const std::uint64_t before = stage.mixer.hash();
  const std::size_t events = stage.mixer.events().size();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(stage.mixer.update(std::nan("")), Error::kTimeNotFinite);
  EXPECT_EQ(stage.mixer.update(inf), Error::kTimeNotFinite);
  EXPECT_EQ(stage.mixer.update(-inf), Error::kTimeNotFinite);
  EXPECT_EQ(stage.mixer.update(-0.1), Error::kTimeNegative);
  EXPECT_EQ(stage.mixer.update(-1e-300), Error::kTimeNegative);
  EXPECT_EQ(stage.mixer.update(-1e300), Error::kTimeNegative);
  EXPECT_EQ(stage.mixer.update(1e300), Error::kTimeTooLarge);
  EXPECT_EQ(stage.mixer.update_ticks(-1), Error::kTimeNegative);
  EXPECT_EQ(stage.mixer.update_ticks(kMostTicks), Error::kTimeTooLarge);
  EXPECT_EQ(stage.mixer.hash(), before);
  EXPECT_EQ(stage.mixer.events().size(), events);
}

TEST(MixerStep, FadesComeBeforeTimes) {  // L22
  // A fade that ends within the step: the weights are those of its end.
  Stage stage(SteppedClips());
  Action a = stage.action(0).play();
  stage.mixer.cross_fade(a, stage.action(1), 0.1);
  stage.Step(0.5);
  EXPECT_EQ(stage.action(1).contribution(), 1.0f);
  EXPECT_DOUBLE_EQ(stage.action(1).time(), 0.5);
}

// --- events ---

TEST(MixerEvents, AreMetOnceInTheirOrderWithTheirMoments) {
  Stage stage(SteppedClips());
  stage.action(0).play();
  stage.action(1).play();
  stage.Step(1.5);
  const auto events = stage.mixer.events();
  ASSERT_EQ(events.size(), 4u) << "where the step stops belongs to the next";
  const Ticks expected[] = {kSecond / 4, kSecond / 2, kSecond * 3 / 4, kSecond * 5 / 4};
  const std::uint32_t clips[] = {0, 1, 0, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(events[i].at, expected[i] + 1) << "past it by the smallest step";
    EXPECT_EQ(events[i].clip, clips[i]);
  }
  EXPECT_EQ(events[1].weight, 1.0f);
  EXPECT_TRUE(stage.mixer.action(events[1].clip, events[1].serial) == stage.action(1));
}

TEST(MixerEvents, OfAnActionThatFadesOutEndWithIt) {
  Stage stage(SteppedClips());
  stage.action(0).play().fade_out(0.5);
  stage.Step(3);
  ASSERT_EQ(stage.mixer.events().size(), 1u);
  EXPECT_NEAR(stage.mixer.events()[0].weight, 0.5f, 1e-6f);
}

TEST(MixerEvents, AreMetBackwards) {
  Stage stage(SteppedClips());
  stage.action(0).set_loop(LoopMode::kOnce).set_speed(-1).play();
  stage.Step(2);
  const auto events = stage.mixer.events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].event, 1u);
  EXPECT_EQ(events[1].event, 0u);
  EXPECT_TRUE(events[0].backwards);
}

// Whatever is called on it then: it has met them.
TEST(MixerEvents, OfAnActionThatHasFinishedAreNotMetAgain) {
  const std::vector<Clip> clips = {
      Ramp("ends", 0, 1, 1, 0, {.events = {{0.0f, "begin"}, {1.0f, "end"}}}),
      testing::NamedClip("instant", {{.times = {0}, .values = {1, 0, 0}}}, 0,
                         {.events = {{0.0f, "now"}}})};
  for (const std::uint32_t clip : {0u, 1u}) {
    for (const float speed : {1.0f, -1.0f, 0.3f, -0.7f}) {
      Stage stage(clips);
      Action a = stage.action(clip).set_loop(LoopMode::kOnce).set_speed(speed).play();
      std::size_t met = 0;
      for (int frame = 0; frame < 400; ++frame) {
        stage.Step(1.0 / 60.0);
        met += stage.mixer.events().size();
        if (!a.is_finished()) continue;
        if (frame % 3 == 0) a.set_speed(speed);
        if (frame % 3 == 1) stage.mixer.fade_to(a, 0.2);
        if (frame % 5 == 0) a.pause();
      }
      EXPECT_TRUE(a.is_finished());
      EXPECT_EQ(met, clip == 0 ? 2u : 1u) << clip << " at speed " << speed;
    }
  }
}

TEST(MixerEvents, AreAllMetWhenAnActionSaysThatItHasFinished) {  // C62
  const std::vector<Clip> clips = {
      Ramp("ends", 0, 1, 1, 0, {.events = {{0.0f, "begin"}, {1.0f, "end"}}})};
  for (const float speed : {1.0f, -1.0f}) {  // Frames that end on the very end.
    Stage stage(clips);
    Action a = stage.action(0).set_loop(LoopMode::kOnce).set_speed(speed).play();
    std::size_t met = 0;
    while (!a.is_finished()) {
      stage.Step(1.0 / 60.0);
      met += stage.mixer.events().size();
    }
    EXPECT_EQ(met, 2u) << speed;
  }
}

TEST(MixerEvents, AreTheSameHoweverTimeIsSplit) {
  const auto play = [](Stage& stage) {
    stage.action(0).play().set_speed(1.7f);
    stage.action(1).set_loop(LoopMode::kPingPong).play().set_speed(-0.9f);
    stage.mixer.new_action(0)->play().fade_out(1.3);
  };
  Stage whole(SteppedClips()), split(SteppedClips());
  play(whole);
  play(split);
  whole.Step(5);
  std::vector<MixerEvent> met;
  for (int i = 0; i < 500; ++i) {
    split.Step(0.01);
    met.insert(met.end(), split.mixer.events().begin(), split.mixer.events().end());
  }
  ASSERT_EQ(met.size(), whole.mixer.events().size());
  EXPECT_GT(met.size(), 15u);
  for (std::size_t i = 0; i < met.size(); ++i) EXPECT_EQ(met[i], whole.mixer.events()[i]) << i;
  EXPECT_EQ(whole.mixer.hash(), split.mixer.hash());
}

TEST(MixerEvents, BeyondTheRoomAreCounted) {
  Stage stage(SteppedClips(), {.event_capacity = 3});
  stage.action(0).play();
  stage.Step(100);
  EXPECT_EQ(stage.mixer.events().size(), 3u);
  EXPECT_EQ(stage.mixer.events_lost(), 197u);
  stage.Step(0.5);
  EXPECT_EQ(stage.mixer.events().size(), 1u);
  EXPECT_EQ(stage.mixer.events_lost(), 0u);
}

// --- root motion ---

// Walks 2 along x in a second; strides 6.
const std::vector<Clip>& Movers() {
  static const std::vector<Clip> clips = {Ramp("walk", 1, 3, 1, 0, {.root = 0}),
                                          Ramp("stride", 0, 6, 1, 0, {.root = 0}),
                                          Still("stand", 0)};
  return clips;
}

TEST(MixerRootMotion, IsTakenOutOfThePoseAndTold) {
  Stage stage(Movers(), {.root_motion = RootMotionOptions{}});
  stage.action(0).play();
  stage.Step(0.25);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 0.5f, 1e-6f);
  EXPECT_EQ(stage.X(), 1.0f) << "held where it was at time 0";
  stage.Step(2);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 4.0f, 1e-5f) << "across loops";
}

TEST(MixerRootMotion, WithoutTheOptionThePoseMoves) {
  Stage stage(Movers());
  stage.action(0).play();
  stage.Step(0.25);
  EXPECT_EQ(stage.mixer.root_motion(), Transform{});
  EXPECT_FLOAT_EQ(stage.X(), 1.5f);
}

TEST(MixerRootMotion, IsBlendedByWeight) {
  Stage stage(Movers(), {.root_motion = RootMotionOptions{}});
  stage.action(0).set_weight(0.75f).play();
  stage.action(1).set_weight(0.25f).play();
  stage.Step(0.5);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 0.75f * 1 + 0.25f * 3, 1e-5f);
  stage.action(2).play();
  stage.Step(0.5);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 0.75f, 1e-5f) << "who stands counts too";
}

TEST(MixerRootMotion, BackwardsGoesBack) {
  Stage stage(Movers(), {.root_motion = RootMotionOptions{}});
  stage.action(0).set_speed(-1).play();
  stage.Step(1.5);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, -3.0f, 1e-5f);
}

TEST(MixerRootMotion, ALayerThatCoversTheRootTakesOver) {
  MixerOptions options{.layers = {{}, {.joint_weights = {0.5f, 1, 1}}},
                       .root_motion = RootMotionOptions{}};
  Stage stage(Movers(), options);
  stage.mixer.clip_action(0, 0)->play();
  stage.mixer.clip_action(1, 1)->play();
  stage.Step(0.5);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 2.0f, 1e-5f);  // (1 + 3) / 2
}

TEST(MixerRootMotion, IsMaskedByTheRootOfItsOwnClip) {
  const std::vector<Clip> clips = {Ramp("a", 0, 2, 1, 0, {.root = 0}),
                                   Ramp("b", 0, 6, 1, 1, {.root = 1})};
  MixerOptions options{.layers = {{}, {.joint_weights = {0, 1, 1}}},
                       .root_motion = RootMotionOptions{}};
  Stage stage(clips, options);
  stage.mixer.clip_action(0, 0)->play();
  stage.mixer.clip_action(1, 1)->play();
  stage.Step(0.5);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 3.0f, 1e-5f) << "b's root is covered";
  stage.mixer.clip_action(1, 1)->stop();
  stage.mixer.clip_action(0, 1)->play();
  stage.Step(0.5);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 1.0f, 1e-5f) << "a's is not";
}

TEST(MixerRootMotion, OfAWeightOfNextToNothingIsANumber) {
  Stage stage(Movers(), {.root_motion = RootMotionOptions{}});
  stage.action(0).set_weight(0x1p-149f).play();
  stage.Step(0.5);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x, 1.0f, 1e-5f) << "it is seen in full";
}

TEST(MixerRootMotion, OfAFadeIsTheSameInOneStepAsInMany) {
  // 2 a second, fading out over 0.3 s: 0.3 on the way, whatever the frames.
  for (const int steps : {1, 2, 7, 18, 100}) {
    for (const double seconds : {0.3, 1.5}) {  // And the frame may go on beyond it.
      Stage stage(Movers(), {.root_motion = RootMotionOptions{}});
      stage.action(0).play();
      stage.mixer.fade_to(stage.action(2), 0.3);
      float x = 0.0f;
      for (int i = 0; i < steps; ++i) {
        stage.Step(seconds / steps);
        x += stage.mixer.root_motion().translation.x;
      }
      EXPECT_NEAR(x, 0.3f, 1e-4f) << steps << " steps in " << seconds << " s";
    }
  }
}

TEST(MixerRootMotion, OfALayersFadeIsTheSameInOneStepAsInMany) {
  for (const int steps : {1, 3, 30}) {
    Stage stage(Movers(), {.layers = {{}, {}}, .root_motion = RootMotionOptions{}});
    stage.mixer.clip_action(0, 0)->play();
    stage.mixer.clip_action(1, 1)->play();
    stage.mixer.fade_layer(1, 0, 0.5);
    float x = 0.0f;
    for (int i = 0; i < steps; ++i) {
      stage.Step(1.0 / steps);
      x += stage.mixer.root_motion().translation.x;
    }
    EXPECT_NEAR(x, 2.0f + 4.0f * 0.25f, 1e-3f) << steps;
  }
}

TEST(MixerRootMotion, TurnsOppositeWaysBlendToTheTurnBetweenInLongFramesToo) {
  // Of 170 degrees a second to the left at three quarters and as much to the right at one, 85 to
  // the left are left.
  const auto turning = [](std::string name, float degrees) {
    const double half = static_cast<double>(degrees) * 3.14159265358979 / 720.0;
    const auto s1 = static_cast<float>(std::sin(half)), c1 = static_cast<float>(std::cos(half));
    const auto s2 = static_cast<float>(std::sin(2 * half)),
               c2 = static_cast<float>(std::cos(2 * half));
    return testing::NamedClip(std::move(name),
                              {{.property = Property::kRotation,
                                .times = {0, 0.5f, 1},
                                .values = {0, 0, 0, 1, 0, 0, s1, c1, 0, 0, s2, c2}}},
                              0, {.root = 0});
  };
  const std::vector<Clip> clips = {turning("left", 170), turning("right", -170)};
  for (const double step : {1.0, 0.5, 0.01}) {
    Stage stage(clips, {.root_motion = RootMotionOptions{}});
    stage.action(0).set_weight(0.75f).play();
    stage.action(1).set_weight(0.25f).play();
    Quat turn;
    for (double t = 0.0; t < 0.995; t += step) {
      stage.Step(step);
      turn = Multiply(turn, stage.mixer.root_motion().rotation);
    }
    const double degrees = 2.0 * std::atan2(double{turn.z}, double{turn.w}) * 180 / 3.14159265;
    EXPECT_NEAR(degrees, 85.0, 0.1) << step;
  }
}

TEST(MixerRootMotion, AFrameOfYearsTakesNoLongerThanOneOfSeconds) {  // L43
  Stage stage(Movers(), {.root_motion = RootMotionOptions{}});
  stage.action(0).play();
  stage.mixer.fade_to(stage.action(1), 1e9);
  stage.Step(1e9);
  EXPECT_NEAR(stage.mixer.root_motion().translation.x / 4e9f, 1.0f, 1e-3f);
}

// --- jumps ---

TEST(MixerJumps, AreTheStepsThatFollowASwitchWithoutAFade) {
  Stage stage(SteppedClips());
  stage.action(0).play();
  stage.Step(0.1);
  EXPECT_TRUE(stage.mixer.jumped()) << "it was not there before";
  stage.Step(0.1);
  EXPECT_FALSE(stage.mixer.jumped());
  stage.mixer.fade_to(stage.action(1), 0.2);
  for (int i = 0; i < 5; ++i) {
    stage.Step(0.1);
    EXPECT_FALSE(stage.mixer.jumped()) << i;
  }
  stage.action(1).set_time(0.9);
  stage.Step(0.1);
  EXPECT_TRUE(stage.mixer.jumped());
  stage.action(1).set_speed(2).pause().play();
  stage.Step(0.1);
  EXPECT_FALSE(stage.mixer.jumped());
  stage.action(1).stop();
  stage.Step(0.1);
  EXPECT_TRUE(stage.mixer.jumped());
}

TEST(MixerJumps, ABeginningThatMovesToTheOtherEndIsOne) {
  Stage stage(SteppedClips());
  Action a = stage.action(0).set_loop(LoopMode::kOnce).play();
  const auto jumps = [&] {  // A step that does not move it.
    stage.Step(0);
    return stage.mixer.jumped();
  };
  stage.Step(0);
  EXPECT_FALSE(jumps());
  a.set_speed(-1);  // From 0 to the end.
  EXPECT_EQ(a.time(), 1.0);
  EXPECT_TRUE(jumps());
  a.set_speed(-2);
  EXPECT_FALSE(jumps());
  a.set_loop(LoopMode::kPingPong);  // Back to 0.
  EXPECT_EQ(a.time(), 0.0);
  EXPECT_TRUE(jumps());
  a.set_loop(LoopMode::kRepeat);
  EXPECT_FALSE(jumps());
  a.stop().set_speed(1).set_loop(LoopMode::kOnce);
  EXPECT_TRUE(jumps());
  a.set_speed(-1);
  EXPECT_FALSE(jumps()) << "nobody sees it";
}

TEST(MixerJumps, ACallersPoseThatComesOrGoesIsOne) {  // E2
  Stage stage(SteppedClips(), {.layers = {{}, {}}});
  stage.action(0).play();
  const Pose pose(3), other(3);
  const auto jumps = [&] {
    stage.Step(0.01);
    return stage.mixer.jumped();
  };
  stage.Step(0.01);
  EXPECT_FALSE(jumps());
  const std::uint64_t before = stage.mixer.hash();
  stage.mixer.set_layer_pose(1, pose);
  EXPECT_EQ(stage.mixer.hash(), before) << "no part of the state";
  EXPECT_TRUE(jumps());
  EXPECT_FALSE(jumps());
  stage.mixer.set_layer_pose(1, other);
  EXPECT_FALSE(jumps()) << "how it moves is the caller's affair";
  stage.mixer.clear_layer_pose(1);
  EXPECT_TRUE(jumps());
  stage.mixer.clear_layer_pose(1);
  EXPECT_FALSE(jumps());
  stage.mixer.set_layer_weight(1, 0);
  EXPECT_FALSE(jumps()) << "nothing is on it";
  stage.mixer.set_layer_pose(1, pose);
  EXPECT_FALSE(jumps()) << "nobody sees it";
}

TEST(MixerJumps, ALoadIsOneUntilTheStepAfterTheNext) {
  Stage stage(SteppedClips());
  stage.action(0).play();
  stage.Step(0.1);
  stage.Step(0.1);
  const std::vector<std::byte> saved = stage.Saved();
  ASSERT_EQ(stage.mixer.load(saved), Error::kNone);
  EXPECT_TRUE(stage.mixer.jumped());
  stage.Step(0.1);
  EXPECT_TRUE(stage.mixer.jumped());
  stage.Step(0.1);
  EXPECT_FALSE(stage.mixer.jumped());
}

TEST(MixerJumps, ARollbackToThisCharactersOwnPastIsNone) {
  Stage stage(SteppedClips());
  stage.action(0).play();
  stage.Step(0.1);
  stage.Step(0.1);
  for (int frame = 0; frame < 5; ++frame) {
    const std::vector<std::byte> saved = stage.Saved();
    stage.Step(0.1);
    ASSERT_EQ(stage.mixer.load(saved, Loading::kRollsBack), Error::kNone);
    stage.Step(0.1);
    EXPECT_FALSE(stage.mixer.jumped()) << frame;
  }
}

TEST(MixerJumps, AreNoneWhereNothingIsSeen) {
  Stage stage(SteppedClips(), {.layers = {{}, {}}});
  stage.action(0).play();
  stage.Step(0.1);
  stage.Step(0.1);
  stage.mixer.set_layer_weight(1, 0.5f);  // Nothing is on it.
  stage.Step(0.1);
  EXPECT_FALSE(stage.mixer.jumped());
  stage.mixer.clip_action(1, 1)->play();
  stage.Step(0.1);
  stage.Step(0.1);
  stage.mixer.set_layer_weight(1, 1.0f);
  stage.Step(0.1);
  EXPECT_TRUE(stage.mixer.jumped());
}

TEST(MixerJumps, AnAdditiveBottomLayerFadesInWithoutOne) {
  Stage stage(SteppedClips(), {.layers = {{.mode = MixerLayer::Mode::kAdditive}}});
  stage.Step(0.1);
  stage.action(0).fade_in(0.5);
  for (int frame = 0; frame < 4; ++frame) {
    stage.Step(0.1);
    EXPECT_FALSE(stage.mixer.jumped()) << frame;
  }
}

}  // namespace
}  // namespace sinew

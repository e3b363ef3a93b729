// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>

#include "pose/mixer_rig.h"

namespace sinew {
namespace {

using testing::Ramp;
using testing::Stage;
using testing::Still;

constexpr std::uint32_t kWalk = 0, kRun = 1, kIdle = 2;

// walk takes 1 s, run 0.5 s. The left foot comes down at 0.1 and 0.2 of them, the right at 0.6 and
// 0.8.
const std::vector<Clip>& SyncedClips() {
  static const std::vector<Clip> clips = {Ramp("walk", 0, 1, 1), Ramp("run", 0, 1, 0.5f),
                                          Still("idle", 0)};
  return clips;
}

Stage Synced(bool markers = false) {
  SyncGroup group{.members = {{.clip = kWalk}, {.clip = kRun}}};
  if (markers) {
    group.members[0].markers = {0.1f, 0.6f};
    group.members[1].markers = {0.2f, 0.8f};
  }
  return Stage(SyncedClips(), {.sync_groups = {group}});
}

double Phase(const Action& action, double duration) { return action.time() / duration; }

TEST(MixerSync, OneAloneRunsExactlyAsItWouldWithoutAGroup) {
  for (const bool markers : {false, true}) {
    Stage synced = Synced(markers), plain(SyncedClips());
    Action a = synced.action(kWalk).play(), b = plain.action(kWalk).play();
    for (int i = 0; i < 2000; ++i) {
      synced.Step(1.0 / 60.0);
      plain.Step(1.0 / 60.0);
      ASSERT_EQ(a.position_ticks(), b.position_ticks()) << i;
    }
  }
}

TEST(MixerSync, OneAloneFollowsItsSpeedBothWays) {
  Stage stage = Synced(true);
  Action walk = stage.action(kWalk).play().set_speed(2);
  stage.Step(0.2);
  EXPECT_NEAR(walk.time(), 0.4, 1e-8);
  walk.set_speed(-1);
  stage.Step(0.6);
  EXPECT_NEAR(walk.time(), 0.8, 1e-8);
  walk.set_speed(0);
  stage.Step(0.6);
  EXPECT_NEAR(walk.time(), 0.8, 1e-8);
}

TEST(MixerSync, MembersShareAPhase) {
  Stage stage = Synced();
  Action walk = stage.action(kWalk).play();
  stage.Step(0.3);
  Action run = stage.action(kRun);
  stage.mixer.fade_to(run, 0.4);
  for (int i = 0; i < 40; ++i) {
    stage.Step(0.01);
    const double of_walk = walk.is_playing() ? Phase(walk, 1) : Phase(run, 0.5);
    EXPECT_NEAR(of_walk, Phase(run, 0.5), 1e-8) << i;
  }
  EXPECT_FALSE(walk.is_playing());
}

TEST(MixerSync, TheTempoIsTheAverageByWeight) {
  Stage stage = Synced();
  stage.action(kWalk).play().set_weight(0.75f);
  Action run = stage.action(kRun).play().set_weight(0.25f);
  stage.Step(0.4);  // 0.75 * 1 Hz + 0.25 * 2 Hz
  EXPECT_NEAR(Phase(run, 0.5), 0.5, 1e-8);
}

TEST(MixerSync, ThePhaseNeverJumpsWhenSomeoneJoins) {
  Stage stage = Synced(true);
  Action walk = stage.action(kWalk).play();
  stage.Step(0.43);
  const Ticks before = walk.time_ticks();
  stage.action(kRun).play();
  EXPECT_NEAR(static_cast<double>(walk.time_ticks()), static_cast<double>(before), 1.0);
}

TEST(MixerSync, MarkersMeet) {
  Stage stage = Synced(true);
  Action walk = stage.action(kWalk).play(), run = stage.action(kRun).play();
  // Half way from the left foot to the right, of either clip.
  walk.set_time(0.35);
  EXPECT_NEAR(run.time(), 0.25, 1e-8);
  walk.set_time(0.6);
  EXPECT_NEAR(run.time(), 0.4, 1e-8);
  // Half way from the right foot round to the left: 0.85 of walk, 1.0 of run.
  walk.set_time(0.85);
  EXPECT_NEAR(std::fmod(run.time() + 1e-8, 0.5), 0.0, 2e-8);
  run.set_time(0.05);
  EXPECT_NEAR(walk.time(), 0.975, 1e-8);
}

TEST(MixerSync, WhoBeginsTogetherBeginsTheSameInEitherOrder) {  // C73
  Stage a = Synced(true), b = Synced(true);
  a.action(kWalk).play();
  a.action(kRun).play();
  b.action(kRun).play();
  b.action(kWalk).play();
  EXPECT_EQ(a.mixer.hash(), b.mixer.hash());
  EXPECT_EQ(a.action(kWalk).time(), 0.0) << "the first of them begins at its beginning";
}

TEST(MixerSync, WhoBeginsPausedBeginsTheSameInEitherOrder) {  // C73
  Stage a = Synced(true), b = Synced(true);
  for (Stage* stage : {&a, &b}) {
    stage->action(kWalk).play();
    stage->action(kRun);
    stage->Step(0.3);
  }
  a.action(kWalk).stop();
  a.action(kRun).play().pause();
  b.action(kRun).play().pause();
  b.action(kWalk).stop();
  EXPECT_EQ(a.mixer.hash(), b.mixer.hash());
  EXPECT_EQ(b.action(kRun).time(), a.action(kRun).time());
}

TEST(MixerSync, ASwitchWithinAGroupKeepsThePhase) {
  const auto switched = [](const auto& call) {
    Stage stage(SyncedClips(), {.sync_groups = {{.members = {{.clip = kWalk}, {.clip = kRun}}}},
                                .inertial = true});
    stage.action(kWalk).play();
    stage.action(kRun);
    stage.Step(0.3);
    call(stage);
    EXPECT_FALSE(stage.action(kWalk).is_playing());
    return Phase(stage.action(kRun), 0.5);
  };
  EXPECT_NEAR(switched([](Stage& s) { s.mixer.fade_to(s.action(kRun), 0); }), 0.3, 1e-8);
  EXPECT_NEAR(switched([](Stage& s) { s.mixer.cross_fade(s.action(kWalk), s.action(kRun), 0); }),
              0.3, 1e-8);
  EXPECT_NEAR(switched([](Stage& s) {
                EXPECT_EQ(s.mixer.inertial_to(s.action(kRun), 0.2, s.scratch), Error::kNone);
              }),
              0.3, 1e-8);
}

TEST(MixerSync, APausedMemberCountsAsOneThatStands) {  // L24
  Stage stage = Synced();
  Action walk = stage.action(kWalk).play();
  Action run = stage.action(kRun).play();
  run.pause();
  stage.Step(0.5);  // (1 Hz + 0 Hz) / 2
  EXPECT_NEAR(walk.time(), 0.25, 1e-8);
  walk.pause();
  stage.Step(0.5);
  EXPECT_NEAR(walk.time(), 0.25, 1e-8);
}

TEST(MixerSync, AnActionCanLeaveTheGroupWithoutAJump) {
  Stage stage = Synced();
  Action walk = stage.action(kWalk).play();
  Action run = stage.action(kRun).play();
  stage.Step(0.25);
  const double before = run.time();
  run.set_synced(false);
  EXPECT_NEAR(run.time(), before, 1e-8);
  stage.Step(0.1);
  EXPECT_NEAR(run.time(), before + 0.1, 1e-8);
  EXPECT_NEAR(walk.time(), 0.375 + 0.1, 1e-8);  // 1.5 Hz so far, and its own 1 Hz from then on.
}

TEST(MixerSync, AGroupThatNobodyPlaysBeginsAnew) {
  Stage stage = Synced();
  Action walk = stage.action(kWalk).play();
  stage.Step(0.3);
  walk.stop();
  walk.play();
  EXPECT_EQ(walk.time(), 0.0);
}

TEST(MixerSync, StepsSplitOtherwiseMeetToTheTick) {
  for (const bool markers : {false, true}) {
    Stage whole = Synced(markers), split = Synced(markers);
    for (Stage* stage : {&whole, &split}) {
      stage->action(kWalk).play();
      stage->Step(0.123);
      stage->mixer.fade_to(stage->action(kRun), 0.3, Easing::kSmooth);
    }
    whole.Step(0.5);
    for (int i = 0; i < 50; ++i) split.Step(0.01);
    EXPECT_EQ(whole.mixer.hash(), split.mixer.hash());
    whole.Step(7);
    for (int i = 0; i < 70; ++i) split.Step(0.1);
    EXPECT_EQ(whole.action(kRun).position_ticks(), split.action(kRun).position_ticks());
    EXPECT_EQ(whole.mixer.hash(), split.mixer.hash());
  }
}

TEST(MixerSync, ALongFrameTakesNoLongerThanItsFades) {
  Stage stage = Synced(true);
  stage.action(kWalk).play();
  stage.Step(1e9);
  stage.mixer.fade_to(stage.action(kRun), 0.3);
  stage.Step(5e8);
  EXPECT_FALSE(stage.action(kWalk).is_playing());
}

TEST(MixerSync, AFadeOfYearsTakesNoLongerThanOneOfSeconds) {  // L43
  Stage stage = Synced(true);
  stage.action(kWalk).play();
  stage.mixer.fade_to(stage.action(kRun), 1e9);
  stage.Step(5e8);
  EXPECT_NEAR(stage.action(kRun).contribution(), 0.5, 1e-6);
  stage.Step(6e8);
  EXPECT_FALSE(stage.action(kWalk).is_playing());
}

TEST(MixerSync, StepsOfALongFadeSplitOtherwiseMeetToTheTick) {
  Stage whole = Synced(true), split = Synced(true);
  for (Stage* stage : {&whole, &split}) {
    stage->action(kWalk).play();
    stage->Step(0.123);
    stage->mixer.fade_to(stage->action(kRun), 3600);
    stage->mixer.new_action(kRun)->fade_in(1.7);  // A short one among them.
  }
  whole.Step(4000);
  for (int i = 0; i < 4000; ++i) {
    split.Step(0.39);
    split.Step(0.61);
  }
  EXPECT_EQ(whole.mixer.hash(), split.mixer.hash());
}

// --- blend spaces ---

Stage Spaced(bool synced) {
  MixerOptions options;
  const float speeds[] = {0, 2, 5};
  options.blend_spaces.push_back(
      {.space = BlendSpace::Line(speeds).value(), .clips = {kIdle, kWalk, kRun}});
  if (synced) options.sync_groups = {{.members = {{.clip = kWalk}, {.clip = kRun}}}};
  return Stage(SyncedClips(), std::move(options));
}

TEST(MixerBlendSpace, ParametersBecomeShares) {
  Stage stage = Spaced(false);
  stage.mixer.set_blend(0, 3.5f);
  stage.mixer.play_space(0);
  EXPECT_EQ(stage.action(kIdle).contribution(), 0.0f);
  EXPECT_FLOAT_EQ(stage.action(kWalk).contribution(), 0.5f);
  EXPECT_FLOAT_EQ(stage.action(kRun).contribution(), 0.5f);
  stage.mixer.set_blend(0, 1);
  EXPECT_FLOAT_EQ(stage.action(kIdle).contribution(), 0.5f);
  EXPECT_EQ(stage.mixer.blend(0).x, 1.0f);
}

TEST(MixerBlendSpace, ASpaceFadesAsAWhole) {
  const std::vector<Clip> clips = {Still("idle", 0), Still("walk", 10), Still("jump", 100)};
  MixerOptions options;
  const float speeds[] = {0, 1};
  options.blend_spaces.push_back({.space = BlendSpace::Line(speeds).value(), .clips = {0, 1}});
  Stage stage(clips, options);
  stage.action(2).play();
  stage.mixer.set_blend(0, 0.5f);
  stage.mixer.fade_to_space(0, 1);
  stage.Step(0.25);
  EXPECT_NEAR(stage.X(), 0.75f * 100 + 0.25f * 5, 1e-4);
  stage.mixer.fade_to(stage.action(2), 1);
  EXPECT_NEAR(stage.X(), 0.75f * 100 + 0.25f * 5, 1e-4) << "nothing pops";
  stage.Step(2);
  EXPECT_EQ(stage.X(), 100.0f);
  EXPECT_FALSE(stage.action(0).is_playing());
}

TEST(MixerBlendSpace, WalkAndRunBlendOnTheBeat) {
  Stage stage = Spaced(true);
  stage.mixer.set_blend(0, 2);
  stage.mixer.play_space(0);
  for (int i = 0; i < 60; ++i) {
    stage.mixer.set_blend(0, 2.0f + 0.05f * static_cast<float>(i));
    stage.Step(1.0 / 60.0);
    EXPECT_NEAR(Phase(stage.action(kWalk), 1), Phase(stage.action(kRun), 0.5), 1e-8);
  }
}

TEST(MixerBlendSpace, APlaneReadsBothParameters) {
  const std::vector<Clip> clips = {Still("a", 0), Still("b", 10), Still("c", 100)};
  const Vec2 places[] = {{0, 0}, {1, 0}, {0, 1}};
  MixerOptions options;
  options.blend_spaces.push_back({.space = BlendSpace::Plane(places).value(), .clips = {0, 1, 2}});
  Stage stage(clips, options);
  stage.mixer.set_blend(0, 0.25f, 0.5f);
  stage.mixer.play_space(0);
  EXPECT_NEAR(stage.X(), 52.5f, 1e-3);
}

TEST(MixerBlendSpace, ASwitchToASpaceOfTheSameGroupKeepsThePhase) {
  Stage stage = Spaced(true);
  Action own = stage.mixer.new_action(kWalk)->play();
  stage.mixer.set_blend(0, 5);
  stage.Step(0.3);
  stage.mixer.fade_to_space(0, 0);
  EXPECT_FALSE(own.is_playing());
  EXPECT_NEAR(Phase(stage.action(kRun), 0.5), 0.3, 1e-8);
}

TEST(MixerBlendSpace, WithoutRoomForAllItsActionsNothingChanges) {
  MixerOptions options{.action_capacity = 2};
  const float speeds[] = {0, 2, 5};
  options.blend_spaces.push_back(
      {.space = BlendSpace::Line(speeds).value(), .clips = {kIdle, kWalk, kRun}});
  Stage stage(SyncedClips(), std::move(options));
  const std::uint64_t before = stage.mixer.hash();
  stage.mixer.play_space(0);
  EXPECT_EQ(stage.mixer.take_error(), Error::kNoRoom);
  stage.mixer.fade_to_space(0, 1);
  EXPECT_EQ(stage.mixer.take_error(), Error::kNoRoom);
  EXPECT_EQ(stage.mixer.action_count(), 0u);
  EXPECT_EQ(stage.mixer.hash(), before);
}

TEST(MixerBlendSpace, WhatMakesNoSenseChangesNothing) {
  Stage stage = Spaced(false);
  stage.mixer.set_blend(0, 1);
  const std::uint64_t before = stage.mixer.hash();
  stage.mixer.set_blend(0, std::nanf(""));
  EXPECT_EQ(stage.mixer.take_error(), Error::kValueNotFinite);
  stage.mixer.set_blend(1, 0);
  EXPECT_EQ(stage.mixer.take_error(), Error::kNoSuchBlendSpace);
  stage.mixer.play_space(1);
  EXPECT_EQ(stage.mixer.take_error(), Error::kNoSuchBlendSpace);
  EXPECT_EQ(stage.mixer.hash(), before);
}

// As a game does that sets its speed in every frame, whatever plays.
TEST(MixerBlendSpace, ItsParametersSayNothingOfWhatItDoesNotPlay) {
  Stage stage = Spaced(false);
  stage.mixer.set_blend(0, 0);
  stage.action(kRun).play();
  EXPECT_EQ(stage.action(kRun).weight(), 1.0f);
  stage.mixer.play_space(0);
  EXPECT_EQ(stage.action(kRun).weight(), 0.0f) << "now it is a part of it";
  for (int frame = 0; frame < 40; ++frame) {
    stage.mixer.set_blend(0, 0);
    stage.mixer.fade_to(stage.action(kRun), 0.3);
    stage.Step(1.0 / 60.0);
  }
  EXPECT_EQ(stage.action(kRun).weight(), 1.0f) << "taken out of it";
  EXPECT_FALSE(stage.action(kIdle).is_playing());
  stage.mixer.fade_to_space(0, 0.3);
  stage.Step(0.4);
  EXPECT_EQ(stage.action(kRun).weight(), 0.0f);
  EXPECT_EQ(stage.action(kIdle).weight(), 1.0f);
  stage.mixer.set_blend(0, 5);  // All of it is the run's,
  stage.action(kIdle).stop();
  stage.action(kWalk).stop();
  stage.mixer.fade_to(stage.action(kRun), 0.3);
  stage.mixer.set_blend(0, 0);
  EXPECT_EQ(stage.action(kRun).weight(), 1.0f) << "which is out of it all the same";
}

TEST(MixerBlendSpace, ALineKeepsNothingOfASecondParameter) {
  Stage stage = Spaced(false), other = Spaced(false);
  stage.mixer.set_blend(0, 1, std::nanf(""));
  other.mixer.set_blend(0, 1);
  EXPECT_EQ(stage.mixer.take_error(), Error::kNone);
  EXPECT_EQ(stage.mixer.hash(), other.mixer.hash());
  EXPECT_EQ(other.mixer.load(stage.Saved()), Error::kNone);
}

TEST(MixerSync, WhatIsSavedAtTheEdgeOfTimeCanBeLoaded) {
  const std::vector<Clip> clips = {Ramp("tick", 0, 1, 1.0f / 705'600'000.0f)};
  Stage stage(clips, {.sync_groups = {{.members = {{.clip = 0}}}}});
  stage.action(0).play().set_time(1.6e9);
  for (int i = 0; i < 3; ++i) {
    stage.Step(1e8);
    stage.action(0).set_speed(1.0f + static_cast<float>(i));
    EXPECT_EQ(stage.mixer.load(stage.Saved()), Error::kNone) << i;
  }
}

TEST(MixerSync, WhatIsPausedGoesOnWithTheOthers) {  // L24
  Stage stage = Synced();
  stage.action(kWalk).play();
  stage.action(kRun).play();
  stage.Step(0.1);
  stage.action(kWalk).pause();
  const double before = stage.action(kWalk).time();
  stage.Step(0.05);
  EXPECT_GT(stage.action(kWalk).time(), before);
  EXPECT_NEAR(Phase(stage.action(kWalk), 1.0), Phase(stage.action(kRun), 0.5), 1e-6);
  stage.action(kRun).pause();
  const double paused = stage.action(kWalk).time();
  stage.Step(0.05);
  EXPECT_EQ(stage.action(kWalk).time(), paused);
}

}  // namespace
}  // namespace sinew

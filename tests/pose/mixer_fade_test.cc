// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>

#include "pose/mixer_rig.h"

namespace sinew {
namespace {

using testing::Stage;
using testing::Still;

constexpr std::uint32_t kA = 0, kB = 1, kC = 2;

// Three clips that stand still: the weights can be read off the pose.
const std::vector<Clip>& FadedClips() {
  static const std::vector<Clip> clips = {Still("a", 0), Still("b", 100), Still("c", 1000)};
  return clips;
}

TEST(MixerFade, HalfWayThroughACrossFadeBothWeighAHalf) {  // L9, L21, L22, L26
  Stage stage(FadedClips());
  Action idle = stage.action(kA).play();
  Action walk = stage.action(kB);
  stage.Step(0.1);
  stage.mixer.cross_fade(idle, walk, 0.3);
  EXPECT_EQ(walk.time(), 0.0);
  stage.Step(0.15);
  EXPECT_FLOAT_EQ(idle.weight(), 0.5f);
  EXPECT_FLOAT_EQ(walk.weight(), 0.5f);
  EXPECT_FLOAT_EQ(stage.X(), 50.0f);
  stage.Step(0.15);
  EXPECT_FALSE(idle.is_playing());
  EXPECT_TRUE(walk.is_playing());
  EXPECT_EQ(walk.weight(), 1.0f);
  EXPECT_FALSE(walk.is_fading());
  EXPECT_EQ(stage.X(), 100.0f);
}

TEST(MixerFade, APlayAfterAFadeOutIsSeen) {  // C70
  Stage stage(FadedClips());
  stage.action(kA).play();
  stage.mixer.cross_fade(stage.action(kA), stage.action(kB), 0.25);
  stage.Step(0.5);
  stage.action(kB).stop();
  stage.action(kA).play();
  EXPECT_EQ(stage.action(kA).weight(), 1.0f);
  EXPECT_EQ(stage.X(), 0.0f);
}

TEST(MixerFade, TheWeightThatWasSetIsWhatAFadeComesBackTo) {  // C70
  Stage stage(FadedClips());
  Action a = stage.action(kA).set_weight(0.5f).play();
  a.fade_out(0.25);
  stage.Step(1);
  EXPECT_FALSE(a.is_playing());
  a.fade_in(0.5);
  stage.Step(0.25);
  EXPECT_FLOAT_EQ(a.weight(), 0.25f);
  stage.Step(0.25);
  EXPECT_EQ(a.weight(), 0.5f);
}

TEST(MixerFade, AnInterruptedFadeStartsFromTheCurrentWeights) {  // C68
  Stage stage(FadedClips());
  Action a = stage.action(kA).play(), b = stage.action(kB), c = stage.action(kC);
  stage.mixer.cross_fade(a, b, 0.4);
  stage.Step(0.2);
  const float before = stage.X();
  stage.mixer.cross_fade(b, c, 0.4);  // Half way: a weighs as much as b.
  EXPECT_EQ(stage.X(), before) << "nothing pops";
  EXPECT_FLOAT_EQ(a.weight(), 0.5f);
  EXPECT_FLOAT_EQ(b.weight(), 0.5f);
  stage.Step(0.2);
  EXPECT_FLOAT_EQ(a.weight(), 0.25f);
  EXPECT_FLOAT_EQ(b.weight(), 0.25f);
  EXPECT_FLOAT_EQ(c.weight(), 0.5f);
  stage.Step(0.2);
  EXPECT_FALSE(a.is_playing()) << "it was a part of the first fade";
  EXPECT_FALSE(b.is_playing());
  EXPECT_EQ(stage.X(), 1000.0f);
}

TEST(MixerFade, BackToWhatIsStillSeenItGoesOnWhereItIs) {  // C68
  const std::vector<Clip> clips = {testing::Ramp("a", 0, 10, 1), Still("b", 100)};
  Stage stage(clips);
  Action a = stage.action(kA).play(), b = stage.action(kB);
  stage.Step(0.5);
  stage.mixer.cross_fade(a, b, 0.4);
  stage.Step(0.1);
  const float before = stage.X();
  stage.mixer.cross_fade(b, a, 0.4);
  EXPECT_EQ(stage.X(), before);
  EXPECT_DOUBLE_EQ(a.time(), 0.6);
}

TEST(MixerFade, FadeToFadesEverythingElseOut) {  // C68
  Stage stage(FadedClips());
  Action a = stage.action(kA).play(), b = stage.action(kB).play(), c = stage.action(kC);
  stage.mixer.fade_to(c, 0.5);
  stage.Step(0.25);
  EXPECT_FLOAT_EQ(a.weight(), 0.5f);
  EXPECT_FLOAT_EQ(b.weight(), 0.5f);
  EXPECT_FLOAT_EQ(c.weight(), 0.5f);
  stage.Step(0.25);
  EXPECT_FALSE(a.is_playing());
  EXPECT_FALSE(b.is_playing());
  EXPECT_EQ(stage.X(), 1000.0f);
}

TEST(MixerFade, WeightsOfLinearFadesSumToOneHoweverOftenTheyAreInterrupted) {  // C68
  Stage stage(FadedClips());
  stage.action(kA).play();
  for (int i = 0; i < 50; ++i) {
    stage.mixer.fade_to(stage.action(static_cast<std::uint32_t>(i % 3)), 0.3);
    stage.Step(0.01 * (1 + i % 7));
    float sum = 0;
    for (std::uint32_t c = 0; c < 3; ++c) sum += stage.action(c).contribution();
    EXPECT_NEAR(sum, 1.0f, 1e-5f) << i;
  }
}

// Weights of the bottom layer are divided by their sum, so that little of them is seen in full: a
// fade from there must not be over in a frame.
TEST(MixerFade, FromLittleWeightAFadeTakesItsWholeTime) {  // C61, C68
  using Begin = void (*)(Stage&);
  const Begin beginnings[] = {
      [](Stage& s) {  // Nearly faded out.
        s.action(kA).play().fade_out(1);
        s.Step(0.99);
      },
      [](Stage& s) {  // Only just coming in.
        s.action(kA).fade_in(0.5);
        s.Step(1.0 / 60.0);
      },
      [](Stage& s) { s.action(kA).set_weight(0.02f).play(); },
  };
  using Fade = void (*)(Stage&);
  const Fade fades[] = {
      [](Stage& s) { s.mixer.fade_to(s.action(kB), 0.5); },
      [](Stage& s) { s.mixer.cross_fade(s.action(kA), s.action(kB), 0.5); },
      [](Stage& s) { s.mixer.fade_to(s.action(kB), 0.5, Easing::kSmooth); },
  };
  for (const Begin begin : beginnings) {
    for (const Fade fade : fades) {
      Stage stage(FadedClips());
      begin(stage);
      EXPECT_EQ(stage.X(), 0.0f);
      fade(stage);
      EXPECT_EQ(stage.X(), 0.0f) << "nothing pops";
      float x = 0.0f;
      for (int frame = 0; frame < 30; ++frame) {
        stage.Step(1.0 / 60.0);
        const float now = stage.X();
        EXPECT_LE(now - x, 100.0f * 1.5f / 30.0f + 1e-3f) << frame;  // 1.5: half-way, smoothly.
        x = now;
      }
      EXPECT_NEAR(x, 100.0f, 1e-3f);
    }
  }
}

TEST(MixerFade, SharesStayWhereLittleWeightBecomesWhole) {  // C68
  Stage stage(FadedClips());
  stage.action(kA).set_weight(0.01f).play();
  stage.action(kB).set_weight(0.03f).play();
  const float before = stage.X();
  stage.mixer.fade_to(stage.action(kC), 0.5);
  EXPECT_NEAR(stage.X(), before, 1e-4f);
  EXPECT_FLOAT_EQ(stage.action(kB).weight(), 0.75f);
  stage.mixer.stop_all();
  EXPECT_EQ(stage.action(kB).weight(), 0.03f) << "what was set is not forgotten";
}

TEST(MixerFade, WithRestToFillUpWeightsStayWhatTheyAre) {  // C61, C68
  Stage stage(FadedClips(), {.fill_with_rest = true});
  stage.action(kB).set_weight(0.25f).play();
  stage.mixer.fade_to(stage.action(kC), 0.5);
  EXPECT_EQ(stage.action(kB).weight(), 0.25f);
  EXPECT_FLOAT_EQ(stage.X(), 25.0f);
}

TEST(MixerFade, WhatStaysBesideACrossFadeKeepsItsPart) {
  Stage stage(FadedClips());
  stage.action(kC).set_weight(0.25f).play();  // Neither from nor to.
  stage.action(kA).set_weight(0.25f).play();
  stage.mixer.cross_fade(stage.action(kA), stage.action(kB), 0.5);
  EXPECT_EQ(stage.action(kA).weight(), 0.25f);
  EXPECT_EQ(stage.action(kC).weight(), 0.25f);
}

// As a state machine does that says in every frame what it wants.
TEST(MixerFade, AskedForInEveryFrameItEndsAllTheSame) {
  Stage stage(FadedClips());
  Action a = stage.action(kA).play(), b = stage.action(kB);
  for (int frame = 0; frame < 31; ++frame) {
    if (frame % 2 == 0) stage.mixer.fade_to(b, 0.5);
    if (frame % 2 == 1) stage.mixer.cross_fade(a, b, 0.5);
    stage.Step(1.0 / 60.0);
  }
  EXPECT_EQ(b.weight(), 1.0f);
  EXPECT_FALSE(a.is_playing());
  // Another length, another easing or another wish is another fade.
  stage.mixer.fade_to(a, 0.5);
  stage.Step(0.25);
  stage.mixer.fade_to(a, 0.25);
  stage.Step(0.125);
  EXPECT_FLOAT_EQ(a.weight(), 0.75f);
  stage.mixer.fade_to(a, 0.25, Easing::kSmooth);
  stage.Step(0.125);
  EXPECT_FLOAT_EQ(a.weight(), 0.875f);
  stage.mixer.fade_to(b, 0.25);
  stage.Step(0.125);
  EXPECT_FLOAT_EQ(a.weight(), 0.4375f);
}

TEST(MixerFade, AskedForInEveryFrameItEndsWhateverPlayedBefore) {
  using Begin = void (*)(Stage&);
  const Begin beginnings[] = {
      [](Stage& s) {  // It is there already; another leaves.
        s.action(kA).play();
        s.action(kB).play();
      },
      [](Stage& s) {  // It was on its way to nothing, just as long.
        s.action(kB).play();
        s.Step(0.1);
        s.action(kB).fade_weight(0, 0.5);
        s.Step(0.1);
      },
      [](Stage& s) {  // Another leaves more slowly.
        s.action(kA).play().fade_out(10);
        s.action(kB).fade_in(0.5);
      },
      [](Stage& s) {
        s.action(kA).play();
        s.action(kB).set_weight(0.5f).play().pause();
        s.action(kC).set_weight(0.25f).fade_in(2);
      },
  };
  for (const Begin begin : beginnings) {
    for (const bool again : {false, true}) {
      Stage stage(FadedClips());
      begin(stage);
      const float wanted = stage.action(kB).weight() == 0.5f ? 0.5f : 1.0f;
      for (int frame = 0; frame < 32; ++frame) {
        if (frame == 0 || again) stage.mixer.fade_to(stage.action(kB), 0.5);
        stage.Step(1.0 / 60.0);
      }
      EXPECT_EQ(stage.action(kB).weight(), wanted) << again;
      EXPECT_FALSE(stage.action(kB).is_fading());
      EXPECT_FALSE(stage.action(kA).is_playing());
      EXPECT_FALSE(stage.action(kC).is_playing());
      EXPECT_EQ(stage.X(), 100.0f);
    }
  }
}

TEST(MixerFade, OfOneActionOrLayerEndsToo) {
  Stage stage(FadedClips(), {.layers = {{}, {}}});
  Action a = stage.action(kA).play(), b = stage.action(kB), c = stage.action(kC).play();
  for (int frame = 0; frame < 32; ++frame) {
    a.fade_out(0.5);
    b.fade_in(0.5, Easing::kSmooth);
    c.fade_weight(0.25f, 0.5);
    stage.mixer.fade_layer(1, 0.5f, 0.5);
    stage.Step(1.0 / 60.0);
    EXPECT_EQ(a.is_playing(), frame < 29) << frame;
  }
  EXPECT_EQ(b.weight(), 1.0f);
  EXPECT_EQ(c.weight(), 0.25f);
  EXPECT_EQ(stage.mixer.layer_weight(1), 0.5f);
}

TEST(MixerFade, ToWhatAlreadyPlaysAloneNothingHappens) {  // C69
  Stage stage(FadedClips());
  stage.action(kB).set_weight(0.5f).play();
  stage.action(kA).play().fade_out(0.1);
  stage.Step(0.2);
  const std::uint64_t before = stage.mixer.hash();
  stage.mixer.fade_to(stage.action(kB), 0.5);
  EXPECT_EQ(stage.mixer.hash(), before);
}

TEST(MixerFade, ZeroAndNegativeDurationsSwitchAtOnce) {  // C67
  for (const double seconds : {0.0, -1.0, -1e300}) {
    Stage stage(FadedClips());
    Action a = stage.action(kA).play();
    stage.mixer.cross_fade(a, stage.action(kB), seconds);
    EXPECT_EQ(stage.mixer.take_error(), Error::kNone);
    EXPECT_FALSE(a.is_playing());
    EXPECT_EQ(stage.X(), 100.0f);
    stage.Step(0);
    EXPECT_EQ(stage.X(), 100.0f);
  }
}

TEST(MixerFade, FromAnActionToItselfNothingHappens) {  // C69
  Stage stage(FadedClips());
  Action a = stage.action(kA).play();
  stage.Step(0.25);
  const std::uint64_t before = stage.mixer.hash();
  stage.mixer.cross_fade(a, a, 0.3);
  EXPECT_EQ(stage.mixer.hash(), before);
}

TEST(MixerFade, StopCancelsAFadeAndPauseDoesNot) {  // C71
  Stage stage(FadedClips());
  Action a = stage.action(kA).play(), b = stage.action(kB).play();
  a.fade_out(1);
  b.fade_out(1);
  stage.Step(0.25);
  a.stop();
  b.pause();
  EXPECT_FALSE(a.is_fading());
  EXPECT_EQ(a.weight(), 1.0f);
  const double time = b.time();
  stage.Step(0.25);
  EXPECT_EQ(b.time(), time);
  EXPECT_FLOAT_EQ(b.weight(), 0.5f);
  stage.Step(0.5);
  EXPECT_FALSE(b.is_playing());
}

TEST(MixerFade, StopAllStopsEverythingAndEveryFade) {  // L25
  Stage stage(FadedClips());
  Action a = stage.action(kA).play();
  stage.mixer.cross_fade(a, stage.action(kB), 1);
  stage.Step(0.5);
  stage.mixer.stop_all();
  for (const std::uint32_t c : {kA, kB}) {
    EXPECT_FALSE(stage.action(c).is_playing());
    EXPECT_FALSE(stage.action(c).is_fading());
    EXPECT_EQ(stage.action(c).weight(), 1.0f);
  }
}

TEST(MixerFade, SmoothEasingHasNoSpeedAtEitherEnd) {
  Stage stage(FadedClips());
  Action a = stage.action(kA).fade_in(1, Easing::kSmooth);
  const double steps[] = {0.125, 0.25, 0.5, 0.75, 0.875};
  double at = 0;
  for (const double s : steps) {
    stage.Step(s - at);
    at = s;
    EXPECT_NEAR(a.weight(), s * s * (3 - 2 * s), 1e-7) << s;
  }
}

TEST(MixerFade, AWeightCanFadeToAnyValueAndGoesOnPlaying) {
  Stage stage(FadedClips());
  Action a = stage.action(kA).play();
  a.fade_weight(0.25f, 0.5);
  stage.Step(0.25);
  EXPECT_FLOAT_EQ(a.weight(), 0.625f);
  stage.Step(0.25);
  EXPECT_EQ(a.weight(), 0.25f);
  a.fade_weight(0, 0.5);
  stage.Step(1);
  EXPECT_EQ(a.weight(), 0.0f);
  EXPECT_TRUE(a.is_playing());
}

TEST(MixerFade, IdleToWalkToRunAndBack) {  // L42
  Stage stage(FadedClips());
  stage.action(kA).play();
  for (const std::uint32_t next : {kB, kC, kA}) {
    stage.mixer.fade_to(stage.action(next), 0.3);
    for (int i = 0; i < 30; ++i) stage.Step(1.0 / 60.0);
    EXPECT_EQ(stage.action(next).contribution(), 1.0f);
  }
  EXPECT_EQ(stage.X(), 0.0f);
  EXPECT_FALSE(stage.action(kB).is_playing());
  EXPECT_FALSE(stage.action(kC).is_playing());
}

}  // namespace
}  // namespace sinew

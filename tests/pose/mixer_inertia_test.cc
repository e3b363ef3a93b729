// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cmath>

#include "pose/mixer_rig.h"
#include "support/near.h"

namespace sinew {
namespace {

using testing::NamedClip;
using testing::Ramp;
using testing::Stage;
using testing::Still;

constexpr double kFrame = 1.0 / 240.0;

// a stands at 0, b at 10, c moves: 40 a second.
const std::vector<Clip>& InertialClips() {
  static const std::vector<Clip> clips = {Still("a", 0), Still("b", 10), Ramp("c", 0, 40, 1)};
  return clips;
}

// The polynomials, worked out anew.
double OfValue(double s) { return 1 - 10 * s * s * s + 15 * s * s * s * s - 6 * std::pow(s, 5); }
double OfSpeed(double s) { return s - 6 * s * s * s + 8 * s * s * s * s - 3 * std::pow(s, 5); }

TEST(MixerInertia, TheDifferenceDiesOutAlongAQuintic) {
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(0).play();
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 0.5, stage.scratch), Error::kNone);
  EXPECT_FALSE(stage.action(0).is_playing()) << "switched at once";
  EXPECT_EQ(stage.X(), 0.0f) << "and nothing is to be seen of it";
  for (int i = 1; i <= 10; ++i) {
    stage.Step(0.05);
    EXPECT_NEAR(stage.X(), 10 - 10 * OfValue(i / 10.0), 1e-4) << i;
  }
  EXPECT_EQ(stage.X(), 10.0f);
}

TEST(MixerInertia, TheVelocityDiesOutAsWell) {
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(2).play();
  stage.Step(0.5);
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(0), 0.4, stage.scratch), Error::kNone);
  EXPECT_NEAR(stage.X(), 20, 1e-4);
  for (int i = 1; i <= 8; ++i) {
    stage.Step(0.05);
    const double s = i / 8.0;
    EXPECT_NEAR(stage.X(), 20 * OfValue(s) + 40 * 0.4 * OfSpeed(s), 1e-3) << i;
  }
}

TEST(MixerInertia, NeitherPlaceNorVelocityJumps) {
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(2).play();
  stage.Step(0.3);
  std::vector<double> x;
  for (int i = 0; i < 200; ++i) {
    if (i == 20) {
      ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 0.3, stage.scratch), Error::kNone);
    }
    if (i == 40) {  // Interrupted: back to what moves.
      ASSERT_EQ(stage.mixer.inertial_to(stage.action(2), 0.3, stage.scratch), Error::kNone);
    }
    x.push_back(stage.X());
    stage.Step(kFrame);
  }
  for (std::size_t i = 2; i < x.size(); ++i) {
    const double change = (x[i] - x[i - 1]) - (x[i - 1] - x[i - 2]);
    // Accelerations of the curve: at most 6 |x| / T^2 and 7 |v| / T or so, a frame squared.
    EXPECT_LT(std::abs(change), 0.03) << "frame " << i;
  }
}

TEST(MixerInertia, OvershootsByNoMoreThanAFifthOfVelocityTimesDuration) {
  double most = 0, least = 0;
  for (int i = 0; i <= 1000; ++i) {
    most = std::max(most, OfSpeed(i / 1000.0));
    least = std::min(least, OfSpeed(i / 1000.0));
  }
  EXPECT_LT(most, 0.198);
  EXPECT_GE(least, -1e-12);
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(2).play();
  stage.Step(0.25);  // At 10, as b is.
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 0.5, stage.scratch), Error::kNone);
  float highest = 0;
  for (int i = 0; i < 50; ++i) {
    stage.Step(0.01);
    highest = std::max(highest, stage.X());
  }
  EXPECT_NEAR(highest, 10 + 40 * 0.5 * most, 0.05);
}

TEST(MixerInertia, RotationsTurnTheShortWayAtAnyAngle) {
  // Half a turn apart is the worst: it must still arrive, without a jump.
  for (const float degrees : {10.0f, 90.0f, 179.0f}) {
    const float half = degrees * 3.14159265f / 360.0f;
    const auto held = [](std::string name, Quat q) {
      return NamedClip(std::move(name), {{.property = Property::kRotation,
                                          .times = {0, 1},
                                          .values = {q.x, q.y, q.z, q.w, q.x, q.y, q.z, q.w}}});
    };
    const Quat turned{0, 0, static_cast<float>(Sin(half)), static_cast<float>(Cos(half))};
    const std::vector<Clip> clips = {held("a", {}), held("b", turned)};
    Stage stage(clips, {.inertial = true});
    stage.action(0).play();
    ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 0.5, stage.scratch), Error::kNone);
    Quat last = stage.Joint().rotation;
    EXPECT_TRUE(testing::SameRotation(last, {}, 1e-5));
    double widest = 0;
    for (int i = 0; i < 120; ++i) {
      stage.Step(kFrame);
      const Quat now = stage.Joint().rotation;
      const double dot =
          std::abs(now.x * last.x + now.y * last.y + now.z * last.z + now.w * last.w);
      widest = std::max(widest, 2 * std::acos(std::min(1.0, dot)));
      last = now;
    }
    EXPECT_TRUE(testing::SameRotation(last, turned, 1e-5));
    // A quintic's steepest is 15/8 of its mean; the parameters of a turn add a third at most.
    EXPECT_LT(widest, degrees * 3.14159 / 180 / 120 * 1.875 * 1.34 + 1e-3);
  }
}

TEST(MixerInertia, AngularVelocityIsKept) {
  const std::vector<Clip> clips = {
      NamedClip("turning",
                {{.property = Property::kRotation,
                  .times = {0, 1},
                  .values = {0, 0, 0, 1, 0, 0, testing::kHalfRoot, testing::kHalfRoot}}}),
      NamedClip("held", {{.property = Property::kRotation,
                          .times = {0, 1},
                          .values = {0, testing::kHalfRoot, 0, testing::kHalfRoot, 0,
                                     testing::kHalfRoot, 0, testing::kHalfRoot}}})};
  Stage stage(clips, {.inertial = true});
  stage.action(0).play();
  stage.Step(0.5);
  const auto turn = [&] {  // In one frame: axis times angle.
    const Quat before = stage.Joint().rotation;
    stage.Step(kFrame);
    const Quat after = stage.Joint().rotation;
    const Quat by = Multiply(after, {-before.x, -before.y, -before.z, before.w});
    return Vec3{2 * by.x, 2 * by.y, 2 * by.z};
  };
  const Vec3 before = turn();
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 0.5, stage.scratch), Error::kNone);
  const Vec3 after = turn();
  EXPECT_NEAR(before.z, 1.5708 / 240, 1e-4);
  EXPECT_TRUE(testing::Near(after, before, 3e-4));
}

TEST(MixerInertia, AnyCallsCanBeSmoothedOver) {
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(2).play();
  stage.Step(0.5);
  EXPECT_NEAR(stage.X(), 20, 1e-4);
  ASSERT_EQ(stage.mixer.inertial_begin(stage.scratch), Error::kNone);
  stage.action(2).set_time(0.1);
  ASSERT_EQ(stage.mixer.inertial_end(0.2, stage.scratch), Error::kNone);
  EXPECT_NEAR(stage.X(), 20, 1e-4);
  stage.Step(kFrame);
  EXPECT_FALSE(stage.mixer.jumped());
  stage.Step(0.2);
  EXPECT_NEAR(stage.X(), 40 * (0.3 + kFrame), 1e-3);
}

TEST(MixerInertia, TheSeamOfALoopIsNoVelocity) {
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(2).play();
  stage.Step(1.001);  // Just past the seam, where x fell by 40.
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(0), 0.5, stage.scratch), Error::kNone);
  for (int i = 0; i < 50; ++i) {
    stage.Step(0.01);
    EXPECT_LT(std::abs(stage.X()), 5.0f);
  }
}

// There and back within a second, 20 a second: nothing leaps where it begins anew.
TEST(MixerInertia, AtTheSeamOfALoopTheVelocityGoesOn) {
  const std::vector<Clip> clips = {
      NamedClip("wave",
                {{.times = {0, 0.25f, 0.75f, 1}, .values = {0, 0, 0, 5, 0, 0, -5, 0, 0, 0, 0, 0}}}),
      Still("a", 0)};
  for (const int frames : {58, 60, 61, 62}) {
    Stage stage(clips, {.inertial = true});
    stage.action(0).play();
    for (int i = 0; i < frames; ++i) stage.Step(1.0 / 60.0);
    const double before = stage.X();
    ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 0.5, stage.scratch), Error::kNone);
    stage.Step(1.0 / 480.0);
    EXPECT_NEAR((stage.X() - before) * 480.0, 20.0, 0.5) << frames;
  }
  // What is switched to begins at a seam, too: backwards, from 0.
  Stage stage(clips, {.inertial = true});
  stage.action(1).play();
  stage.Step(0.1);
  stage.action(0).set_speed(-1);
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(0), 0.5, stage.scratch), Error::kNone);
  stage.Step(1.0 / 480.0);
  EXPECT_NEAR(stage.X() * 480.0, 0.0, 0.5) << "it stood, and goes on standing at first";
}

TEST(MixerInertia, AskedForInEveryFrameItDiesOutAllTheSame) {
  Stage once(InertialClips(), {.inertial = true}), again(InertialClips(), {.inertial = true});
  for (Stage* stage : {&once, &again}) {
    stage->action(2).play();
    stage->Step(0.3);
    for (int frame = 0; frame < 40; ++frame) {
      if (stage == &again || frame == 0) {
        ASSERT_EQ(stage->mixer.inertial_to(stage->action(1), 0.5, stage->scratch), Error::kNone);
      }
      stage->Step(1.0 / 60.0);
    }
  }
  EXPECT_EQ(again.mixer.hash(), once.mixer.hash());
  EXPECT_EQ(again.X(), 10.0f);
}

TEST(MixerInertia, WhatIsLeftEndsWhereNothingPlays) {
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(0).play();
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 1, stage.scratch), Error::kNone);
  stage.Step(0.2);
  stage.action(1).stop();
  stage.Step(0.1);
  stage.action(2).play();
  EXPECT_EQ(stage.X(), 0.0f);
}

TEST(MixerInertia, SplitStepsMeet) {
  Stage whole(InertialClips(), {.inertial = true}), split(InertialClips(), {.inertial = true});
  for (Stage* stage : {&whole, &split}) {
    stage->action(2).play();
    stage->Step(0.4);
    ASSERT_EQ(stage->mixer.inertial_to(stage->action(1), 0.5, stage->scratch), Error::kNone);
  }
  whole.Step(0.3);
  for (int i = 0; i < 30; ++i) split.Step(0.01);
  EXPECT_EQ(whole.X(), split.X());
  EXPECT_EQ(whole.mixer.hash(), split.mixer.hash());
  whole.Step(0.3);
  for (int i = 0; i < 30; ++i) split.Step(0.01);
  EXPECT_EQ(whole.mixer.hash(), split.mixer.hash()) << "what has died out leaves no trace";
}

TEST(MixerInertia, ZeroSecondsIsAPlainSwitch) {
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(0).play();
  ASSERT_EQ(stage.mixer.inertial_to(stage.action(1), 0, stage.scratch), Error::kNone);
  EXPECT_EQ(stage.X(), 10.0f);
}

TEST(MixerInertia, WhatAnotherMixerBeganIsNoBeginning) {
  Stage stage(InertialClips(), {.inertial = true});
  Mixer other(stage.setup);  // One scratch serves both, and their clocks agree.
  stage.action(0).play();
  other.clip_action(2)->play();
  ASSERT_EQ(stage.mixer.inertial_begin(stage.scratch), Error::kNone);
  ASSERT_EQ(other.inertial_begin(stage.scratch), Error::kNone);
  const std::uint64_t before = stage.mixer.hash();
  EXPECT_EQ(stage.mixer.inertial_end(0.5, stage.scratch), Error::kNotInertial);
  EXPECT_EQ(stage.mixer.hash(), before);
  EXPECT_EQ(other.inertial_end(0.5, stage.scratch), Error::kNone);
}

TEST(MixerInertia, DurationsAreThoseOfFades) {  // C67
  Stage stage(InertialClips(), {.inertial = true});
  stage.action(0).play();
  EXPECT_EQ(stage.mixer.inertial_to(stage.action(1), 1e300, stage.scratch), Error::kTimeTooLarge);
  EXPECT_TRUE(stage.action(0).is_playing());
  ASSERT_EQ(stage.mixer.inertial_begin(stage.scratch), Error::kNone);
  EXPECT_EQ(stage.mixer.inertial_end(1e300, stage.scratch), Error::kTimeTooLarge);
  EXPECT_EQ(stage.mixer.inertial_end(-1e300, stage.scratch), Error::kNone);
  EXPECT_EQ(stage.mixer.inertial_to(stage.action(1), -1e300, stage.scratch), Error::kNone);
  EXPECT_EQ(stage.X(), 10.0f) << "switched at once";
}

TEST(MixerInertia, ACallersPoseCanBeSmoothedOver) {  // E2
  Stage stage(InertialClips(), {.layers = {{}, {}}, .inertial = true});
  stage.action(1).play();
  Pose pose(3);
  stage.Step(0.1);
  stage.Step(0.1);
  ASSERT_EQ(stage.mixer.inertial_begin(stage.scratch), Error::kNone);
  stage.mixer.set_layer_pose(1, pose);
  ASSERT_EQ(stage.mixer.inertial_end(0.5, stage.scratch), Error::kNone);
  EXPECT_NEAR(stage.X(), 10, 1e-4);
  stage.Step(0.01);
  EXPECT_FALSE(stage.mixer.jumped());
  stage.Step(0.5);
  EXPECT_NEAR(stage.X(), 0, 1e-4);
}

TEST(MixerInertia, NeedsItsRoomAndItsBeginning) {
  Stage without(InertialClips()), with(InertialClips(), {.inertial = true});
  without.action(0).play();
  const std::uint64_t before = without.mixer.hash();
  EXPECT_EQ(without.mixer.inertial_to(without.action(0), 0.5, without.scratch),
            Error::kNotInertial);
  EXPECT_EQ(without.mixer.hash(), before);
  EXPECT_EQ(with.mixer.inertial_end(0.5, with.scratch), Error::kNotInertial);
  EXPECT_EQ(with.mixer.inertial_to({}, 0.5, with.scratch), Error::kNoSuchAction);
  EXPECT_EQ(with.mixer.inertial_to(with.action(0), std::nan(""), with.scratch),
            Error::kTimeNotFinite);
}

}  // namespace
}  // namespace sinew

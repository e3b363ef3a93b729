// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/packed_clip.h"
#include "sinew/playback.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::Expect;
using testing::Near;
using testing::SameRotation;
using testing::SkeletonOf;
using testing::SplitMix64;

constexpr LoopMode kAllLoops[] = {LoopMode::kOnce, LoopMode::kRepeat, LoopMode::kPingPong};
constexpr float kHalf = 0.70710677f;  // The same number twice: exactly a quarter turn.

Clip WithRoot(const std::vector<testing::TrackSpec>& tracks, std::uint32_t joint) {
  Clip::Parts parts = testing::ClipOf(tracks).TakeParts();
  parts.root_motion_joint = joint;
  return Expect(Clip::Create(std::move(parts)));
}

// A root that walks along x:   time   0 s ----- 1 s ----- 2 s
//                              x      3         4.25      5.5
Clip Walk() {
  return WithRoot({{.times = {0, 1, 2}, .values = {3, 0, 7, 4.25f, 0, 7, 5.5f, 0, 7}}}, 0);
}

// Ahead by 2 along z, then left about by a quarter turn.
Clip QuarterTurn() {
  return WithRoot({{.times = {0, 1}, .values = {0, 0, 0, 0, 0, 2}},
                   {.property = Property::kRotation,
                    .times = {0, 1},
                    .values = {0, 0, 0, 1, 0, kHalf, 0, kHalf}}},
                  0);
}

RootPath PathOf(const Skeleton& skeleton, ClipView clip) {
  Result<RootPath> path = RootPath::Create(skeleton, clip);
  EXPECT_TRUE(path.ok());
  return *path;
}

// --- matrices in double, for what is expected ---

struct Matrix {
  double m[3][4]{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
};

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix c;
  for (int r = 0; r < 3; ++r) {
    for (int k = 0; k < 4; ++k) {
      c.m[r][k] = k == 3 ? a.m[r][3] : 0.0;
      for (int i = 0; i < 3; ++i) c.m[r][k] += a.m[r][i] * b.m[i][k];
    }
  }
  return c;
}

Matrix MatrixOf(const Affine& a) {
  Matrix c;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t k = 0; k < 4; ++k) c.m[r][k] = static_cast<double>(a.m[r][k]);
  }
  return c;
}

Matrix MatrixOf(const Transform& t) { return MatrixOf(AffineOf(t)); }

double Difference(const Matrix& a, const Matrix& b) {
  double most = 0.0;
  for (int r = 0; r < 3; ++r) {
    for (int k = 0; k < 4; ++k) most = std::max(most, std::abs(a.m[r][k] - b.m[r][k]));
  }
  return most;
}

std::vector<Affine> ModelOf(const Skeleton& skeleton, const Pose& pose) {
  std::vector<Affine> model(skeleton.joint_count());
  EXPECT_EQ((LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run()),
            Error::kNone);
  return model;
}

TEST(RootPath, AClipWithoutARootJointStandsStill) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = testing::ClipOf({{.times = {0, 1}, .values = {0, 0, 0, 9, 9, 9}}});
  const RootPath path = PathOf(skeleton, clip);
  EXPECT_FALSE(path.moves());
  EXPECT_EQ(path.Between(LoopMode::kRepeat, 0, 10 * kTicksPerSecond), Transform{});
}

TEST(RootPath, WithinALoopItIsWhatTheJointMoved) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = Walk();
  const Transform motion =
      PathOf(skeleton, clip).Between(LoopMode::kRepeat, kTicksPerSecond / 2, kTicksPerSecond);
  EXPECT_TRUE(Near(motion.translation, {0.625f, 0, 0}, 1e-6));
  EXPECT_EQ(motion.rotation, Quat{});
  EXPECT_EQ(motion.scale, (Vec3{1, 1, 1}));
}

TEST(RootPath, StandingStillIsExactlyNothing) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = WithRoot({{.times = {0, 1}, .values = {0.1f, 70, 3, 0.5f, 0.25f, -1}},
                              {.property = Property::kRotation,
                               .times = {0, 1},
                               .values = {0.6f, 0, 0, 0.8f, 0, 0.28f, 0.96f, 0}}},
                             0);
  const RootPath path = PathOf(skeleton, clip);
  for (const LoopMode loop : kAllLoops) {
    for (Ticks at = -2 * kTicksPerSecond; at < 2 * kTicksPerSecond; at += 77'777'777) {
      EXPECT_EQ(path.Between(loop, at, at), Transform{});
    }
  }
}

TEST(RootPath, AMillionLoopsAreAMillionTimesOne) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = Walk();
  const RootPath path = PathOf(skeleton, clip);
  const Ticks million = 1'000'000 * (2 * kTicksPerSecond);
  EXPECT_EQ(path.Between(LoopMode::kRepeat, 0, million).translation, (Vec3{2'500'000, 0, 0}));
  EXPECT_EQ(path.Between(LoopMode::kRepeat, million, 0).translation, (Vec3{-2'500'000, 0, 0}));
  EXPECT_EQ(path.Between(LoopMode::kRepeat, 123, 123 + million).translation,
            (Vec3{2'500'000, 0, 0}));
}

TEST(RootPath, FourQuarterTurnsMeetAfterFourMillionLoops) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = QuarterTurn();
  const RootPath path = PathOf(skeleton, clip);
  const Transform round = path.Between(LoopMode::kRepeat, 0, 4'000'000 * kTicksPerSecond);
  EXPECT_TRUE(Near(round.translation, {0, 0, 0}, 1e-6));
  EXPECT_TRUE(SameRotation(round.rotation, {}, 1e-6));
  // Two of them: there and to the left, looking back.
  const Transform two = path.Between(LoopMode::kRepeat, 0, 4'000'002 * kTicksPerSecond);
  EXPECT_TRUE(Near(two.translation, {2, 0, 2}, 1e-6));
  EXPECT_TRUE(SameRotation(two.rotation, {0, 1, 0, 0}, 1e-6));
}

// Rotate by a quaternion of any length, then translate.
Matrix MatrixOf(const double (&q)[4], const double (&t)[3]) {
  const double norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double x = q[0], y = q[1], z = q[2], w = q[3], s = 2.0 / norm;
  return {{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), t[0]},
           {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x), t[1]},
           {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y), t[2]}}};
}

// The loop begins at a turn of 3-4-5 about x, ends at one of 7-24-25 between y and z.
TEST(RootPath, WholeLoopsAreTheOneLoopAgainAndAgain) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = WithRoot({{.times = {0, 1}, .values = {0, 0, 0, 0.5f, 0.25f, -1}},
                              {.property = Property::kRotation,
                               .times = {0, 1},
                               .values = {0.6f, 0, 0, 0.8f, 0, 0.28f, 0.96f, 0}}},
                             0);
  const RootPath path = PathOf(skeleton, clip);
  // As the keys are, in float; the first one backwards.
  const Matrix first = MatrixOf({-double{0.6f}, 0, 0, double{0.8f}}, {0, 0, 0});
  const Matrix last = MatrixOf({0, double{0.28f}, double{0.96f}, 0}, {0.5, 0.25, -1});
  const Matrix one = last * first;
  Matrix many;
  for (int loops = 1; loops <= 1000; ++loops) {
    many = many * one;
    const Transform at_once = path.Between(LoopMode::kRepeat, 0, loops * kTicksPerSecond);
    ASSERT_LT(Difference(many, MatrixOf(at_once)), 1e-6 + 1e-7 * loops) << loops;
  }
}

TEST(RootPath, StepsSplitAtRandomComeTogetherToTheWhole) {
  SplitMix64 random(421);
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = QuarterTurn();
  const RootPath path = PathOf(skeleton, clip);
  for (int i = 0; i < 300; ++i) {
    const LoopMode loop = kAllLoops[i % 3];
    const Ticks t0 = static_cast<Ticks>(random.Below(4'000'000'000u)) - 2'000'000'000;
    Ticks at = t0;
    Matrix in_pieces;
    for (int k = 0; k < 10; ++k) {
      const Ticks next = at + static_cast<Ticks>(random.Below(2'000'000'000u)) - 1'000'000'000;
      in_pieces = in_pieces * MatrixOf(path.Between(loop, at, next));
      at = next;
    }
    ASSERT_LT(Difference(in_pieces, MatrixOf(path.Between(loop, t0, at))), 2e-5);
  }
}

TEST(RootPath, OnceStopsAndPingPongGoesBack) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = Walk();
  const RootPath path = PathOf(skeleton, clip);
  EXPECT_EQ(path.Between(LoopMode::kOnce, 0, 100 * kTicksPerSecond).translation,
            (Vec3{2.5f, 0, 0}));
  EXPECT_EQ(path.Between(LoopMode::kPingPong, 0, 3 * kTicksPerSecond).translation,
            (Vec3{1.25f, 0, 0}));
  EXPECT_EQ(path.Between(LoopMode::kPingPong, 0, 4'000'000 * kTicksPerSecond), Transform{});
}

// character * motion * (pose held in place) stands where character * (pose) would, below ancestors
// that turn, scale evenly and mirror.
TEST(RootPath, TheCharacterMovesAsTheJointDidAndThePoseIsHeld) {
  SplitMix64 random(422);
  for (int i = 0; i < 60; ++i) {
    std::vector<Transform> rest;
    for (int j = 0; j < 4; ++j) {
      Transform t = random.Placement();
      const float even = t.scale.x;
      t.scale = {i % 2 == 1 && j == 1 ? -even : even, even, even};
      rest.push_back(t);
    }
    const Skeleton skeleton = SkeletonOf({-1, 0, 1, 2}, rest);
    const Quat q0 = random.Rotation(), q1 = random.Rotation();
    const Vec3 t0 = random.Vector(2), t1 = random.Vector(2);
    const Clip clip =
        WithRoot({{.target = 2, .times = {0, 1}, .values = {t0.x, t0.y, t0.z, t1.x, t1.y, t1.z}},
                  {.target = 2,
                   .property = Property::kRotation,
                   .times = {0, 1},
                   .values = {q0.x, q0.y, q0.z, q0.w, q1.x, q1.y, q1.z, q1.w}}},
                 2);
    const RootPath path = PathOf(skeleton, clip);
    const Ticks at = random.Below(static_cast<std::uint32_t>(kTicksPerSecond));
    Pose pose(4);
    ASSERT_EQ(
        (SampleJob{
            .skeleton = skeleton, .clip = clip, .time_s = SampleSeconds(clip, at), .pose = pose}
             .Run()),
        Error::kNone);
    const std::vector<Affine> moving = ModelOf(skeleton, pose);
    path.Hold(pose);
    const std::vector<Affine> held = ModelOf(skeleton, pose);
    EXPECT_EQ(pose.joint(2).translation, t0);
    const Matrix motion = MatrixOf(path.Between(LoopMode::kOnce, 0, at));
    for (const std::size_t joint : {2u, 3u}) {
      ASSERT_LT(Difference(motion * MatrixOf(held[joint]), MatrixOf(moving[joint])), 2e-4) << i;
    }
  }
}

TEST(RootPath, HoldingKeepsScaleAndLeavesOtherJointsAlone) {
  const Skeleton skeleton = SkeletonOf({-1, 0});
  const Clip clip = Walk();
  Pose pose(2);
  const Transform elsewhere{{1, 2, 3}, {1, 0, 0, 0}, {2, 2, 2}};
  pose.set_joint(0, elsewhere);
  pose.set_joint(1, elsewhere);
  PathOf(skeleton, clip).Hold(pose);
  EXPECT_EQ(pose.joint(0), (Transform{{3, 0, 7}, {}, {2, 2, 2}}));
  EXPECT_EQ(pose.joint(1), elsewhere);
  PathOf(skeleton, clip).Hold(PoseView{});  // Without that joint: nothing happens.
}

TEST(RootPath, APackedClipMovesAsItsExactOne) {
  const Skeleton skeleton = SkeletonOf({-1, 0, 0});
  const Clip exact = QuarterTurn();
  const PackedClip packed = PackedClip::Create(skeleton, exact, {.error_bound = 1e-4f}).value();
  for (const LoopMode loop : kAllLoops) {
    const Transform a = RootMotionBetween(exact, skeleton, loop, 1234, 2 * kTicksPerSecond + 77);
    const Transform b = RootMotionBetween(packed, skeleton, loop, 1234, 2 * kTicksPerSecond + 77);
    EXPECT_TRUE(Near(a.translation, b.translation, 1e-3));
    EXPECT_TRUE(SameRotation(a.rotation, b.rotation, 1e-2));
    EXPECT_NE(a.translation, Vec3{});
  }
}

TEST(RootPath, AJointThatTheSkeletonDoesNotHaveIsRefused) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip beyond = WithRoot({{.times = {0}, .values = {0, 0, 0}}}, 1);
  EXPECT_FALSE(RootPath::Create(skeleton, beyond).ok());
  const Clip other = testing::ClipOf({{.target = 4, .times = {0}, .values = {0, 0, 0}}});
  EXPECT_FALSE(RootPath::Create(skeleton, other).ok());
  EXPECT_EQ(RootMotionBetween(beyond, skeleton, LoopMode::kOnce, 0, 9), Transform{});
}

TEST(RootPath, MotionBeyondTheUsableRangeIsItsEdge) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = WithRoot({{.times = {0, 1e-6f}, .values = {0, 0, 0, 1e17f, 0, 0}}}, 0);
  const Transform motion =
      RootMotionBetween(clip, skeleton, LoopMode::kRepeat, -kMostTicks, kMostTicks);
  EXPECT_EQ(motion.translation.x, kLargest);
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The box of a clip holds what hangs on the joints at every moment, between keys too (C87).
#include "sinew/clip_bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/sampling.h"
#include "support/random_rig.h"

namespace sinew::testing {
namespace {

constexpr float kHalf = 0.70710678f;

const Box kPoint{{0, 0, 0}, {0, 0, 0}};
Box PointAt(Vec3 p) { return {p, p}; }

ClipSweep Sweep(const Skeleton& skeleton, const Clip& clip, std::vector<CarriedBox> boxes,
                const SweepOptions& options = {}) {
  return Expect(SweepClip(skeleton, clip, boxes, options));
}

// A hand at the end of an arm of length 1 that turns by half a circle between two keys: from
// (1, 0, 0) over (0, 1, 0) to (-1, 0, 0).
//
//   time   0 s ------ 1 s ------ 2 s
//   turn   0         90 deg     180 deg, about z, LINEAR
Clip HalfTurn() {
  return ClipOf({{.property = Property::kRotation,
                  .times = {0, 1, 2},
                  .values = {0, 0, 0, 1, 0, 0, kHalf, kHalf, 0, 0, 1, 0}}});
}

TEST(ClipBounds, HoldTheArcBetweenKeysAndNotOnlyItsEnds) {
  const Clip clip = HalfTurn();
  const ClipSweep sweep =
      Sweep(SkeletonOf({-1}), clip, {{.joint = 0, .box = PointAt({0.8f, 0.6f, 0})}});
  // Between the keys at 0 and 1 s the hand is as high as it gets; no key shows it.
  EXPECT_GE(sweep.box.max.y, 1.0f);
  EXPECT_LE(sweep.box.max.y, 1.03f);
  EXPECT_LE(sweep.box.min.x, -0.8f - 0.2f + 1e-3f);
  EXPECT_GE(sweep.box.min.x, -1.03f);
  EXPECT_LE(sweep.slack, 0.03f);
}

// Half a turn from key to key has two ways: what the sampler takes is inside.
TEST(ClipBounds, HoldAnArcOfHalfATurn) {
  for (const float w : {0.0f, 1e-7f, -1e-7f}) {
    const Clip clip = ClipOf(
        {{.property = Property::kRotation, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0, 1, w}}});
    const Skeleton skeleton = SkeletonOf({-1});
    const ClipSweep sweep = Sweep(skeleton, clip, {{.joint = 0, .box = PointAt({1, 0, 0})}});
    for (int i = 0; i <= 64; ++i) {
      Affine at;
      const std::array joint{0u};
      ASSERT_EQ((JointQuery{.skeleton = skeleton,
                            .clip = clip,
                            .time_s = i / 64.0,
                            .joints = joint,
                            .model_from_joint = std::span(&at, 1)}
                     .Run()),
                Error::kNone);
      EXPECT_TRUE(Contains(sweep.box, TransformPoint(at, {1, 0, 0}))) << i;
    }
    EXPECT_LE(Diagonal(sweep.box), 2.35f);  // Not the whole circle's: one half.
  }
}

TEST(ClipBounds, HoldWhereACubicSwingsBeyondItsKeys) {
  // From 0 to 0 in a second, leaving with 4 a second and arriving with -4: 1 in the middle.
  const Clip clip = ClipOf({{.interpolation = Interpolation::kCubicSpline,
                             .times = {0, 1},
                             .values = {0, 0, 0, 0, 0, 0, 4, 0, 0,  //
                                        -4, 0, 0, 0, 0, 0, 0, 0, 0}}});
  const ClipSweep sweep = Sweep(SkeletonOf({-1}), clip, {{.joint = 0, .box = kPoint}});
  EXPECT_GE(sweep.box.max.x, 1.0f);
  EXPECT_LE(sweep.box.max.x, 1.02f);
  EXPECT_GE(sweep.box.min.x, -0.02f);
}

// Leaving and arriving with 10 a second: at 0 at both keys and in the middle, +-0.962 between.
TEST(ClipBounds, HoldACubicThatStandsAtZeroWhereverOneLooks) {
  const Clip clip = ClipOf({{.interpolation = Interpolation::kCubicSpline,
                             .times = {0, 1},
                             .values = {0, 0, 0, 0, 0, 0, 10, 0, 0,  //
                                        10, 0, 0, 0, 0, 0, 0, 0, 0}}});
  const ClipSweep sweep = Sweep(SkeletonOf({-1}), clip, {{.joint = 0, .box = kPoint}});
  EXPECT_GE(sweep.box.max.x, 0.9622f);
  EXPECT_LE(sweep.box.min.x, -0.9622f);
  EXPECT_LE(sweep.box.max.x, 1.01f);
}

TEST(ClipBounds, AStepIsEitherHereOrThereAndNotBetween) {
  const Clip clip = ClipOf({{.interpolation = Interpolation::kStep,
                             .times = {0, 0.5f, 1},
                             .values = {0, 0, 0, 10, 0, 0, 0, 5, 0}}});
  const ClipSweep sweep = Sweep(SkeletonOf({-1}), clip, {{.joint = 0, .box = kPoint}});
  EXPECT_NEAR(sweep.box.max.x, 10.0f, 1e-3);
  EXPECT_NEAR(sweep.box.max.y, 5.0f, 1e-3);
  EXPECT_NEAR(sweep.box.min.x, 0.0f, 1e-3);
  EXPECT_LE(sweep.slack, 1e-3f);
}

TEST(ClipBounds, WhatHangsOnNothingStandsStill) {
  const ClipSweep sweep =
      Sweep(SkeletonOf({-1}), HalfTurn(), {{.joint = kNoParent, .box = {{1, 2, 3}, {4, 5, 6}}}});
  EXPECT_NEAR(sweep.box.min.z, 3.0f, 1e-5);
  EXPECT_NEAR(sweep.box.max.x, 4.0f, 1e-5);
  EXPECT_EQ(sweep.stretch_count, 2u);
}

TEST(ClipBounds, WithoutBoxesOrWithEmptyOnesAreEmpty) {
  EXPECT_TRUE(Sweep(SkeletonOf({-1}), HalfTurn(), {}).box.empty());
  EXPECT_TRUE(Sweep(SkeletonOf({-1}), HalfTurn(), {{.joint = 0}}).box.empty());
}

// Wandering rigs with tracks of all kinds, wild rotations among them: sampled at random moments,
// every point is inside, and the box is as near as it says.
TEST(ClipBounds, NoPointOfARandomRigLeavesThemAtAnyMoment) {
  int outside = 0, seen = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SplitMix64 random(seed);
    const std::uint32_t joints = 1 + random.Below(12);
    const Skeleton skeleton = RandomSkeleton(random, joints);
    const TrackKinds kinds{.turn = seed % 4 == 0 ? 3.1f : 0.4f,
                           .distance = seed % 3 == 0 ? 1.0f : 0.1f};
    const Clip clip = RandomClip(random, joints, 0, kinds);
    std::vector<CarriedBox> boxes;
    for (std::uint32_t j = 0; j < joints; ++j) {
      const Vec3 a = random.Vector(1), b = random.Vector(1);
      boxes.push_back({.joint = static_cast<std::int32_t>(j),
                       .joint_from_box = AffineOf(random.Placement()),
                       .box = {{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
                               {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}}});
    }
    const ClipSweep sweep = Sweep(skeleton, clip, boxes, {.most_work = 2'000'000});
    Pose pose(joints);
    std::vector<Affine> model(joints);
    Box reached;
    for (int i = 0; i < 300; ++i) {
      ASSERT_EQ((SampleJob{.skeleton = skeleton,
                           .clip = clip,
                           .time_s = static_cast<double>(clip.duration_s() * random.Unit()),
                           .pose = pose}
                     .Run()),
                Error::kNone);
      ASSERT_EQ(
          (LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run()),
          Error::kNone);
      for (const CarriedBox& carried : boxes) {
        const Affine matrix =
            Multiply(model[static_cast<std::size_t>(carried.joint)], carried.joint_from_box);
        for (int k = 0; k < 8; ++k) {
          const Vec3 corner{k & 1 ? carried.box.min.x : carried.box.max.x,
                            k & 2 ? carried.box.min.y : carried.box.max.y,
                            k & 4 ? carried.box.min.z : carried.box.max.z};
          const Vec3 p = TransformPoint(matrix, corner);
          reached = Union(reached, p);
          outside += Contains(sweep.box, p) ? 0 : 1;
          ++seen;
        }
      }
    }
    EXPECT_TRUE(Contains(sweep.box, reached)) << seed;
    // Not far beyond what was seen, either; moments between samples reach a little further.
    EXPECT_LE(Diagonal(sweep.box), 1.5f * Diagonal(reached) + 4.0f * sweep.slack) << seed;
  }
  EXPECT_EQ(outside, 0);
  EXPECT_GT(seen, 100'000);
}

// Little work makes a larger box that is as safe.
TEST(ClipBounds, LittleWorkGivesALargerBox) {
  SplitMix64 random(9);
  const Skeleton skeleton = RandomSkeleton(random, 6);
  const Clip clip = RandomClip(random, 6, 0);
  const std::vector<CarriedBox> boxes{{.joint = 5, .box = {{-1, -1, -1}, {1, 1, 1}}}};
  const ClipSweep fine = Sweep(skeleton, clip, boxes),
                  coarse = Sweep(skeleton, clip, boxes, {.most_work = 1});
  EXPECT_LT(coarse.stretch_count, fine.stretch_count);
  EXPECT_GT(coarse.slack, fine.slack);
  EXPECT_LE(fine.slack, 0.011f * Diagonal(fine.box));
  EXPECT_GT(Diagonal(coarse.box), Diagonal(fine.box));
}

TEST(ClipBounds, RefuseWhatDoesNotFit) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = HalfTurn();
  const auto refused = [&](const Skeleton& s, CarriedBox box, SweepOptions options) {
    return !SweepClip(s, clip, std::span(&box, 1), options).ok();
  };
  const CarriedBox fine{.joint = 0, .box = kPoint};
  EXPECT_FALSE(refused(skeleton, fine, {}));
  EXPECT_TRUE(refused(Skeleton(), {.box = kPoint}, {}));
  EXPECT_TRUE(refused(skeleton, {.joint = 1, .box = kPoint}, {}));
  EXPECT_TRUE(refused(skeleton, {.joint = -2, .box = kPoint}, {}));
  EXPECT_TRUE(refused(skeleton, {.joint = 0, .box = {{-1e30f, 0, 0}, {0, 0, 0}}}, {}));
  EXPECT_TRUE(refused(skeleton, {.joint = 0, .box = kPoint, .rounding = -1.0}, {}));
  EXPECT_TRUE(refused(skeleton, fine, {.tolerance = 0.0f}));
  EXPECT_TRUE(refused(skeleton, fine, {.tolerance = std::nanf("")}));
}

TEST(ClipBounds, FailWhereAClipLeavesTheUsableRange) {
  std::vector<Transform> rest(40);
  std::vector<std::int32_t> parents;
  for (int j = 0; j < 40; ++j) {
    parents.push_back(j - 1);
    rest[static_cast<std::size_t>(j)].scale = {1e10f, 1e10f, 1e10f};
  }
  const Skeleton skeleton = SkeletonOf(parents, rest);
  const Clip clip = HalfTurn();
  const Result<ClipSweep> sweep =
      SweepClip(skeleton, clip, std::vector<CarriedBox>{{.joint = 39, .box = PointAt({1, 1, 1})}});
  EXPECT_FALSE(sweep.ok());
}

// --- morph weights ---

TEST(ClipBounds, MorphWeightsStayInTheirRange) {
  SplitMix64 random(6);
  for (int round = 0; round < 30; ++round) {
    const Clip clip = RandomClip(random, 1, 4);
    const std::vector<float> rest{0.25f, 0.5f, 0.75f, 1.0f, 7.0f};
    std::vector<float> low(5), high(5);
    ASSERT_EQ((MorphRangeJob{.clip = clip, .morph_rest = rest, .low = low, .high = high}.Run()),
              Error::kNone);
    EXPECT_EQ(low[4], 7.0f);
    EXPECT_EQ(high[4], 7.0f);
    const Skeleton skeleton = SkeletonOf({-1});
    Pose pose(1, 5);
    for (int i = 0; i < 200; ++i) {
      ASSERT_EQ((SampleJob{.skeleton = skeleton,
                           .clip = clip,
                           .time_s = static_cast<double>(clip.duration_s() * random.Unit()),
                           .morph_rest = rest,
                           .pose = pose}
                     .Run()),
                Error::kNone);
      for (std::size_t m = 0; m < 5; ++m) {
        ASSERT_GE(pose.morphs()[m], low[m]);
        ASSERT_LE(pose.morphs()[m], high[m]);
      }
    }
  }
}

TEST(ClipBounds, MorphRangesNeedRoomForEverySlot) {
  SplitMix64 random(6);
  const Clip clip = RandomClip(random, 1, 4);
  const std::vector<float> rest(4);
  std::vector<float> low(4), high(4);
  const auto run = [&](std::size_t slots, std::size_t room) {
    return MorphRangeJob{.clip = clip,
                         .morph_rest = std::span(rest).first(slots),
                         .low = low,
                         .high = std::span(high).first(room)}
        .Run();
  };
  EXPECT_EQ(run(4, 4), Error::kNone);
  EXPECT_EQ(run(4, 3), Error::kMorphsTooSmall);
  EXPECT_EQ(run(3, 4), Error::kMorphsTooSmall);
}

}  // namespace
}  // namespace sinew::testing

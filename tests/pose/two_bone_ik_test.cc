// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/ik.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SkeletonOf;
using testing::SplitMix64;

Vec3 Minus(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 Plus(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 Times(Vec3 v, float s) { return {v.x * s, v.y * s, v.z * s}; }
Vec3 OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }

// A limb in a pose, and what stands above it.
struct Rig {
  Skeleton skeleton;
  Pose pose;
  Affine root{};
  std::uint32_t start = 0, middle = 1, end = 2;
  std::vector<Affine> model = std::vector<Affine>(skeleton.joint_count());

  void Walk() {
    EXPECT_EQ((LocalToModelJob{
                  .skeleton = skeleton, .pose = pose, .root = root, .model_from_joint = model}
                   .Run()),
              Error::kNone);
  }
  Vec3 At(std::uint32_t joint) const { return OriginOf(model[joint]); }
  float Upper() const { return Length(Minus(At(middle), At(start))); }
  float Lower() const { return Length(Minus(At(end), At(middle))); }

  TwoBoneIkJob Job(Vec3 target) {
    return {.skeleton = skeleton,
            .start = start,
            .middle = middle,
            .end = end,
            .target = target,
            .root = root,
            .model_from_joint = model,
            .pose = pose};
  }
};

// start (0,0,0) -- 2 along y -- middle -- 1 along y -- end; the middle bent by `angle` about x.
Rig Arm(float angle) {
  const std::vector<Transform> rest{{}, {.translation = {0, 2, 0}}, {.translation = {0, 1, 0}}};
  Rig rig{.skeleton = SkeletonOf({-1, 0, 1}, rest), .pose = Pose(rest)};
  rig.pose.set_joint(1, {{0, 2, 0}, QuatOf({1, 0, 0}, angle), {1, 1, 1}});
  rig.Walk();
  return rig;
}

// Two joints above, one between each pair of the limb; all turned, scaled evenly, some mirrored.
Rig RandomLimb(SplitMix64& random) {
  std::vector<Transform> pose;
  for (int j = 0; j < 7; ++j) {
    Transform t = random.Placement();
    const float even = random.Between(0.7f, 1.4f);
    t.scale = {random.Below(4) == 0 ? -even : even, even, even};
    pose.push_back(t);
  }
  Rig rig{.skeleton = SkeletonOf({-1, 0, 1, 2, 3, 4, 5}, pose),
          .pose = Pose(pose),
          .root = AffineOf({random.Vector(1), random.Rotation(), {1.5f, 1.5f, 1.5f}}),
          .start = 2,
          .middle = 4,
          .end = 6};
  rig.Walk();
  return rig;
}

Vec3 RandomDirection(SplitMix64& random) { return NormalizeOr(random.Vector(1), {0, 0, 1}); }

TEST(TwoBoneIk, TheEndReachesEveryTargetThatTheLengthsAllow) {
  SplitMix64 random(440);
  for (int i = 0; i < 500; ++i) {
    Rig rig = RandomLimb(random);
    const float a = rig.Upper(), b = rig.Lower();
    const float distance = random.Between(std::abs(a - b), a + b);
    const Vec3 target = Plus(rig.At(rig.start), Times(RandomDirection(random), distance));
    TwoBoneIkJob job = rig.Job(target);
    job.pole = i % 2 == 0 ? Vec3{} : random.Vector(1);
    float miss = -1.0f;
    job.miss = &miss;
    const Pose before = rig.pose;
    ASSERT_EQ(job.Run(), Error::kNone);
    EXPECT_NEAR(miss, 0.0f, 1e-5f);
    rig.Walk();
    ASSERT_TRUE(Near(rig.At(rig.end), target, 3e-5 * (a + b))) << i;
    EXPECT_NEAR(rig.Upper(), a, 1e-5f * a);
    EXPECT_NEAR(rig.Lower(), b, 1e-5f * b);
    for (std::uint32_t j = 0; j < 7; ++j) {
      if (j != rig.start && j != rig.middle) {
        EXPECT_EQ(rig.pose.joint(j), before.joint(j));
      }
      EXPECT_EQ(rig.pose.joint(j).translation, before.joint(j).translation);
      EXPECT_EQ(rig.pose.joint(j).scale, before.joint(j).scale);
    }
  }
}

TEST(TwoBoneIk, TheMiddleLiesOnThePolesSideOfTheLineToTheTarget) {
  SplitMix64 random(441);
  for (int i = 0; i < 300; ++i) {
    Rig rig = RandomLimb(random);
    const float a = rig.Upper(), b = rig.Lower();
    const float distance = std::abs(a - b) + 0.6f * (a + b - std::abs(a - b));
    const Vec3 towards = RandomDirection(random);
    TwoBoneIkJob job = rig.Job(Plus(rig.At(rig.start), Times(towards, distance)));
    job.pole = RandomDirection(random);
    if (Length(Cross(job.pole, towards)) < 0.1f) continue;
    ASSERT_EQ(job.Run(), Error::kNone);
    rig.Walk();
    const Vec3 to_middle = Minus(rig.At(rig.middle), rig.At(rig.start));
    const Vec3 aside = Minus(to_middle, Times(towards, Dot(to_middle, towards)));
    const Vec3 wanted = Minus(job.pole, Times(towards, Dot(job.pole, towards)));
    const float cosine = Dot(aside, wanted) / (Length(aside) * Length(wanted));
    ASSERT_NEAR(cosine, 1.0f, 1e-4f);
  }
}

TEST(TwoBoneIk, BeyondItsReachTheLimbPointsAtTheTarget) {
  Rig rig = Arm(1.0f);
  TwoBoneIkJob job = rig.Job({0, 0, 10});
  float miss = -1.0f;
  job.miss = &miss;
  ASSERT_EQ(job.Run(), Error::kNone);
  rig.Walk();
  EXPECT_TRUE(Near(rig.At(2), {0, 0, 3}, 1e-5));
  EXPECT_EQ(miss, 7.0f);
}

TEST(TwoBoneIk, NearerThanItCanFoldItStopsAtTheFold) {
  Rig rig = Arm(1.0f);
  TwoBoneIkJob job = rig.Job({0, 0, 0.25f});
  float miss = -1.0f;
  job.miss = &miss;
  ASSERT_EQ(job.Run(), Error::kNone);
  rig.Walk();
  EXPECT_TRUE(Near(rig.At(2), {0, 0, 1}, 1e-5));
  EXPECT_EQ(miss, 0.75f);
}

TEST(TwoBoneIk, ATargetAtTheStartItselfGivesARotationAllTheSame) {
  Rig rig = Arm(1.0f);
  ASSERT_EQ(rig.Job({0, 0, 0}).Run(), Error::kNone);
  rig.Walk();
  EXPECT_NEAR(Length(rig.At(2)), 1.0f, 1e-5f);
}

// The target runs straight out, through full reach and on: nothing jumps.
TEST(TwoBoneIk, TheReachIsClampedWithoutAPop) {
  for (const float soften : {1.0f, 0.9f, 0.5f}) {
    Vec3 last{};
    float last_distance = 0.0f;
    for (int i = 0; i <= 2000; ++i) {
      Rig rig = Arm(1.0f);
      const float distance = 1.1f + 0.002f * static_cast<float>(i);
      TwoBoneIkJob job = rig.Job({0, 0, distance});
      job.pole = {0, 1, 0};
      job.soften = soften;
      ASSERT_EQ(job.Run(), Error::kNone);
      rig.Walk();
      const float reach = Length(rig.At(2));
      EXPECT_LE(reach, 3.0f + 1e-5f);
      if (distance < 3.0f * soften) {
        EXPECT_NEAR(reach, distance, 1e-5f);
      }
      if (i > 0) {
        // The end goes at most as far as the target; the elbow of a hard limit moves by the root
        // of it, sqrt(2 * 0.002) and a little.
        EXPECT_LE(reach - last_distance, 0.002f + 1e-5f);
        EXPECT_GE(reach, last_distance - 1e-5f);
        EXPECT_LE(Length(Minus(rig.At(1), last)), soften < 1.0f ? 0.03f : 0.08f) << distance;
      }
      last = rig.At(1);
      last_distance = reach;
    }
    if (soften < 1.0f) {
      EXPECT_LT(last_distance, 3.0f);
    }
  }
}

TEST(TwoBoneIk, TheMiddleTurnsAboutItsHingeAlone) {
  SplitMix64 random(442);
  for (int i = 0; i < 200; ++i) {
    Rig rig = Arm(0.8f);
    TwoBoneIkJob job = rig.Job(Times(RandomDirection(random), random.Between(1.1f, 2.9f)));
    job.hinge = {1, 0, 0};
    job.pole = random.Vector(1);
    const Quat before = rig.pose.joint(1).rotation;
    ASSERT_EQ(job.Run(), Error::kNone);
    const Quat inverse{-before.x, -before.y, -before.z, before.w};
    const Quat turn = Multiply(inverse, rig.pose.joint(1).rotation);
    EXPECT_NEAR(turn.y, 0.0f, 1e-6f);
    EXPECT_NEAR(turn.z, 0.0f, 1e-6f);
    // And folds the way the hinge says.
    rig.Walk();
    const Vec3 fold = Cross(Minus(rig.At(1), rig.At(0)), Minus(rig.At(2), rig.At(1)));
    EXPECT_GT(Dot(fold, TransformDirection(rig.model[1], {1, 0, 0})), 0.0f);
  }
}

// The arm is bent about its hinge already, so the hinge says nothing that the pose does not.
TEST(TwoBoneIk, AHingeMeansTheSameInAMirroredSpace) {
  for (const float x : {1.0f, -1.0f}) {
    std::vector<Quat> starts;
    for (const Vec3 hinge : {Vec3{}, Vec3{1, 0, 0}}) {
      Rig rig = Arm(0.8f);
      rig.root = AffineOf({.scale = {x, 1, 1}});
      rig.Walk();
      TwoBoneIkJob job = rig.Job({1, 1, 1});
      job.hinge = hinge;
      ASSERT_EQ(job.Run(), Error::kNone);
      starts.push_back(rig.pose.joint(0).rotation);
    }
    EXPECT_TRUE(testing::SameRotation(starts[1], starts[0], 1e-6));
  }
}

// Bent a hair to either side: with a hinge the elbow stays where it is.
TEST(TwoBoneIk, AStraightLimbWithAHingeDoesNotFlip) {
  Vec3 first{};
  for (const float angle : {-1e-3f, -1e-7f, 0.0f, 1e-7f, 1e-3f}) {
    Rig rig = Arm(angle);
    TwoBoneIkJob job = rig.Job({0, 2, 1});
    job.hinge = {1, 0, 0};
    ASSERT_EQ(job.Run(), Error::kNone);
    rig.Walk();
    EXPECT_TRUE(Near(rig.At(2), {0, 2, 1}, 1e-5));
    if (angle == -1e-3f) first = rig.At(1);
    EXPECT_TRUE(Near(rig.At(1), first, 5e-3)) << angle;
  }
}

TEST(TwoBoneIk, TheWeightLeadsFromThePoseToTheSolution) {
  const Rig start = Arm(0.8f);
  const auto solved = [&](float weight) {
    Rig rig = start;
    TwoBoneIkJob job = rig.Job({1, 1, 1});
    job.weight = weight;
    EXPECT_EQ(job.Run(), Error::kNone);
    return rig.pose;
  };
  for (const std::uint32_t joint : {0u, 1u}) {
    const Quat from = start.pose.joint(joint).rotation;
    const Quat to = solved(1.0f).joint(joint).rotation;
    EXPECT_NE(from, to);
    EXPECT_EQ(solved(0.0f).joint(joint).rotation, from);
    EXPECT_TRUE(
        testing::SameRotation(solved(0.5f).joint(joint).rotation, Slerp(from, to, 0.5f), 1e-6));
  }
}

TEST(TwoBoneIk, BonesWithoutLengthAreLeftAlone) {
  const std::vector<Transform> rest(3);
  Rig rig{.skeleton = SkeletonOf({-1, 0, 1}, rest), .pose = Pose(rest)};
  rig.Walk();
  TwoBoneIkJob job = rig.Job({0, 0, 2});
  float miss = 0.0f;
  job.miss = &miss;
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(rig.pose.joint(0), Transform{});
  EXPECT_EQ(miss, 2.0f);
}

TEST(TwoBoneIk, WhatMakesNoSenseIsRefusedAndChangesNothing) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  Rig rig = Arm(0.8f);
  const TwoBoneIkJob good = rig.Job({1, 1, 1});
  const auto refused = [&](TwoBoneIkJob job) {
    const Pose before = rig.pose;
    const Error error = job.Run();
    for (std::uint32_t j = 0; j < 3; ++j) EXPECT_EQ(rig.pose.joint(j), before.joint(j));
    return error;
  };
  const auto with = [&](auto change) {
    TwoBoneIkJob job = good;
    change(job);
    return refused(job);
  };
  EXPECT_EQ(with([](auto& job) { job.end = 3; }), Error::kJointBeyondSkeleton);
  EXPECT_EQ(with([](auto& job) { job.middle = 0; }), Error::kNotAChain);
  EXPECT_EQ(with([](auto& job) { std::swap(job.middle, job.end); }), Error::kNotAChain);
  EXPECT_EQ(with([](auto& job) { job.target.y = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.pole.y = 2e18f; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.hinge.y = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.soften = 0.0f; }), Error::kOptionOutOfRange);
  EXPECT_EQ(with([](auto& job) { job.soften = 1.5f; }), Error::kOptionOutOfRange);
  EXPECT_EQ(with([](auto& job) { job.weight = -0.1f; }), Error::kWeightOutOfRange);
  EXPECT_EQ(with([](auto& job) { job.weight = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.pose.joint_count = 2; }), Error::kPoseTooSmall);
  EXPECT_EQ(with([](auto& job) { job.model_from_joint = job.model_from_joint.first(2); }),
            Error::kMatricesTooSmall);
  rig.model[1].m[0][0] = kNan;
  EXPECT_EQ(refused(good), Error::kValueNotFinite);
}

}  // namespace
}  // namespace sinew

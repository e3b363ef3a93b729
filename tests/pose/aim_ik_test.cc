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
Vec3 OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }
float Cosine(Vec3 a, Vec3 b) { return Dot(a, b) / (Length(a) * Length(b)); }

struct Head {
  Skeleton skeleton;
  Pose pose;
  std::uint32_t joint = 0;
  std::vector<Affine> model = std::vector<Affine>(skeleton.joint_count());

  void Walk() {
    EXPECT_EQ(
        (LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run()),
        Error::kNone);
  }
  AimIkJob Job(Vec3 target) {
    return {.skeleton = skeleton,
            .joint = joint,
            .target = target,
            .model_from_joint = model,
            .pose = pose};
  }
};

Head HeadOf(const std::vector<Transform>& pose) {
  std::vector<std::int32_t> parents;
  for (std::size_t j = 0; j < pose.size(); ++j) parents.push_back(static_cast<std::int32_t>(j) - 1);
  Head head{.skeleton = SkeletonOf(parents, pose),
            .pose = Pose(pose),
            .joint = static_cast<std::uint32_t>(pose.size()) - 1};
  head.Walk();
  return head;
}

Head RandomHead(SplitMix64& random) {
  std::vector<Transform> pose;
  for (int j = 0; j < 3; ++j) {
    Transform t = random.Placement();
    const float even = random.Between(0.7f, 1.4f);
    t.scale = {random.Below(3) == 0 ? -even : even, even, even};
    pose.push_back(t);
  }
  return HeadOf(pose);
}

TEST(AimIk, TheRayFromTheEyeGoesThroughTheTarget) {
  SplitMix64 random(450);
  for (int i = 0; i < 500; ++i) {
    Head head = RandomHead(random);
    AimIkJob job = head.Job(random.Vector(5));
    job.forward = random.Vector(1);
    job.eye = random.Vector(0.3f);
    job.pole = i % 2 == 0 ? Vec3{} : random.Vector(1);
    const Affine before = head.model[head.joint];
    const Vec3 eye_before = TransformDirection(before, job.eye);
    if (Length(Minus(job.target, OriginOf(before))) < 1.1f * Length(eye_before)) continue;
    ASSERT_EQ(job.Run(), Error::kNone);
    head.Walk();
    const Affine& after = head.model[head.joint];
    const Vec3 sight = Minus(job.target, TransformPoint(after, job.eye));
    ASSERT_GT(Cosine(sight, TransformDirection(after, job.forward)), 1.0f - 1e-5f) << i;
  }
}

TEST(AimIk, UpGoesAsNearToThePoleAsSightAllows) {
  SplitMix64 random(451);
  for (int i = 0; i < 300; ++i) {
    Head head = RandomHead(random);
    AimIkJob job = head.Job(random.Vector(5));
    job.pole = random.Vector(1);
    ASSERT_EQ(job.Run(), Error::kNone);
    head.Walk();
    const Affine& after = head.model[head.joint];
    const Vec3 sight = NormalizeOr(Minus(job.target, OriginOf(after)), {});
    const Vec3 up = TransformDirection(after, job.up);
    const auto across = [&](Vec3 v) {
      const float along = Dot(v, sight);
      return Minus(v, {sight.x * along, sight.y * along, sight.z * along});
    };
    if (Length(across(job.pole)) < 0.05f * Length(job.pole)) continue;
    ASSERT_GT(Cosine(across(up), across(job.pole)), 1.0f - 1e-4f) << i;
  }
}

TEST(AimIk, WithoutAPoleItTurnsByTheShortestWay) {
  Head head = HeadOf({{}});
  ASSERT_EQ(head.Job({3, 0, 3}).Run(), Error::kNone);  // An eighth of a turn about y.
  EXPECT_TRUE(Near(head.pose.joint(0).rotation, QuatOf({0, 1, 0}, 0.78539816f), 1e-6));
}

TEST(AimIk, ATargetStraightBehindIsTurnedToAboutUp) {
  Head head = HeadOf({{}});
  ASSERT_EQ(head.Job({0, 0, -3}).Run(), Error::kNone);
  EXPECT_TRUE(testing::SameRotation(head.pose.joint(0).rotation, {0, 1, 0, 0}, 1e-6));
}

TEST(AimIk, ATargetInTheJointItselfChangesNothing) {
  Head head = HeadOf({{.translation = {1, 2, 3}}});
  ASSERT_EQ(head.Job({1, 2, 3}).Run(), Error::kNone);
  EXPECT_EQ(head.pose.joint(0), (Transform{.translation = {1, 2, 3}}));
}

// The eye looks past the joint at a distance of 1; the target is at half that.
TEST(AimIk, ATargetNearerThanTheRayComesIsLookedAtAsWellAsCanBe) {
  Head head = HeadOf({{}});
  AimIkJob job = head.Job({0, -0.5f, 0});
  job.eye = {0, 1, 0};
  ASSERT_EQ(job.Run(), Error::kNone);
  head.Walk();
  // Its nearest point is on the target's side.
  EXPECT_TRUE(Near(TransformPoint(head.model[0], {0, 1, 0}), {0, -1, 0}, 1e-5));
}

TEST(AimIk, TheWeightLeadsFromThePoseToTheSolution) {
  Head head = HeadOf({{}});
  AimIkJob job = head.Job({3, 0, 3});
  job.weight = 0.5f;
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_TRUE(Near(head.pose.joint(0).rotation, QuatOf({0, 1, 0}, 0.39269908f), 1e-6));
}

TEST(AimIk, WhatMakesNoSenseIsRefusedAndChangesNothing) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  Head head = HeadOf({{}});
  const AimIkJob good = head.Job({3, 0, 3});
  const auto with = [&](auto change) {
    AimIkJob job = good;
    change(job);
    const Error error = job.Run();
    EXPECT_EQ(head.pose.joint(0), Transform{});
    return error;
  };
  EXPECT_EQ(with([](auto& job) { job.joint = 1; }), Error::kJointBeyondSkeleton);
  EXPECT_EQ(with([](auto& job) { job.target.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.forward.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.forward = {}; }), Error::kOptionOutOfRange);
  EXPECT_EQ(with([](auto& job) { job.eye.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.up.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.pole.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](auto& job) { job.weight = 1.5f; }), Error::kWeightOutOfRange);
  EXPECT_EQ(with([](auto& job) { job.model_from_joint = {}; }), Error::kMatricesTooSmall);
  EXPECT_EQ(with([](auto& job) { job.pose = {}; }), Error::kPoseTooSmall);
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Against numbers from outside (vectors/scotty3d.json, where it is there), and against differences
// of the energy itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "io/json/json.h"
#include "sinew/ik.h"
#include "support/assets.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SplitMix64;

constexpr char kVectors[] = "vectors/scotty3d.json";
constexpr double kRadians = std::numbers::pi / 180.0;

// --- the file of vectors ---

struct Vectors {
  std::string text;
  std::optional<json::Document> document;

  Vectors() {
    const auto bytes = testing::ReadFileBytes(testing::AssetPath(kVectors));
    if (!bytes) return;
    text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    document.emplace(json::Document::Parse(text).value());
  }
  json::Value operator[](const char* key) const { return *document->root().Find(key); }
};

Vec3 VectorOf(json::Value value, double unit = 1.0) {
  std::vector<float> numbers;
  for (const json::Value v : value.elements()) {
    numbers.push_back(static_cast<float>(v.number() * unit));
  }
  return {numbers.at(0), numbers.at(1), numbers.at(2)};
}

struct Case {
  Vec3 base, base_offset;
  std::vector<IkBone> bones;
  std::vector<IkHandle> handles;

  explicit Case(json::Value value) {
    const json::Value skeleton = *value.Find("skeleton");
    base = VectorOf(*skeleton.Find("base"));
    base_offset = VectorOf(*skeleton.Find("base_offset"));
    for (const json::Value bone : skeleton.Find("bones")->elements()) {
      bones.push_back({.extent = VectorOf(*bone.Find("extent")),
                       .roll = static_cast<float>(bone.Find("roll")->number() * kRadians),
                       .pose = VectorOf(*bone.Find("pose"), kRadians),
                       .parent = static_cast<std::int32_t>(bone.Find("parent")->number())});
    }
    const auto given = value.Find("handles");
    if (!given) return;
    for (const json::Value handle : given->elements()) {
      handles.push_back({.bone = static_cast<std::uint32_t>(handle.Find("bone")->number()),
                         .target = VectorOf(*handle.Find("target")),
                         .enabled = handle.Find("enabled")->number() != 0.0});
    }
  }

  IkRig rig() { return {base, base_offset, bones}; }
};

TEST(GradientIk, BonesStandWhereTheVectorsSay) {  // S14, S15
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["fk"].elements()) {
    Case a(value);
    GradientIkScratch scratch(8);
    std::vector<Affine> model(a.bones.size());
    const BonePose which =
        value.Find("pose")->string_is("bind") ? BonePose::kBind : BonePose::kCurrent;
    ASSERT_EQ((GradientIkJob{.rig = a.rig(), .scratch = scratch}.Transforms(which, model)),
              Error::kNone);
    std::size_t bone = 0;
    for (const json::Value matrix : value.Find("expected_col_major")->elements()) {
      std::size_t i = 0;
      for (const json::Value entry : matrix.elements()) {
        const std::size_t row = i % 4, column = i / 4;
        if (row < 3) {
          EXPECT_NEAR(model[bone].m[row][column], entry.number(), 1e-6);
        }
        ++i;
        ++checked;
      }
      ++bone;
    }
  }
  EXPECT_EQ(checked, 64);
}

TEST(GradientIk, TheGradientIsTheVectors) {  // S16
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["ik_gradient"].elements()) {
    Case a(value);
    GradientIkScratch scratch(8);
    std::vector<Vec3> gradient(a.bones.size());
    double energy = -1.0;
    ASSERT_EQ((GradientIkJob{.rig = a.rig(), .handles = a.handles, .scratch = scratch}.Evaluate(
                  energy, gradient)),
              Error::kNone);
    std::size_t bone = 0;
    for (const json::Value reference : value.Find("gradient_per_radian_reference")->elements()) {
      EXPECT_TRUE(Near(gradient[bone++], VectorOf(reference), 1e-6));
    }
    bone = 0;
    std::vector<std::string> compare;
    for (const json::Value v : value.Find("compare")->elements()) compare.push_back(v.string());
    for (const json::Value expected : value.Find("expected")->elements()) {
      Vec3 got = gradient[bone];
      if (compare[bone] == "direction") got = NormalizeOr(got, {});
      EXPECT_TRUE(Near(got, VectorOf(expected), 1e-3));
      ++bone;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 6);
}

TEST(GradientIk, SolvesTheVectors) {  // S16
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["ik_solve"].elements()) {
    Case a(value);
    GradientIkScratch scratch(8);
    GradientIkJob::Outcome outcome;
    const auto calls = static_cast<int>(value.Find("calls")->number());
    for (int i = 0; i < calls; ++i) {
      ASSERT_EQ((GradientIkJob{
                    .rig = a.rig(),
                    .handles = a.handles,
                    .steps = static_cast<std::uint32_t>(value.Find("steps_per_call")->number()),
                    .scratch = scratch}
                     .Run(outcome)),
                Error::kNone);
    }
    EXPECT_TRUE(outcome.converged);
    const Vec3 low = VectorOf(*value.Find("expected_pose_min"), kRadians);
    const Vec3 high = VectorOf(*value.Find("expected_pose_max"), kRadians);
    const Vec3 pose = a.bones[0].pose;
    EXPECT_TRUE(pose.x >= low.x && pose.x <= high.x) << pose.x;
    EXPECT_EQ(pose.y, 0.0f);
    EXPECT_EQ(pose.z, 0.0f);
    EXPECT_EQ(a.base, VectorOf(*value.Find("expected_base")));
    ++checked;
  }
  EXPECT_EQ(checked, 1);
}

// --- without the file ---

struct RandomRig {
  std::vector<IkBone> bones;
  std::vector<IkHandle> handles;
  Vec3 base, base_offset;

  RandomRig(SplitMix64& random, std::uint32_t count, std::uint32_t handle_count)
      : base(random.Vector(1)), base_offset(random.Vector(1)) {
    for (std::uint32_t i = 0; i < count; ++i) {
      bones.push_back({.extent = random.Vector(1),
                       .roll = random.Between(-3, 3),
                       .pose = random.Vector(1),
                       .parent = i == 0 ? kNoParent : static_cast<std::int32_t>(random.Below(i))});
    }
    for (std::uint32_t i = 0; i < handle_count; ++i) {
      handles.push_back({.bone = random.Below(count), .target = random.Vector(3)});
    }
  }
  GradientIkJob Job(GradientIkScratch& scratch) {
    return {.rig = {base, base_offset, bones}, .handles = handles, .scratch = scratch};
  }
};

double EnergyOf(const GradientIkJob& job) {
  double energy = -1.0;
  std::vector<Vec3> gradient(job.rig.bones.size());
  EXPECT_EQ(job.Evaluate(energy, gradient), Error::kNone);
  return energy;
}

TEST(GradientIk, AxesFollowTheExtentAndTheRoll) {  // S15
  const BoneAxes plain = AxesOf({.extent = {0, 5, 0}});
  EXPECT_TRUE(Near(plain.x, {1, 0, 0}, 1e-7));
  EXPECT_TRUE(Near(plain.y, {0, 1, 0}, 1e-7));
  EXPECT_TRUE(Near(plain.z, {0, 0, 1}, 1e-7));
  const BoneAxes along_x = AxesOf({.extent = {-2, 0, 0}});  // Parallel to x: z takes its place.
  EXPECT_TRUE(Near(along_x.x, {0, 0, 1}, 1e-7));
  EXPECT_TRUE(Near(along_x.y, {-1, 0, 0}, 1e-7));
  EXPECT_TRUE(Near(along_x.z, {0, -1, 0}, 1e-7));
  // Parallel but for rounding.
  EXPECT_TRUE(Near(AxesOf({.extent = {1, 1e-8f, 0}}).x, {0, 0, 1}, 1e-7));
  const BoneAxes rolled =
      AxesOf({.extent = {0, 1, 0}, .roll = static_cast<float>(90.0 * kRadians)});
  EXPECT_TRUE(Near(rolled.x, {0, 0, -1}, 1e-7));
  EXPECT_TRUE(Near(rolled.z, {1, 0, 0}, 1e-7));
  EXPECT_TRUE(Near(AxesOf({.extent = {0, 0, 0}}).y, {0, 1, 0}, 0.0));
}

TEST(GradientIk, ABonesRotationIsTheOneItsMatrixHas) {  // S14
  SplitMix64 random(460);
  GradientIkScratch scratch(1);
  for (int i = 0; i < 100; ++i) {
    RandomRig rig(random, 1, 0);
    std::vector<Affine> model(1);
    ASSERT_EQ(rig.Job(scratch).Transforms(BonePose::kCurrent, model), Error::kNone);
    const Affine expected =
        AffineOf({.translation = {rig.base.x + rig.base_offset.x, rig.base.y + rig.base_offset.y,
                                  rig.base.z + rig.base_offset.z},
                  .rotation = RotationOf(rig.bones[0])});
    EXPECT_TRUE(Near(model[0], expected, 2e-6));
  }
}

TEST(GradientIk, TheGradientIsWhatSmallStepsOfEachAngleSay) {  // S16
  SplitMix64 random(461);
  GradientIkScratch scratch(8);
  for (int i = 0; i < 40; ++i) {
    RandomRig rig(random, 1 + random.Below(8), 1 + random.Below(3));
    std::vector<Vec3> gradient(rig.bones.size());
    double energy = 0.0;
    ASSERT_EQ(rig.Job(scratch).Evaluate(energy, gradient), Error::kNone);
    for (std::size_t b = 0; b < rig.bones.size(); ++b) {
      for (float Vec3::* axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        const float before = rig.bones[b].pose.*axis;
        const float less = before - 1e-3f, more = before + 1e-3f;
        rig.bones[b].pose.*axis = less;
        const double low = EnergyOf(rig.Job(scratch));
        rig.bones[b].pose.*axis = more;
        const double high = EnergyOf(rig.Job(scratch));
        rig.bones[b].pose.*axis = before;
        const double width = static_cast<double>(more) - static_cast<double>(less);
        ASSERT_NEAR(gradient[b].*axis, (high - low) / width, 1e-4 * (1.0 + energy));
      }
    }
  }
}

TEST(GradientIk, NoCallEndsHigherThanItBegan) {
  SplitMix64 random(462);
  GradientIkScratch scratch(8);
  for (int i = 0; i < 40; ++i) {
    RandomRig rig(random, 2 + random.Below(6), 1 + random.Below(3));
    double last = EnergyOf(rig.Job(scratch));
    for (int call = 0; call < 20; ++call) {
      GradientIkJob::Outcome outcome;
      ASSERT_EQ(rig.Job(scratch).Run(outcome), Error::kNone);
      EXPECT_LE(outcome.steps, 10u);  // As many as the default says.
      const double now = EnergyOf(rig.Job(scratch));
      EXPECT_LE(now, last + 1e-6);  // Angles were rounded to float.
      last = now;
    }
  }
}

TEST(GradientIk, ReachesWhatThreeBonesCanReachAndSaysSo) {
  std::vector<IkBone> bones{{.pose = {0.1f, 0, 0.1f}}, {.parent = 0}, {.parent = 1}};
  const std::vector<IkHandle> handles{{.bone = 2, .target = {1, 1, 1}}};
  GradientIkScratch scratch(3);
  GradientIkJob::Outcome outcome;
  ASSERT_EQ(
      (GradientIkJob{.rig = {.bones = bones}, .handles = handles, .steps = 1000, .scratch = scratch}
           .Run(outcome)),
      Error::kNone);
  EXPECT_TRUE(outcome.converged);
  EXPECT_LT(outcome.energy, 1e-9);
  EXPECT_LT(outcome.steps, 1000u);
}

TEST(GradientIk, OutOfReachItStretchesTowardsTheTargetAndConverges) {
  std::vector<IkBone> bones{{.pose = {0.5f, 0, 0.2f}}, {.pose = {0.3f, 0, 0}, .parent = 0}};
  const std::vector<IkHandle> handles{{.bone = 1, .target = {0, 0, 5}}};
  GradientIkScratch scratch(2);
  GradientIkJob::Outcome outcome;
  ASSERT_EQ(
      (GradientIkJob{.rig = {.bones = bones}, .handles = handles, .steps = 5000, .scratch = scratch}
           .Run(outcome)),
      Error::kNone);
  EXPECT_TRUE(outcome.converged);
  EXPECT_NEAR(outcome.energy, 0.5 * 3.0 * 3.0, 1e-5);
}

TEST(GradientIk, DisabledHandlesPullNothing) {
  SplitMix64 random(463);
  RandomRig rig(random, 4, 3);
  for (IkHandle& handle : rig.handles) handle.enabled = false;
  const std::vector<IkBone> before = rig.bones;
  GradientIkScratch scratch(4);
  GradientIkJob::Outcome outcome;
  ASSERT_EQ(rig.Job(scratch).Run(outcome), Error::kNone);
  EXPECT_TRUE(outcome.converged);
  EXPECT_EQ(outcome.energy, 0.0);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(rig.bones[i].pose, before[i].pose);
}

TEST(GradientIk, OnlyPosesChange) {  // S16
  SplitMix64 random(464);
  RandomRig rig(random, 6, 2);
  const std::vector<IkBone> before = rig.bones;
  GradientIkScratch scratch(6);
  GradientIkJob::Outcome outcome;
  ASSERT_EQ(rig.Job(scratch).Run(outcome), Error::kNone);
  EXPECT_GT(outcome.steps, 0u);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(rig.bones[i].extent, before[i].extent);
    EXPECT_EQ(rig.bones[i].roll, before[i].roll);
    EXPECT_EQ(rig.bones[i].parent, before[i].parent);
  }
}

TEST(GradientIk, WhatMakesNoSenseIsRefusedAndChangesNothing) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto with = [&](auto change) {
    SplitMix64 random(465);
    RandomRig rig(random, 3, 1);
    GradientIkScratch scratch(3);
    change(rig);
    const std::vector<IkBone> before = rig.bones;
    GradientIkJob::Outcome outcome;
    const Error error = rig.Job(scratch).Run(outcome);
    EXPECT_EQ(outcome.steps, 0u);
    for (const std::size_t i : {0u, 2u}) EXPECT_EQ(rig.bones[i].pose, before[i].pose);
    return error;
  };
  EXPECT_EQ(with([](RandomRig& rig) { rig.bones[1].parent = 1; }), Error::kNotAChain);
  EXPECT_EQ(with([](RandomRig& rig) { rig.bones[1].parent = -2; }), Error::kNotAChain);
  EXPECT_EQ(with([](RandomRig& rig) { rig.bones[1].extent.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](RandomRig& rig) { rig.bones[1].pose.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](RandomRig& rig) { rig.bones[1].roll = 2e6f; }), Error::kOptionOutOfRange);
  EXPECT_EQ(with([](RandomRig& rig) { rig.bones[1].pose.z = -2e6f; }), Error::kOptionOutOfRange);
  EXPECT_EQ(with([](RandomRig& rig) { rig.handles[0].bone = 3; }), Error::kJointBeyondSkeleton);
  EXPECT_EQ(with([](RandomRig& rig) { rig.handles[0].target.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](RandomRig& rig) { rig.base_offset.x = kNan; }), Error::kValueNotFinite);
  EXPECT_EQ(with([](RandomRig& rig) { rig.bones.push_back({}); }), Error::kPoseTooSmall);
}

}  // namespace
}  // namespace sinew

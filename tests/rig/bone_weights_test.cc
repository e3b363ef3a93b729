// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "rig/surfaces.h"
#include "sinew/rigging.h"
#include "support/random.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Polygons;
using testing::SplitMix64;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Upright, end on end:   y   0 --lower-- 1 --upper-- 2
BoneRig TwoBones(float radius) {
  return {.bones = {{.extent = {0, 1, 0}, .radius = radius},
                    {.extent = {0, 1, 0}, .radius = radius, .parent = 0}}};
}

Influences WeightsAt(std::vector<Vec3> positions, const BoneRig& rig) {
  Result<Influences> made = BoneWeights(positions, rig);
  EXPECT_TRUE(made.ok()) << Describe(made.failure());
  return std::move(made).value();
}

TEST(BoneWeights, FallFromOneOnTheBoneToNothingAtTheRadius) {  // S5, S6, S7
  const BoneRig rig = TwoBones(0.5f);
  const Influences weights = WeightsAt(
      {{0.25f, 0.25f, 0}, {0, 1.25f, 0}, {0.25f, 1, 0}, {0.5f, 0.5f, 0}, {0, 2.5f, 0}}, rig);
  EXPECT_THAT(weights.of(0), ElementsAre(Influence{0, 1.0f}));  // Alone: its share is all.
  // On the upper bone (1), and a quarter above the lower one's tip (1/2).
  EXPECT_THAT(weights.of(1), ElementsAre(Influence{0, 1.0f / 3.0f}, Influence{1, 2.0f / 3.0f}));
  EXPECT_THAT(weights.of(2), ElementsAre(Influence{0, 0.5f}, Influence{1, 0.5f}));
  EXPECT_THAT(weights.of(3), IsEmpty());  // At the radius exactly.
  EXPECT_THAT(weights.of(4), IsEmpty());
}

TEST(BoneWeights, AreThoseOfTheBindPose) {  // S4
  BoneRig rig = TwoBones(0.5f);
  const std::vector<Vec3> positions{{0, 1.25f, 0}, {0.25f, 1, 0}};
  const Influences at_bind = WeightsAt(positions, rig);
  rig.base_offset = {5, 5, 5};
  rig.bones[0].pose = {1, 2, 3};
  rig.bones[1].roll = 1;
  EXPECT_EQ(WeightsAt(positions, rig).list, at_bind.list);
}

TEST(BoneWeights, ReplaceWhatAMeshHad) {  // S4
  PolygonMesh::Parts parts = testing::TwoTriangles();
  parts.influences = {.begins = {0, 1, 2, 3, 4}, .list = {{9, 1}, {9, 1}, {9, 1}, {9, 1}}};
  const Result<PolygonMesh> made = AssignBoneWeights(Polygons(parts), TwoBones(0.75f));
  ASSERT_TRUE(made.ok());
  EXPECT_THAT(made->influences().of(0), ElementsAre(Influence{0, 1.0f}));
  EXPECT_THAT(made->influences().of(1), IsEmpty());
  // Twice is as once.
  const Result<PolygonMesh> again = AssignBoneWeights(*made, TwoBones(0.75f));
  EXPECT_EQ(again->influences().list, made->influences().list);
}

TEST(BoneWeights, OfEveryVertexThatABoneReachesSumToOne) {  // S2
  const BoneRig rig = TwoBones(0.75f);
  SplitMix64 random(5);
  std::vector<Vec3> positions;
  for (int i = 0; i < 500; ++i) positions.push_back(random.Vector(2.0f));
  const Influences weights = WeightsAt(positions, rig);
  std::size_t reached = 0;
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    if (weights.of(v).empty()) continue;
    ++reached;
    double sum = 0.0;
    for (const Influence& one : weights.of(v)) sum += static_cast<double>(one.weight);
    EXPECT_NEAR(sum, 1.0, 1e-6) << v;
  }
  EXPECT_GT(reached, 20u);
  EXPECT_LT(reached, positions.size());
}

TEST(BoneWeights, HaveNoLimitOfInfluences) {  // S7
  BoneRig rig;
  for (int i = 0; i < 40; ++i) rig.bones.push_back({.extent = {1, 0, 0}, .radius = 1});
  const Influences weights = WeightsAt({{0.5f, 0.5f, 0}}, rig);
  ASSERT_EQ(weights.list.size(), 40u);
  for (const Influence& influence : weights.list) EXPECT_FLOAT_EQ(influence.weight, 1.0f / 40.0f);
}

TEST(BoneWeights, OfBonesWithoutLengthAreThoseOfAPointAndWithoutRadiusNone) {
  BoneRig rig{.bones = {{.extent = {0, 0, 0}, .radius = 1}, {.radius = 0}, {.radius = -1}}};
  EXPECT_THAT(WeightsAt({{0, 0, 0}, {0, 0.5f, 0}, {0, 1, 0}}, rig).list,
              ElementsAre(Influence{0, 1.0f}, Influence{0, 1.0f}));
}

TEST(BoneWeights, DoNotDependOnWhereTheRigStands) {  // S8
  SplitMix64 random(510);
  for (int i = 0; i < 50; ++i) {
    BoneRig rig;
    for (std::int32_t b = 0; b < 6; ++b) {
      rig.bones.push_back(
          {.extent = random.Vector(1), .radius = random.Between(0.5f, 2), .parent = b - 1});
    }
    std::vector<Vec3> positions, moved;
    const Vec3 by{16, -32, 64};
    for (int v = 0; v < 20; ++v) {
      const Vec3 p = random.Vector(2);
      positions.push_back(p);
      moved.push_back({p.x + by.x, p.y + by.y, p.z + by.z});
    }
    const Influences here = WeightsAt(positions, rig);
    rig.base = by;
    const Influences there = WeightsAt(moved, rig);
    for (std::uint32_t v = 0; v < 20; ++v) {
      std::vector<double> difference(6);
      for (const Influence& in : here.of(v)) difference[in.joint] += double{in.weight};
      for (const Influence& in : there.of(v)) difference[in.joint] -= double{in.weight};
      for (const double d : difference) EXPECT_NEAR(d, 0.0, 1e-4);  // Rounding at 64 is coarse.
    }
  }
}

TEST(BoneWeights, RefuseWhatIsNoRigOrNoPosition) {
  const auto refusal = [](auto change) {
    BoneRig rig = TwoBones(1);
    rig.handles.push_back({.bone = 1});
    std::vector<Vec3> positions(3);
    change(rig, positions);
    const Result<Influences> made = BoneWeights(positions, rig);
    return made.ok() ? "" : made.failure().place;
  };
  using Positions = std::vector<Vec3>;
  EXPECT_EQ(refusal([](BoneRig&, Positions&) {}), "");
  EXPECT_EQ(refusal([](BoneRig&, Positions& p) { p[2].y = kNan; }), "/positions/2");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.base.x = kNan; }), "/base");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.base_offset.x = 2e18f; }), "/base_offset");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.bones[1].extent.z = kNan; }), "/bones/1/extent");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.bones[0].radius = kNan; }), "/bones/0/radius");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.bones[1].roll = 2e6f; }), "/bones/1/roll");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.bones[1].pose.y = kNan; }), "/bones/1/pose");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.bones[1].parent = 1; }), "/bones/1/parent");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.bones[0].parent = -2; }), "/bones/0/parent");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.handles[0].bone = 2; }), "/handles/0/bone");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) { r.handles[0].target.z = kNan; }),
            "/handles/0/target");
  EXPECT_EQ(refusal([](BoneRig& r, Positions&) {  // Each usable, and their sum not.
              r.base.y = 1e18f;
              r.bones[0].extent.y = 1e18f;
            }),
            "/bones/1");
}

}  // namespace
}  // namespace sinew

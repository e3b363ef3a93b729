// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What weights hold while they are made: neither vertices times joints nor islands times joints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rig/shapes.h"
#include "sinew/weights.h"
#include "support/build_model.h"
#include "support/counted_new.h"

namespace sinew::testing {
namespace {

constexpr std::int64_t kMegabyte = 1 << 20;

// Joints that all stand at one point.
std::vector<BoneSegment> BonesAtOnePoint(std::uint32_t count) {
  std::vector<BoneSegment> bones;
  for (std::uint32_t j = 0; j < count; ++j) bones.push_back({j, {0, 0, 0}, {0, 0, 0}});
  return bones;
}

// Vertices in a row, without triangles.
Shape Dots(std::uint32_t count) {
  Shape dots;
  for (std::uint32_t v = 0; v < count; ++v) {
    dots.positions.push_back({1.0f + static_cast<float>(v), 0, 0});
  }
  return dots;
}

TEST(MemoryOfWeights, StaysSmallWhereAllJointsAreEquallyNear) {
  const Shape dots = Dots(2000);
  const std::vector<BoneSegment> bones = BonesAtOnePoint(4000);  // 8 million pairs.
  const HeldBytes held;
  Expect(HeatWeights(dots.Request(bones, 4000)));
  EXPECT_LT(held.MostBytes(), 12 * kMegabyte);
}

TEST(MemoryOfWeights, StaysSmallWhereARadiusReachesEverything) {
  const Shape dots = Dots(2000);
  const std::vector<BoneSegment> bones = BonesAtOnePoint(2000);  // 4 million pairs.
  const HeldBytes held;
  const WeightsResult made =
      Expect(SegmentWeights(dots.Request(bones, 2000), {.radius = 1e6f, .max_influences = 4}));
  EXPECT_LT(held.MostBytes(), 4 * kMegabyte);
  EXPECT_EQ(made.report.limited_count, 2000u);
  EXPECT_FLOAT_EQ(made.report.largest_dropped, 1.0f / 2000.0f);
}

TEST(MemoryOfWeights, StaysSmallWhereManyIslandsAreNoted) {
  // Triangles around a tube, which stands between them and the bones.
  Shape shape = Tube(5, 12, 4.0f);
  constexpr std::uint32_t kIslands = 1500, kJoints = 1500;
  for (std::uint32_t i = 0; i < kIslands; ++i) {
    const float y = 0.5f + 3.0f * static_cast<float>(i) / kIslands;
    shape.Append({{{2, y, 0}, {2, y + 0.001f, 0}, {2, y, 0.1f}}, {0, 1, 2}});
  }
  std::vector<BoneSegment> bones = Chain(kJoints, 4.0f / kJoints);
  const HeldBytes held;
  const WeightsResult made = Expect(HeatWeights(shape.Request(bones, kJoints)));
  EXPECT_LT(held.MostBytes(), 6 * kMegabyte);  // A double an island and joint would be 18.
  EXPECT_EQ(made.report.notes.size(), kIslands);
}

}  // namespace
}  // namespace sinew::testing

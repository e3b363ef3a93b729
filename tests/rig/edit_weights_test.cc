// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights by radius, and what is done with weights that are there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rig/shapes.h"
#include "sinew/influences.h"
#include "sinew/weights.h"
#include "support/build_model.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SegmentWeights, FallOffWithTheDistance) {  // S5
  // Two bones a unit apart along x; points between them, beside them and far away.
  const Shape points{{{0.25f, 0.5f, 0}, {0, 2, 0}, {9, 0, 0}}, {}};
  const std::vector<BoneSegment> bones{{0, {0, 0, 0}, {0, 1, 0}}, {1, {1, 0, 0}, {1, 1, 0}}};
  const WeightsResult made = Expect(SegmentWeights(
      points.Request(bones, 2), {.radius = 2.0f, .beyond = SegmentOptions::Beyond::kUnweighted}));
  // d = 0.25 and 0.75: (2 - 0.25) / 2 and (2 - 0.75) / 2, of their sum 1.5.
  EXPECT_NEAR(WeightOf(made.influences, 0, 0), 0.875 / 1.5, 1e-6);
  EXPECT_NEAR(WeightOf(made.influences, 0, 1), 0.625 / 1.5, 1e-6);
  // d = 1 and sqrt(2).
  const double b = (2.0 - std::sqrt(2.0)) / 2.0;
  EXPECT_NEAR(WeightOf(made.influences, 1, 0), 0.5 / (0.5 + b), 1e-6);
  EXPECT_THAT(made.influences.of(2), IsEmpty());  // S6
  EXPECT_EQ(made.report.unweighted_count, 1u);
}

TEST(SegmentWeights, TakeTheNearestWhereNoBoneReaches) {
  const Shape points{{{9, 0, 0}, {-9, 0, 0}}, {}};
  const std::vector<BoneSegment> bones{{0, {0, 0, 0}, {0, 1, 0}}, {1, {1, 0, 0}, {1, 1, 0}}};
  const WeightsResult made = Expect(SegmentWeights(points.Request(bones, 2), {.radius = 1.0f}));
  EXPECT_THAT(made.influences.of(0), ElementsAre(Influence{1, 1.0f}));
  EXPECT_THAT(made.influences.of(1), ElementsAre(Influence{0, 1.0f}));
}

TEST(SegmentWeights, TakeTheRadiusOfEachBoneWhereNoneIsGiven) {
  // The point is 1 from both bones of joint 0 (radii 2 and 4) and from joint 1's; joint 2 has none.
  const Shape points{{{0, 0, 1}}, {}};
  std::vector<BoneSegment> bones{{0, {-1, 0, 0}, {1, 0, 0}, 2.0f},
                                 {0, {0, -1, 0}, {0, 1, 0}, 4.0f},
                                 {1, {0, 0, 2}, {0, 0, 3}, 2.0f},
                                 {2, {0, 0, 1}, {0, 0, 1}}};
  const WeightsResult own = Expect(SegmentWeights(points.Request(bones, 3), {}));
  // 3/4 of the bone that gives most, and 1/2: of their sum.
  EXPECT_THAT(own.influences.of(0), ElementsAre(Influence{0, 0.6f}, Influence{1, 0.4f}));
  EXPECT_THAT(own.report.idle_joints, ElementsAre(2u));
  const WeightsResult given = Expect(SegmentWeights(points.Request(bones, 3), {.radius = 2.0f}));
  EXPECT_THAT(given.influences.of(0),
              ElementsAre(Influence{0, 0.25f}, Influence{1, 0.25f}, Influence{2, 0.5f}));
}

TEST(SegmentWeights, LimitedAtOnceAreThoseLimitedAfterwards) {
  const Shape tube = Tube(21, 12, 6.0f);
  const std::vector<BoneSegment> bones = Chain(12, 0.5f);
  for (const std::uint32_t most : {1u, 2u, 4u, 11u, 12u, 50u}) {
    const WeightsResult all = Expect(SegmentWeights(tube.Request(bones, 12), {.radius = 4.0f}));
    const LimitedInfluences after = Expect(LimitInfluences(all.influences, most));
    const WeightsResult at_once =
        Expect(SegmentWeights(tube.Request(bones, 12), {.radius = 4.0f, .max_influences = most}));
    EXPECT_LT(LargestDifference(after.influences, at_once.influences, 12), 1e-6f) << most;
    EXPECT_EQ(after.loss.limited_count, at_once.report.limited_count);
    EXPECT_NEAR(after.loss.largest_dropped, at_once.report.largest_dropped, 1e-6f);
    EXPECT_EQ(after.loss.most_influences, at_once.report.most_influences);
  }
}

// Three vertices in a row of two triangles on each side; all of the left half is joint 0's.
//    2 - 5 - 8      each cell two triangles
//    1 - 4 - 7
//    0 - 3 - 6
Shape Patch() {
  Shape patch;
  for (std::uint32_t x = 0; x < 3; ++x) {
    for (std::uint32_t y = 0; y < 3; ++y) {
      patch.positions.push_back({static_cast<float>(x), static_cast<float>(y), 0});
    }
  }
  for (const std::uint32_t c : {0u, 1u, 3u, 4u}) {
    patch.triangles.insert(patch.triangles.end(), {c, c + 3, c + 4, c, c + 4, c + 1});
  }
  return patch;
}

Influences HalfAndHalf(std::uint32_t count, std::uint32_t of_zero) {
  Influences influences;
  influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < count; ++v) {
    influences.list.push_back({v < of_zero ? 0u : 1u, 1.0f});
    influences.begins.push_back(v + 1);
  }
  return influences;
}

TEST(SmoothedWeights, AreHalfOnesOwnAndHalfTheNeighbours) {
  const Shape patch = Patch();
  const Influences sharp = HalfAndHalf(9, 4);  // Vertices 0 to 3 are joint 0's.
  const WeightsResult made = Expect(SmoothWeights({patch.positions, patch.triangles, sharp}, 1));
  // Vertex 4 has the neighbours 1 3 5 7 and, along the diagonals, 0 and 8: three of six.
  EXPECT_NEAR(WeightOf(made.influences, 4, 0), 0.25, 1e-6);
  EXPECT_NEAR(WeightOf(made.influences, 4, 1), 0.75, 1e-6);
  EXPECT_LT(made.report.largest_jump, 1.0f);
}

TEST(SmoothedWeights, LeaveLockedJointsAlone) {
  const Shape patch = Patch();
  Influences before;
  before.begins.push_back(0);
  for (std::uint32_t v = 0; v < 9; ++v) {
    before.list.insert(before.list.end(), {{v < 4 ? 0u : 1u, 0.6f}, {2, 0.4f}});
    before.begins.push_back(2 * (v + 1));
  }
  const std::vector<std::uint32_t> locked{2};
  const WeightsResult made =
      Expect(SmoothWeights({patch.positions, patch.triangles, before}, 3, locked));
  for (std::uint32_t v = 0; v < 9; ++v) {
    EXPECT_EQ(WeightOf(made.influences, v, 2), 0.4f);
    EXPECT_NEAR(WeightOf(made.influences, v, 0) + WeightOf(made.influences, v, 1), 0.6, 1e-6);
  }
  EXPECT_GT(WeightOf(made.influences, 4, 0), 0.05f);
}

// Four vertices at one place, whose weights in joint 0 are two that have a mean halfway between two
// floats, and two so small that each alone is lost beside the others: whether they are added first
// decides how the mean is rounded.
std::vector<std::vector<Influence>> HardToAdd() {
  const float a = 0.625f, b = 0.625f + 0x1p-24f, tiny = 0x1p-53f;
  return {{{0, a}, {1, 1.0f - a}},
          {{0, b}, {1, 1.0f - b}},
          {{0, tiny}, {1, 1.0f}},
          {{0, tiny}, {1, 1.0f}}};
}

Influences InOrder(const std::vector<std::vector<Influence>>& lists) {
  Influences influences;
  influences.begins.push_back(0);
  for (const std::vector<Influence>& list : lists) {
    influences.list.insert(influences.list.end(), list.begin(), list.end());
    influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
  }
  return influences;
}

TEST(SmoothedWeights, OfVerticesAtOnePlaceDoNotDependOnTheirOrder) {
  const std::vector<Vec3> positions(4, Vec3{1, 2, 3});
  std::vector<std::vector<Influence>> lists = HardToAdd();
  const Influences forth = InOrder(lists);
  std::reverse(lists.begin(), lists.end());
  const Influences back = InOrder(lists);
  EXPECT_EQ(Expect(SmoothWeights({positions, {}, forth}, 0)).influences.list,
            Expect(SmoothWeights({positions, {}, back}, 0)).influences.list);
}

TEST(TransferredWeights, OfVerticesAtOnePlaceDoNotDependOnTheirOrder) {
  // The four are a corner of a triangle.
  std::vector<Vec3> positions(4, Vec3{1, 2, 3});
  positions.insert(positions.end(), {{2, 2, 3}, {1, 3, 3}});
  const std::vector<std::uint32_t> triangles{0, 4, 5};
  std::vector<std::vector<Influence>> lists = HardToAdd();
  lists.insert(lists.end(), {{{1, 1.0f}}, {{1, 1.0f}}});
  const Influences forth = InOrder(lists);
  std::reverse(lists.begin(), lists.begin() + 4);
  const Influences back = InOrder(lists);
  const std::vector<Vec3> at{{1, 2, 3}};
  EXPECT_EQ(Expect(TransferWeights({positions, triangles, forth}, at)).influences.list,
            Expect(TransferWeights({positions, triangles, back}, at)).influences.list);
}

TEST(Jumps, AreFoundInWeightsAsALimitLeavesThem) {
  // Two vertices with weights nearly alike; cut to one influence, each is another joint's.
  const Influences before{
      {0, 2, 4, 6},
      {{0, 0.5625f}, {1, 0.4375f}, {0, 0.4375f}, {1, 0.5625f}, {0, 0.5625f}, {1, 0.4375f}}};
  const std::vector<std::uint32_t> triangle{0, 1, 2};
  EXPECT_EQ(Expect(LargestJump(before, triangle)).difference, 0.125f);
  const WeightJump jump =
      Expect(LargestJump(LimitInfluences(before, 1).value().influences, triangle));
  EXPECT_EQ(jump.difference, 1.0f);
  EXPECT_EQ(jump.vertex, 0u);
  EXPECT_EQ(jump.neighbour, 1u);
}

TEST(Jumps, AreNotLookedForInBrokenWeightsOrTriangles) {
  const Influences one{{0, 1}, {{0, 1.0f}}};
  const std::vector<std::uint32_t> beyond{0, 0, 1}, cut{0, 0};
  EXPECT_FALSE(LargestJump({}, {}).ok());
  EXPECT_FALSE(LargestJump({{0, 2}, {{0, 1.0f}}}, {}).ok());
  EXPECT_FALSE(LargestJump(one, beyond).ok());
  EXPECT_FALSE(LargestJump(one, cut).ok());
  EXPECT_EQ(Expect(LargestJump(one, {})).difference, 0.0f);
}

TEST(TransferredWeights, OfAMeshToItselfAreTheSame) {
  const Shape tube = Tube(21, 12, 6.0f);
  const WeightsResult source = Expect(HeatWeights(tube.Request(Chain(3, 2.0f), 3)));
  const WeightsResult made =
      Expect(TransferWeights({tube.positions, tube.triangles, source.influences}, tube.positions));
  for (std::uint32_t v = 0; v < tube.positions.size(); ++v) {
    for (std::uint32_t j = 0; j < 3; ++j) {
      ASSERT_NEAR(WeightOf(made.influences, v, j), WeightOf(source.influences, v, j), 1e-6);
    }
  }
  EXPECT_NEAR(made.report.largest_distance, 0.0f, 1e-6f);
}

TEST(TransferredWeights, LieBetweenTheCornersOfTheNearestTriangle) {
  const Shape triangle{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {0, 1, 2}};
  const Influences corners{{0, 1, 2, 3}, {{0, 1.0f}, {1, 1.0f}, {2, 1.0f}}};
  // Above the inside, beyond an edge, beyond a corner.
  const std::vector<Vec3> points{{1, 1, 2}, {2, -1, 0}, {-3, -4, 0}};
  const WeightsResult made =
      Expect(TransferWeights({triangle.positions, triangle.triangles, corners}, points));
  EXPECT_NEAR(WeightOf(made.influences, 0, 0), 0.5, 1e-6);
  EXPECT_NEAR(WeightOf(made.influences, 0, 1), 0.25, 1e-6);
  EXPECT_NEAR(WeightOf(made.influences, 0, 2), 0.25, 1e-6);
  EXPECT_NEAR(WeightOf(made.influences, 1, 0), 0.5, 1e-6);
  EXPECT_NEAR(WeightOf(made.influences, 1, 1), 0.5, 1e-6);
  EXPECT_THAT(made.influences.of(2), ElementsAre(Influence{0, 1.0f}));
  EXPECT_NEAR(made.report.largest_distance, 5.0f, 1e-5f);
  EXPECT_EQ(made.report.farthest_vertex, 2u);
}

}  // namespace
}  // namespace sinew::testing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/primitive_triangles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Primitive Plain(Topology topology, std::size_t corner_count) {
  return {.topology = topology, .positions = std::vector<Vec3>(corner_count)};
}

Primitive Indexed(Topology topology, std::vector<std::uint32_t> indices) {
  return {.topology = topology,
          .positions = std::vector<Vec3>(std::ranges::max(indices) + std::size_t{1}),
          .indexed = true,
          .indices = std::move(indices)};
}

//  1---3---5   as a strip; a fan goes around its first vertex.
//  |\  |\  |
//  0---2---4
TEST(TrianglesOfAPrimitive, AreThoseOfListsStripsAndFans) {
  EXPECT_THAT(TriangleList(Plain(Topology::kTriangles, 6)), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(TriangleList(Plain(Topology::kTriangleStrip, 6)),
              ElementsAre(0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4));
  EXPECT_THAT(TriangleList(Plain(Topology::kTriangleFan, 5)),
              ElementsAre(1, 2, 0, 2, 3, 0, 3, 4, 0));
}

TEST(TrianglesOfAPrimitive, GoThroughItsIndices) {
  EXPECT_THAT(TriangleList(Indexed(Topology::kTriangles, {9, 8, 7})), ElementsAre(9, 8, 7));
  EXPECT_THAT(TriangleList(Indexed(Topology::kTriangleStrip, {9, 8, 7, 6})),
              ElementsAre(9, 8, 7, 8, 6, 7));
  EXPECT_THAT(TriangleList(Indexed(Topology::kTriangleFan, {9, 8, 7, 6})),
              ElementsAre(8, 7, 9, 7, 6, 9));
}

// Two neighbours run along the edge between them in opposite directions.
TEST(TrianglesOfAPrimitive, ShowTheSameSideAllOver) {
  for (const Topology topology : {Topology::kTriangleStrip, Topology::kTriangleFan}) {
    const Primitive primitive = Plain(topology, 9);
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t t = 0; t < TriangleCount(primitive); ++t) {
      const auto [a, b, c] = TriangleAt(primitive, t);
      EXPECT_TRUE(edges.emplace(a, b).second && edges.emplace(b, c).second &&
                  edges.emplace(c, a).second)
          << "triangle " << t;
    }
    EXPECT_EQ(edges.size(), 21u);
  }
}

TEST(TrianglesOfAPrimitive, LeaveOutCornersThatMakeNone) {
  EXPECT_EQ(TriangleCount(Plain(Topology::kTriangles, 8)), 2u);
  for (const Topology topology :
       {Topology::kTriangles, Topology::kTriangleStrip, Topology::kTriangleFan}) {
    for (const std::size_t corners : {0u, 1u, 2u}) {
      EXPECT_THAT(TriangleList(Plain(topology, corners)), IsEmpty());
    }
  }
  for (const Topology topology :
       {Topology::kPoints, Topology::kLines, Topology::kLineLoop, Topology::kLineStrip}) {
    EXPECT_THAT(TriangleList(Plain(topology, 6)), IsEmpty());
  }
}

}  // namespace
}  // namespace sinew

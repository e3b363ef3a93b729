// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/surface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "rig/shapes.h"
#include "rig/weights/triangle_tree.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using weights::kNoIsland;
using weights::MakeSurface;
using weights::Surface;

TEST(Surfaces, AreTheSameHoweverTheMeshIsOrdered) {
  Shape shape = Tube(9, 7, 3.0f, 0.2f);
  SplitMix64 random(5);
  shape.positions.push_back(shape.positions[3]);  // There twice.
  shape.triangles[0] = static_cast<std::uint32_t>(shape.positions.size() - 1);
  const Surface straight = MakeSurface(shape.positions, shape.triangles);
  Shape turned;
  const auto last = static_cast<std::uint32_t>(shape.positions.size() - 1);
  for (std::uint32_t v = 0; v <= last; ++v) turned.positions.push_back(shape.positions[last - v]);
  for (std::size_t t = shape.triangles.size() / 3; t-- > 0;) {
    for (const std::size_t c : {2u, 0u, 1u}) {
      turned.triangles.push_back(last - shape.triangles[3 * t + c]);
    }
  }
  const Surface made = MakeSurface(turned.positions, turned.triangles);
  EXPECT_EQ(made.triangles, straight.triangles);
  ASSERT_EQ(made.places.size(), straight.places.size());
  for (std::size_t p = 0; p < made.places.size(); ++p) {
    EXPECT_EQ(made.places[p].x, straight.places[p].x);
    EXPECT_EQ(made.places[p].y, straight.places[p].y);
    EXPECT_EQ(made.places[p].z, straight.places[p].z);
  }
  for (std::uint32_t v = 0; v <= last; ++v) {
    EXPECT_EQ(made.place_of_vertex[last - v], straight.place_of_vertex[v]);
  }
}

TEST(Surfaces, WeldWhatIsNearerThanAMillionth) {
  // The diagonal is 1000: 0.0005 apart is one place, 0.002 is two; 0 and -0 are one.
  const std::vector<Vec3> points{{0, 0, 0},       {-0.0f, 0, -0.0f}, {1000, 0, 0},
                                 {0.0005f, 0, 0}, {0, 0.002f, 0},    {1000, 0.0005f, 0}};
  const Surface surface = MakeSurface(points, {});
  EXPECT_THAT(surface.place_of_vertex, ElementsAre(0u, 0u, 2u, 0u, 1u, 2u));
}

TEST(Surfaces, KeepManyPointsApartThatAreCloseAlongEachAxis) {
  // Along each axis alone, neighbours in this cloud are nearer than the tolerance.
  std::vector<Vec3> points;
  SplitMix64 random(2);
  for (int i = 0; i < 20'000; ++i) points.push_back(random.Vector(1.0f));
  std::sort(points.begin(), points.end(), [](const Vec3& a, const Vec3& b) {
    return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z};
  });
  EXPECT_GT(MakeSurface(points, {}).places.size(), 19'990u);
}

TEST(Surfaces, NumberTheirPartsAndLeaveLooseVerticesOut) {
  const std::vector<Vec3> points{{9, 0, 0}, {9, 1, 0}, {8, 0, 0}, {0, 0, 0},
                                 {0, 1, 0}, {1, 0, 0}, {4, 4, 4}};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 3, 4, 5};
  const Surface surface = MakeSurface(points, triangles);
  EXPECT_EQ(surface.island_count, 2u);
  const auto island = [&](std::uint32_t v) {
    return surface.island_of_place[surface.place_of_vertex[v]];
  };
  EXPECT_EQ(island(3), 0u);  // The lowest place is there.
  EXPECT_EQ(island(0), 1u);
  EXPECT_EQ(island(6), kNoIsland);
}

TEST(TriangleTrees, FindTheNearestAsASearchOfAllWould) {
  Shape shape = Tube(9, 9, 3.0f, 0.3f);
  const Surface surface = MakeSurface(shape.positions, shape.triangles);
  const weights::TriangleTree tree(surface);
  SplitMix64 random(11);
  for (int i = 0; i < 300; ++i) {
    const Vec3 p = random.Vector(0.8f);
    const scalar::Vec3D point = scalar::Widen(p);
    const weights::NearestPoint found = tree.Nearest(point);
    // By sampling every triangle densely: never nearer than what was found, and nearly as near.
    double nearest = std::numeric_limits<double>::max();
    for (const std::array<std::uint32_t, 3>& t : surface.triangles) {
      for (int u = 0; u <= 12; ++u) {
        for (int v = 0; u + v <= 12; ++v) {
          const double a = u / 12.0, b = v / 12.0;
          const scalar::Vec3D at =
              scalar::Add(scalar::Add(scalar::Scale(surface.places[t[0]], 1.0 - a - b),
                                      scalar::Scale(surface.places[t[1]], a)),
                          scalar::Scale(surface.places[t[2]], b));
          nearest = std::min(nearest, scalar::Length(scalar::Sub(at, point)));
        }
      }
    }
    ASSERT_LE(found.distance, nearest + 1e-12);
    ASSERT_GE(found.distance, nearest - 0.05);
  }
}

TEST(TriangleTrees, SeeAWallAndNotWhatIsTouched) {
  // A floor at y = 0 and a place above it; and a second wall, another island, between.
  const std::vector<Vec3> points{{-1, 0, -1},    {-1, 0, 1},    {1, 0, 1},   {0, 1, 0},
                                 {-1, 0.5f, -1}, {-1, 0.5f, 1}, {3, 0.5f, 0}};
  const std::vector<std::uint32_t> triangles{0, 1, 2, 0, 2, 3, 4, 5, 6};
  const Surface surface = MakeSurface(points, triangles);
  const weights::TriangleTree tree(surface);
  const std::uint32_t place = surface.place_of_vertex[3];
  const auto own = [&](Vec3 to) { return tree.OwnBetween(place, surface.Scaled(to)); };
  const auto others = [&](Vec3 to) { return tree.OthersBetween(place, surface.Scaled(to)); };
  EXPECT_TRUE(own({-0.5f, -1, 0.4f}));  // Through the floor, and the wall.
  EXPECT_TRUE(others({-0.5f, -1, 0.4f}));
  EXPECT_FALSE(own({-0.5f, 0.2f, 0}));  // Through the wall alone.
  EXPECT_TRUE(others({-0.5f, 0.2f, 0}));
  EXPECT_FALSE(others({-0.5f, 0.5f, 0}));  // Upon it.
  EXPECT_FALSE(others({0, 2, 0}));
  EXPECT_FALSE(own({0, 2, 0}));
}

}  // namespace
}  // namespace sinew::testing

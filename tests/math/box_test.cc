// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/box.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/random.h"

namespace sinew::testing {
namespace {

TEST(Box, StartsEmptyAndAddsNothing) {
  const Box empty, box{{1, 2, 3}, {4, 5, 6}};
  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(Union(empty, box), box);
  EXPECT_EQ(Union(box, empty), box);
  EXPECT_TRUE(Contains(box, empty));
  EXPECT_FALSE(Contains(empty, box));
  EXPECT_FALSE(Contains(empty, Vec3{}));
  EXPECT_EQ(Diagonal(empty), 0.0f);
}

TEST(Box, HoldsItsFacesAndNothingBeyond) {
  const Box box = Union(Union(Box{}, Vec3{0, 0, 0}), Vec3{2, 3, 6});
  EXPECT_EQ(Diagonal(box), 7.0f);
  EXPECT_TRUE(Contains(box, Vec3{0, 3, 6}));
  EXPECT_FALSE(Contains(box, Vec3{0, 3.000001f, 6}));
  EXPECT_FALSE(Contains(box, Vec3{-1e-30f, 0, 0}));
}

TEST(Box, RoundsOutwardsByLessThanOneFloat) {
  SplitMix64 random(3);
  for (int i = 0; i < 100'000; ++i) {
    const int exponent = static_cast<int>(random.Below(300)) - 170;
    const double sign = random.Below(2) == 0 ? 1.0 : -1.0;
    const double v =
        sign * std::ldexp(1.0 + static_cast<double>(random.Next() >> 12) * 0x1p-52, exponent);
    const float up = scalar::RoundUp(v), down = scalar::RoundDown(v);
    if (std::abs(v) > static_cast<double>(std::numeric_limits<float>::max())) continue;
    ASSERT_GE(static_cast<double>(up), v);
    ASSERT_LE(static_cast<double>(down), v);
    const float step = std::nextafter(down, std::numeric_limits<float>::infinity());
    ASSERT_TRUE(up == down || up == step) << v;
  }
  EXPECT_EQ(scalar::RoundUp(0.5), 0.5f);
  EXPECT_EQ(scalar::RoundUp(1e-60), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(scalar::RoundDown(-1e-60), -std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(scalar::RoundUp(1e60), std::numeric_limits<float>::max());
}

// A turned box: all corners are inside, and each side is touched.
TEST(Box, AMovedBoxIsTheLeastOneAroundItsCorners) {
  SplitMix64 random(4);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 a = random.Vector(2), b = random.Vector(2);
    const Box box = Union(Union(Box{}, a), b);
    const Affine matrix = AffineOf(random.Placement());
    Box corners;
    for (int k = 0; k < 8; ++k) {
      corners =
          Union(corners,
                TransformPoint(matrix, {k & 1 ? a.x : b.x, k & 2 ? a.y : b.y, k & 4 ? a.z : b.z}));
    }
    const Box moved =
        scalar::NarrowOutwards(scalar::Moved(scalar::Widen(matrix), scalar::Widen(box)));
    EXPECT_NEAR(moved.min.x, corners.min.x, 1e-5);
    EXPECT_NEAR(moved.min.y, corners.min.y, 1e-5);
    EXPECT_NEAR(moved.max.x, corners.max.x, 1e-5);
    EXPECT_NEAR(moved.max.z, corners.max.z, 1e-5);
  }
}

}  // namespace
}  // namespace sinew::testing

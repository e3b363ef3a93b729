// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <limits>

#include "sinew/math.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Vectors, TheCrossProductIsRightHanded) {
  EXPECT_EQ(Cross({1, 0, 0}, {0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(Cross({0, 1, 0}, {0, 0, 1}), (Vec3{1, 0, 0}));
  EXPECT_EQ(Dot({1, 2, 3}, {4, 5, 6}), 32.0f);
}

TEST(Vectors, EveryUsableLengthCanBeMeasured) {
  EXPECT_EQ(Length({3, 4, 0}), 5.0f);
  EXPECT_FLOAT_EQ(Length({3e-30f, 4e-30f, 0}), 5e-30f);
  EXPECT_FLOAT_EQ(Length({3e17f, 0, 4e17f}), 5e17f);
  EXPECT_EQ(Length({0, 0, 0}), 0.0f);
}

TEST(Vectors, NormalizedVectorsHaveUnitLength) {
  testing::SplitMix64 random(2);
  for (int i = 0; i < 10000; ++i) {
    const Vec3 unit = NormalizeOr(random.Vector(100), {9, 9, 9});
    EXPECT_NEAR(Length(unit), 1.0f, 3e-7f);
  }
}

TEST(Vectors, WhatHasNoDirectionTakesTheFallback) {
  EXPECT_EQ(NormalizeOr({0, 0, 0}, {0, 1, 0}), (Vec3{0, 1, 0}));
  EXPECT_EQ(NormalizeOr({1e-30f, 0, 0}, {0, 1, 0}), (Vec3{0, 1, 0}));
  EXPECT_EQ(NormalizeOr({1e30f, 0, 0}, {0, 1, 0}), (Vec3{0, 1, 0}));
  EXPECT_EQ(NormalizeOr({kInfinity - kInfinity, 0, 0}, {0, 1, 0}), (Vec3{0, 1, 0}));
  EXPECT_TRUE(testing::Near(NormalizeOr({1e-18f, 0, 0}, {0, 1, 0}), {1, 0, 0}, 2e-7));
}

TEST(Usable, EndsAtTenToTheEighteenth) {
  EXPECT_TRUE(IsUsable(0.0f));
  EXPECT_TRUE(IsUsable(-1e18f));
  EXPECT_TRUE(IsUsable(std::numeric_limits<float>::denorm_min()));
  EXPECT_FALSE(IsUsable(1.0001e18f));
  EXPECT_FALSE(IsUsable(-kInfinity));
  EXPECT_FALSE(IsUsable(kInfinity));
  EXPECT_FALSE(IsUsable(std::numeric_limits<float>::quiet_NaN()));
}

}  // namespace
}  // namespace sinew

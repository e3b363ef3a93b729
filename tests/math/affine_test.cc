// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sinew/math.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SplitMix64;

// Every entry another small whole number, so that products are exact.
const Affine kA{{{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}}};
const Affine kB{{{{2, 0, 1, 3}, {1, 1, 0, 2}, {0, 4, 1, 1}}}};

TEST(Affine, AProductHasTheFourthRowOfOnesAndZerosImplied) {  // E59
  const Affine by_hand{{{{4, 14, 4, 4 + 3 + 4 + 3}, {16, 34, 12, 42}, {28, 54, 20, 70}}}};
  EXPECT_EQ(Multiply(kA, kB), by_hand);
  EXPECT_EQ(Multiply(kA, Affine{}), kA);
  EXPECT_EQ(Multiply(Affine{}, kA), kA);
}

TEST(Affine, PointsAreTranslatedAndDirectionsAreNot) {  // E68
  EXPECT_EQ(TransformPoint(kA, {1, 0, 0}), (Vec3{1 + 4, 5 + 8, 9 + 12}));
  EXPECT_EQ(TransformDirection(kA, {1, 0, 0}), (Vec3{1, 5, 9}));
}

TEST(Affine, AProductAppliesItsRightFactorFirst) {
  EXPECT_EQ(TransformPoint(Multiply(kA, kB), {1, 2, 3}),
            TransformPoint(kA, TransformPoint(kB, {1, 2, 3})));
}

TEST(Affine, ATransformScalesThenRotatesThenTranslates) {
  SplitMix64 random(10);
  for (int i = 0; i < 1000; ++i) {
    const Transform t = random.Placement();
    const Vec3 p = random.Vector(1);
    const Vec3 scaled{p.x * t.scale.x, p.y * t.scale.y, p.z * t.scale.z};
    const Vec3 turned = Rotate(t.rotation, scaled);
    const Vec3 wanted{turned.x + t.translation.x, turned.y + t.translation.y,
                      turned.z + t.translation.z};
    EXPECT_TRUE(Near(TransformPoint(AffineOf(t), p), wanted, 2e-6));
  }
}

TEST(Affine, AnInverseUndoesItsMatrix) {
  SplitMix64 random(11);
  for (int i = 0; i < 1000; ++i) {
    const Affine a = AffineOf(random.Placement());
    const std::optional<Affine> inverse = Inverse(a);
    ASSERT_TRUE(inverse.has_value());
    EXPECT_TRUE(Near(Multiply(a, *inverse), Affine{}, 2e-6));
    EXPECT_TRUE(Near(Multiply(*inverse, a), Affine{}, 4e-6));
  }
}

TEST(Affine, AnInverseIsGoodAtVerySmallAndVeryLargeScales) {
  for (const float s : {1e-12f, 1e-5f, 1e5f, 1e15f}) {
    const Affine a = AffineOf({{}, Normalize({1, 2, 3, 4}), {s, 2 * s, s}});
    const std::optional<Affine> inverse = Inverse(a);
    ASSERT_TRUE(inverse.has_value()) << s;
    EXPECT_TRUE(Near(Multiply(a, *inverse), Affine{}, 1e-6)) << s;
  }
}

TEST(Affine, WhatCannotBeInvertedGivesNothing) {
  EXPECT_FALSE(Inverse(AffineOf({{}, {}, {1, 0, 1}})).has_value());
  EXPECT_FALSE(Inverse(Affine{{{{1, 2, 3, 0}, {4, 5, 6, 0}, {7, 8, 9, 0}}}}).has_value());
  EXPECT_FALSE(Inverse(AffineOf({{}, {}, {1e-30f, 1, 1}})).has_value()) << "1e30 is not usable";
  EXPECT_FALSE(Inverse(AffineOf({{1e15f, 0, 0}, {}, {1e-6f, 1, 1}})).has_value());
  Affine not_a_number;
  not_a_number.m[1][1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(Inverse(not_a_number).has_value());
}

TEST(Affine, TheDeterminantIsTheVolumeWithTheSignOfTheMirror) {
  EXPECT_EQ(Determinant(Affine{}), 1.0f);
  EXPECT_EQ(Determinant(kB), 6.0f);
  EXPECT_EQ(Determinant(AffineOf({{}, {}, {-2, 3, 4}})), -24.0f);
  EXPECT_EQ(Determinant(AffineOf({{}, {}, {0, 3, 4}})), 0.0f);
  EXPECT_LT(Determinant(AffineOf({{}, {}, {-1e-30f, 1e-30f, 1e-30f}})), 0.0f);
  EXPECT_EQ(Determinant(AffineOf({{}, {}, {1e18f, 1e18f, 1e18f}})),
            std::numeric_limits<float>::max());
}

}  // namespace
}  // namespace sinew

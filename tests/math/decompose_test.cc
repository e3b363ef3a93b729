// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/math.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SameRotation;
using testing::SplitMix64;

bool IsUnit(Quat q) {
  return std::abs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f) < 3e-7f;
}

TEST(Decompose, FindsTheTransformThatMadeTheMatrix) {  // C14
  SplitMix64 random(14);
  for (int i = 0; i < 5000; ++i) {
    const Transform t = random.Placement();
    const Decomposition d = Decompose(AffineOf(t));
    EXPECT_EQ(d.transform.translation, t.translation);
    EXPECT_TRUE(SameRotation(d.transform.rotation, t.rotation, 1e-6));
    EXPECT_TRUE(Near(d.transform.scale, t.scale, 1e-6));
    EXPECT_LT(d.shear, 1e-6f);
    EXPECT_FALSE(d.mirrored);
  }
}

TEST(Decompose, TheIdentityComesBackExactly) {
  EXPECT_EQ(Decompose(Affine{}).transform, Transform{});
  EXPECT_EQ(Decompose(Affine{}).shear, 0.0f);
}

TEST(Decompose, HalfTurnsAboutEveryAxisAreFound) {
  SplitMix64 random(15);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 axis = i < 3 ? Vec3{i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f}
                            : NormalizeOr(random.Vector(1), {1, 0, 0});
    const Quat half = QuatOf(axis, std::numbers::pi_v<float>);
    const Decomposition d = Decompose(AffineOf({{}, half, {1, 1, 1}}));
    EXPECT_TRUE(SameRotation(d.transform.rotation, half, 1e-6));
  }
}

TEST(Decompose, AMirrorIsCarriedByTheScaleOfX) {  // C14, C83
  SplitMix64 random(16);
  for (int i = 0; i < 1000; ++i) {
    Transform t = random.Placement();
    switch (i % 4) {
      case 0:
        t.scale.x = -t.scale.x;
        break;
      case 1:
        t.scale.y = -t.scale.y;
        break;
      case 2:
        t.scale.z = -t.scale.z;
        break;
      default:
        t.scale = {-t.scale.x, -t.scale.y, -t.scale.z};
        break;
    }
    const Decomposition d = Decompose(AffineOf(t));
    EXPECT_TRUE(d.mirrored);
    EXPECT_LT(d.transform.scale.x, 0.0f);
    EXPECT_GT(d.transform.scale.y, 0.0f);
    EXPECT_GT(d.transform.scale.z, 0.0f);
    EXPECT_TRUE(Near(AffineOf(d.transform), AffineOf(t), 3e-6));
    EXPECT_LT(d.shear, 2e-6f);
  }
}

TEST(Decompose, TwoMirrorsAreARotation) {
  const Decomposition d = Decompose(AffineOf({{}, {}, {-2, -3, 4}}));
  EXPECT_FALSE(d.mirrored);
  EXPECT_TRUE(Near(d.transform.scale, {2, 3, 4}, 1e-6));
  EXPECT_TRUE(SameRotation(d.transform.rotation, {0, 0, 1, 0}, 1e-7));
}

// Every set of axes that may be scaled to nothing.
TEST(Decompose, ZeroScalesKeepWhatRotationIsLeft) {
  SplitMix64 random(17);
  for (int i = 0; i < 800; ++i) {
    Transform t = random.Placement();
    if (i & 1) t.scale.x = 0.0f;
    if (i & 2) t.scale.y = 0.0f;
    if (i & 4) t.scale.z = 0.0f;
    const Decomposition d = Decompose(AffineOf(t));
    EXPECT_TRUE(Near(d.transform.scale, t.scale, 1e-6));
    EXPECT_TRUE(IsUnit(d.transform.rotation));
    EXPECT_TRUE(Near(AffineOf(d.transform), AffineOf(t), 3e-6)) << "zero axes " << (i & 7);
    EXPECT_FALSE(d.mirrored);
    const int zeros = (i & 1) + ((i >> 1) & 1) + ((i >> 2) & 1);
    if (zeros == 1) {  // Two axes still tell the third.
      EXPECT_TRUE(SameRotation(d.transform.rotation, t.rotation, 1e-6));
    }
  }
}

TEST(Decompose, ZeroScaleWithoutRotationStaysWithoutRotation) {
  for (int zeros = 1; zeros < 8; ++zeros) {
    const Vec3 scale{zeros & 1 ? 0.0f : 2.0f, zeros & 2 ? 0.0f : 3.0f, zeros & 4 ? 0.0f : 4.0f};
    const Decomposition d = Decompose(AffineOf({{}, {}, scale}));
    EXPECT_EQ(d.transform.rotation, Quat{}) << zeros;
    EXPECT_EQ(d.transform.scale, scale) << zeros;
    EXPECT_EQ(d.shear, 0.0f) << zeros;
  }
}

TEST(Decompose, OneAxisTurnedRightAroundIsAHalfTurn) {
  const Decomposition d = Decompose(Affine{{{{-2, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}}});
  EXPECT_TRUE(IsUnit(d.transform.rotation));
  EXPECT_TRUE(
      Near(AffineOf(d.transform), Affine{{{{-2, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}}}, 1e-6));
}

TEST(Decompose, ShearIsMeasuredAgainstTheLargestEntry) {  // C14
  // y leans half a unit along x: 1, 0.5 / 0, 1. Its length is sqrt(1.25), so that the entry 0.5,
  // which no rotation and scale can give, is what is wrong.
  const Decomposition d = Decompose(Affine{{{{1, 0.5f, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}});
  EXPECT_FLOAT_EQ(d.shear, 0.5f);
  const Decomposition scaled = Decompose(Affine{{{{8, 4, 0, 0}, {0, 8, 0, 0}, {0, 0, 8, 0}}}});
  EXPECT_FLOAT_EQ(scaled.shear, 0.5f);
  EXPECT_TRUE(IsUnit(d.transform.rotation));
}

TEST(Decompose, ColumnsAlongOneLineGiveAUnitRotationAndAReport) {
  const Decomposition d = Decompose(Affine{{{{1, 2, 3, 0}, {1, 2, 3, 0}, {0, 0, 0, 0}}}});
  EXPECT_TRUE(IsUnit(d.transform.rotation));
  EXPECT_GT(d.shear, 0.1f);
}

TEST(Decompose, TinyAndHugeScalesKeepTheirRotation) {
  const Quat q = Normalize({1, -2, 3, 4});
  for (const Vec3 scale :
       {Vec3{1e-20f, 1, 1}, Vec3{1e-19f, 1e-19f, 1e-19f}, Vec3{1e17f, 1, 1e-6f}}) {
    const Decomposition d = Decompose(AffineOf({{}, q, scale}));
    EXPECT_TRUE(SameRotation(d.transform.rotation, q, 1e-6));
    EXPECT_NEAR(d.transform.scale.x / scale.x, 1.0f, 1e-6f);
  }
}

}  // namespace
}  // namespace sinew

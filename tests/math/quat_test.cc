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
using testing::SplitMix64;

// --- the judge: textbook formulas in long double, with libm ---

struct QuatL {
  long double x, y, z, w;
};

QuatL Wide(Quat q) { return {q.x, q.y, q.z, q.w}; }

QuatL Sum(QuatL a, long double s, QuatL b, long double t) {
  return {a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

long double DotL(QuatL a, QuatL b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

QuatL UnitL(QuatL q) { return Sum(q, 1.0L / std::sqrt(DotL(q, q)), q, 0.0L); }

Quat Narrow(QuatL q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

// The great arc itself; where `with_threshold`, the straight line above a cosine of 0.9995 (L14).
QuatL JudgeSlerp(Quat from, Quat to, float t, bool with_threshold) {
  const QuatL a = UnitL(Wide(from));
  QuatL b = UnitL(Wide(to));
  if (DotL(a, b) < 0) b = Sum(b, -1.0L, b, 0.0L);
  const long double cosine = std::fmin(DotL(a, b), 1.0L);
  const QuatL line = Sum(a, 1.0L - t, b, t);
  if (with_threshold && cosine > 0.9995L) return UnitL(line);
  const long double angle = std::acos(cosine);
  if (angle < 1e-9L) return UnitL(line);
  return UnitL(Sum(a, std::sin((1.0L - t) * angle), b, std::sin(t * angle)));
}

Vec3 JudgeRotate(QuatL q, Vec3 v) {
  const long double tx = 2 * (q.y * v.z - q.z * v.y);
  const long double ty = 2 * (q.z * v.x - q.x * v.z);
  const long double tz = 2 * (q.x * v.y - q.y * v.x);
  return {static_cast<float>(v.x + q.w * tx + (q.y * tz - q.z * ty)),
          static_cast<float>(v.y + q.w * ty + (q.z * tx - q.x * tz)),
          static_cast<float>(v.z + q.w * tz + (q.x * ty - q.y * tx))};
}

float LengthOf(Quat q) { return static_cast<float>(std::sqrt(DotL(Wide(q), Wide(q)))); }

Quat Minus(Quat q) { return {-q.x, -q.y, -q.z, -q.w}; }

// A pair of rotations from close by to opposite: every third pair is within a few degrees.
std::pair<Quat, Quat> PairOf(SplitMix64& random, int i) {
  const Quat a = random.Rotation();
  if (i % 3 != 0) return {a, random.Rotation()};
  const Vec3 axis = NormalizeOr(random.Vector(1), {1, 0, 0});
  return {a, Normalize(Multiply(a, QuatOf(axis, random.Between(-0.2f, 0.2f))))};
}

// --- slerp ---

TEST(Slerp, LiesOnTheGreatArcWithinAMillionth) {  // L14, C11, C74
  SplitMix64 random(3);
  for (int i = 0; i < 30000; ++i) {
    const auto [a, b] = PairOf(random, i);
    const float t = random.Unit();
    EXPECT_TRUE(Near(Slerp(a, b, t), Narrow(JudgeSlerp(a, b, t, false)), 1e-6)) << t;
  }
}

TEST(Slerp, RotatesVectorsAsTheReferenceInHigherPrecisionDoes) {  // L14
  SplitMix64 random(4);
  for (int i = 0; i < 30000; ++i) {
    const auto [a, b] = PairOf(random, i);
    const float t = random.Unit();
    const Vec3 v = NormalizeOr(random.Vector(1), {1, 0, 0});
    EXPECT_TRUE(Near(Rotate(Slerp(a, b, t), v), JudgeRotate(JudgeSlerp(a, b, t, true), v), 1e-6));
  }
}

TEST(Slerp, TheResultIsUnitEvenForInputsThatAreNotQuite) {  // C74
  SplitMix64 random(5);
  for (int i = 0; i < 10000; ++i) {
    auto [a, b] = PairOf(random, i);
    a = {a.x * 1.01f, a.y * 1.01f, a.z * 1.01f, a.w * 1.01f};
    EXPECT_NEAR(LengthOf(Slerp(a, b, random.Unit())), 1.0f, 1.5e-7f);
  }
}

TEST(Slerp, TakesTheShortWayWhicheverSignsTheQuaternionsHave) {  // L14
  const Quat none{};
  const Quat quarter = QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 2);
  const Quat eighth = QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 4);
  EXPECT_TRUE(Near(Slerp(none, quarter, 0.5f), eighth, 1e-7));
  EXPECT_TRUE(Near(Slerp(none, Minus(quarter), 0.5f), eighth, 1e-7));
  EXPECT_TRUE(Near(Slerp(Minus(none), quarter, 0.5f), Minus(eighth), 1e-7));
}

TEST(Slerp, BeginsAndEndsAtItsEnds) {
  SplitMix64 random(6);
  for (int i = 0; i < 1000; ++i) {
    const auto [a, b] = PairOf(random, i);
    EXPECT_TRUE(Near(Slerp(a, b, 0.0f), a, 1.2e-7));
    EXPECT_TRUE(testing::SameRotation(Slerp(a, b, 1.0f), b, 1.2e-7));
  }
}

TEST(Slerp, TurnsAtConstantSpeed) {
  const Quat a = QuatOf({0, 1, 0}, 0.3f);
  const Quat b = QuatOf({0, 1, 0}, 2.9f);
  for (int i = 0; i <= 20; ++i) {
    const float t = static_cast<float>(i) / 20.0f;
    EXPECT_TRUE(Near(Slerp(a, b, t), QuatOf({0, 1, 0}, 0.3f + 2.6f * t), 2e-7)) << t;
  }
}

TEST(Slerp, OppositeRotationsGiveAUnitQuaternionAllTheSame) {
  const Quat a{1, 0, 0, 0};
  for (const Quat b : {Quat{0, 1, 0, 0}, Quat{-1, 0, 0, 0}, Quat{1, 0, 0, 0}}) {
    EXPECT_NEAR(LengthOf(Slerp(a, b, 0.5f)), 1.0f, 1e-7f);
  }
}

TEST(Nlerp, IsTheNormalisedChordOnTheShortSide) {
  SplitMix64 random(7);
  for (int i = 0; i < 10000; ++i) {
    const auto [a, b] = PairOf(random, i);
    const float t = random.Unit();
    const QuatL near_b = DotL(Wide(a), Wide(b)) < 0 ? Wide(Minus(b)) : Wide(b);
    const QuatL judge = UnitL(Sum(Wide(a), 1.0L - t, near_b, t));
    EXPECT_TRUE(Near(Nlerp(a, b, t), Narrow(judge), 1e-7));
  }
}

// --- the rest ---

TEST(Quaternions, NormalizeKeepsTheDirectionAtAnyUsableLength) {
  EXPECT_TRUE(Near(Normalize({0, 3, 0, 4}), {0, 0.6f, 0, 0.8f}, 1e-7));
  EXPECT_TRUE(Near(Normalize({0, 3e17f, 0, 4e17f}), {0, 0.6f, 0, 0.8f}, 1e-7));
  EXPECT_TRUE(Near(Normalize({0, 3e-11f, 0, -4e-11f}), {0, 0.6f, 0, -0.8f}, 1e-7));
}

TEST(Quaternions, WhatHasNoDirectionBecomesTheIdentity) {
  EXPECT_EQ(Normalize({0, 0, 0, 0}), (Quat{0, 0, 0, 1}));
  EXPECT_EQ(Normalize({1e-13f, 0, 0, 0}), (Quat{0, 0, 0, 1}));
}

TEST(Quaternions, AProductTurnsByTheRightFactorFirst) {
  SplitMix64 random(8);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = random.Rotation();
    const Quat r = random.Rotation();
    const Vec3 v = random.Vector(1);
    EXPECT_TRUE(Near(Rotate(Multiply(q, r), v), Rotate(q, Rotate(r, v)), 2e-6));
  }
}

TEST(Quaternions, AQuarterTurnAboutZTakesXToY) {
  const Quat q = QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 2);
  EXPECT_TRUE(Near(Rotate(q, {1, 0, 0}), {0, 1, 0}, 1.5e-7));
  EXPECT_TRUE(Near(Rotate(q, {0, 1, 0}), {-1, 0, 0}, 1.5e-7));
  EXPECT_TRUE(Near(Rotate(q, {0, 0, 1}), {0, 0, 1}, 1.5e-7));
}

// C = (x, y, z) -> (x, -z, y), which takes Y up to Z up.
TEST(Quaternions, TheUpAxisTurnIsAQuarterAboutX) {  // C82, L39
  const Affine c = AffineOf({{}, QuatOf({1, 0, 0}, std::numbers::pi_v<float> / 2), {1, 1, 1}});
  const Affine swap{{{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}}};
  EXPECT_TRUE(Near(c, swap, 1.5e-7));
  EXPECT_EQ(TransformPoint(swap, {0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(Determinant(swap), 1.0f);
  const Affine transposed{{{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}}}};
  EXPECT_EQ(Multiply(swap, transposed), Affine{});

  SplitMix64 random(9);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = random.Rotation();
    const Quat turned{q.x, -q.z, q.y, q.w};
    const Vec3 v = random.Vector(1);
    EXPECT_TRUE(
        Near(Rotate(turned, TransformPoint(swap, v)), TransformPoint(swap, Rotate(q, v)), 1e-6));
  }
}

}  // namespace
}  // namespace sinew

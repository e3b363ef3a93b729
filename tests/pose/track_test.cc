// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Tracks, read through the public functions. Times stand above the values:
//
//   time   1 s ----- 2 s ----- 4 s
//   x      0         10        30
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "sinew/sampling.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Near;

const std::vector<float> kTimes{1, 2, 4};

bool operator==(const KeyInterval& got, const KeyInterval& wanted) {
  return got.a == wanted.a && got.b == wanted.b && got.blend == wanted.blend;
}

Track ScalarTrack(Interpolation interpolation, std::span<const float> times,
                  std::span<const float> values) {
  return {0, Property::kMorphWeights, interpolation, 1, times, values};
}

float At(const Track& track, double time_s) {
  std::array<float, 1> value{};
  SampleTrack(track, time_s, value);
  return value[0];
}

Quat RotationAt(const Track& track, double time_s) {
  std::array<float, 4> v{};
  SampleTrack(track, time_s, v);
  return {v[0], v[1], v[2], v[3]};
}

// --- finding keys ---

TEST(FindKeys, HoldsTheFirstAndTheLastKey) {  // L12, E56
  EXPECT_TRUE((FindKeys(kTimes, -5.0) == KeyInterval{0, 0, 0.0f}));
  EXPECT_TRUE((FindKeys(kTimes, 1.0) == KeyInterval{0, 0, 0.0f}));
  EXPECT_TRUE((FindKeys(kTimes, 4.0) == KeyInterval{2, 2, 0.0f}));
  EXPECT_TRUE((FindKeys(kTimes, 1e300) == KeyInterval{2, 2, 0.0f}));
}

TEST(FindKeys, GivesTheTwoKeysAroundATimeAndHowFarItIs) {  // L12, E56
  EXPECT_TRUE((FindKeys(kTimes, 1.25) == KeyInterval{0, 1, 0.25f}));
  EXPECT_TRUE((FindKeys(kTimes, 2.0) == KeyInterval{1, 2, 0.0f}));
  EXPECT_TRUE((FindKeys(kTimes, 3.5) == KeyInterval{1, 2, 0.75f}));
}

TEST(FindKeys, OneKeyHoldsForEver) {
  const std::vector<float> one{3};
  for (const double t : {-1.0, 3.0, 9.0}) {
    EXPECT_TRUE((FindKeys(one, t) == KeyInterval{0, 0, 0.0f}));
  }
}

TEST(FindKeys, NeverBlendsAllTheWay) {  // L12
  const std::vector<float> times{0, 1};
  const KeyInterval at = FindKeys(times, std::nextafter(1.0, 0.0));
  EXPECT_EQ(at.a, 0u);
  EXPECT_LT(at.blend, 1.0f);
}

TEST(FindKeys, TimesThatAreNotNumbersGiveTheFirstKey) {  // C86
  EXPECT_TRUE((FindKeys(kTimes, std::nan("")) == KeyInterval{0, 0, 0.0f}));
}

TEST(FindKeys, AgreesWithLookingAtEveryKey) {
  testing::SplitMix64 random(21);
  for (std::uint32_t count = 1; count < 40; ++count) {
    std::vector<float> times{random.Unit()};
    while (times.size() < count) times.push_back(times.back() + 0.01f + random.Unit());
    for (int i = 0; i < 200; ++i) {
      const double t = i % 4 ? static_cast<double>(random.Between(0, times.back() + 1))
                             : static_cast<double>(times[random.Below(count)]);
      std::uint32_t a = 0;
      while (a + 1 < count && static_cast<double>(times[a + 1]) <= t) ++a;
      const KeyInterval at = FindKeys(times, t);
      EXPECT_EQ(at.a, a);
      const bool between = t > static_cast<double>(times[0]) && a + 1 < count;
      EXPECT_EQ(at.b, between ? a + 1 : a);
      EXPECT_GE(at.blend, 0.0f);
      EXPECT_LT(at.blend, 1.0f);
    }
  }
}

// --- STEP and LINEAR ---

TEST(StepTrack, KeepsEachValueUntilTheNextKey) {  // C78, L38
  const std::vector<float> values{0, 10, 30};
  const Track track = ScalarTrack(Interpolation::kStep, kTimes, values);
  EXPECT_EQ(At(track, 0.5), 0.0f);
  EXPECT_EQ(At(track, 1.999), 0.0f);
  EXPECT_EQ(At(track, 2.0), 10.0f);
  EXPECT_EQ(At(track, 3.999), 10.0f);
  EXPECT_EQ(At(track, 4.0), 30.0f);
  EXPECT_EQ(At(track, 9.0), 30.0f);
}

TEST(LinearTrack, MovesInAStraightLineBetweenKeys) {  // L13, L15, E55
  const std::vector<float> values{0, 10, 30};
  const Track track = ScalarTrack(Interpolation::kLinear, kTimes, values);
  EXPECT_EQ(At(track, 0.0), 0.0f);
  EXPECT_EQ(At(track, 1.5), 5.0f);
  EXPECT_EQ(At(track, 3.0), 20.0f);
  EXPECT_EQ(At(track, 8.0), 30.0f);
}

TEST(LinearTrack, AKeyHitExactlyIsItsValueToTheBit) {
  testing::SplitMix64 random(22);
  std::vector<float> times{0}, values;
  while (times.size() < 50) times.push_back(times.back() + 0.001f + random.Unit());
  for (std::size_t i = 0; i < times.size(); ++i) values.push_back(random.Between(-1e6f, 1e6f));
  const Track track = ScalarTrack(Interpolation::kLinear, times, values);
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(At(track, static_cast<double>(times[i])), values[i]);
  }
}

TEST(LinearTrack, EqualKeysHoldTheirValueToTheBit) {
  const std::vector<float> times{0, 1}, values{0.1f, 0.1f};
  const Track track = ScalarTrack(Interpolation::kLinear, times, values);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(At(track, i * 1e-3), 0.1f);
}

TEST(LinearTrack, ComponentsOfAWideValueMoveEachForItself) {  // C77
  const std::vector<float> times{0, 2}, values{0, 1, 2, 3, 4, 10, 11, 12, 13, 14};
  const Track track{0, Property::kMorphWeights, Interpolation::kLinear, 5, times, values};
  std::vector<float> value(6, -1.0f);
  SampleTrack(track, 1.0, value);
  EXPECT_EQ(value, (std::vector<float>{5, 6, 7, 8, 9, -1}));
}

TEST(LinearTrack, RotationsTurnAtConstantSpeedTheShortWay) {  // L14, L15, C11
  const Quat quarter = QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 2);
  const std::vector<float> times{0, 3};
  // The second key has the other sign: the same rotation, on the far side of the sphere.
  const std::vector<float> values{0, 0, 0, 1, -quarter.x, -quarter.y, -quarter.z, -quarter.w};
  const Track track{0, Property::kRotation, Interpolation::kLinear, 4, times, values};
  EXPECT_TRUE(Near(RotationAt(track, 1.0), QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 6), 1e-7));
  EXPECT_TRUE(Near(RotationAt(track, 2.0), QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 3), 1e-7));
  EXPECT_EQ(RotationAt(track, 3.0), (Quat{values[4], values[5], values[6], values[7]}));
}

// --- CUBICSPLINE ---

// The curve x = t^3 on [1, 2] and [2, 4]; its slope 3 t^2 is what the tangents hold. A cubic is
// what Hermite's form reproduces.
TEST(CubicTrack, ReproducesACubic) {  // C78
  const std::vector<float> values{-99, 1, 3, 12, 8, 12, 48, 64, -99};
  const Track track = ScalarTrack(Interpolation::kCubicSpline, kTimes, values);
  for (double t = 1.0; t <= 4.0; t += 0.0625)
    EXPECT_FLOAT_EQ(At(track, t), static_cast<float>(t * t * t));
  EXPECT_EQ(At(track, 0.0), 1.0f);
  EXPECT_EQ(At(track, 2.0), 8.0f);
  EXPECT_EQ(At(track, 5.0), 64.0f);
}

TEST(CubicTrack, RotationsAreNormalised) {  // C78, C74
  testing::SplitMix64 random(23);
  const std::vector<float> times{0, 1};
  for (int i = 0; i < 200; ++i) {
    std::vector<float> values;
    for (int n = 0; n < 24; ++n) values.push_back(random.Between(-2, 2));
    const Track track{0, Property::kRotation, Interpolation::kCubicSpline, 4, times, values};
    for (int step = 0; step <= 10; ++step) {  // The keys too, which are not unit.
      const Quat q = RotationAt(track, step * 0.1);
      EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 5e-7f);
    }
  }
}

TEST(CubicTrack, ARotationThroughZeroTakesTheNearerKey) {
  // From w = 1 to w = -1 with flat tangents: the middle is exactly nothing.
  const std::vector<float> times{0, 1};
  const std::vector<float> values{0, 0, 0, 0, 0, 0, 0, 1,  0, 0, 0, 0,
                                  0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0};
  const Track track{0, Property::kRotation, Interpolation::kCubicSpline, 4, times, values};
  EXPECT_EQ(RotationAt(track, 0.5), (Quat{0, 0, 0, -1}));
  EXPECT_EQ(RotationAt(track, 0.25), (Quat{0, 0, 0, 1}));
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/quantize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "support/random.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr double kDegrees = 180.0 / 3.14159265358979323846;

// --- float16 ---

// What the format says a half is, by its bits.
double Meaning(std::uint16_t half) {
  const int exponent = (half >> 10) & 31, fraction = half & 1023;
  const double size =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (half & 0x8000) != 0 ? -size : size;
}

TEST(Halves, AllThatAreFiniteMeanWhatTheFormatSaysAndComeBack) {
  int checked = 0;
  for (std::uint32_t code = 0; code < 65536; ++code) {
    const auto half = static_cast<std::uint16_t>(code);
    if ((half & 0x7C00) == 0x7C00) continue;
    const float value = FloatOfHalf(half);
    ASSERT_EQ(static_cast<double>(value), Meaning(half)) << code;
    ASSERT_EQ(std::signbit(value), (half & 0x8000) != 0) << code;
    ASSERT_EQ(HalfOf(value), half) << value;
    ++checked;
  }
  EXPECT_EQ(checked, 63488);
}

TEST(Halves, RoundToTheNearestAndHalfwayToTheEvenOne) {
  // Between each half and the next: just below the middle, the middle, just above it. Rounding
  // never turns back, so these settle every float between them.
  for (std::uint32_t code = 0; code < 0x7C00; ++code) {
    const auto low = static_cast<std::uint16_t>(code), high = static_cast<std::uint16_t>(code + 1);
    const double next = code + 1 == 0x7C00 ? 65536.0 : Meaning(high);
    const double exact_middle = 0.5 * (Meaning(low) + next);
    const auto middle = static_cast<float>(exact_middle);
    ASSERT_EQ(static_cast<double>(middle), exact_middle);
    const std::uint16_t even = low % 2 == 0 ? low : high;
    ASSERT_EQ(HalfOf(middle), even) << middle;
    ASSERT_EQ(HalfOf(std::nextafter(middle, 0.0f)), low) << middle;
    ASSERT_EQ(HalfOf(std::nextafter(middle, kInfinity)), high) << middle;
    ASSERT_EQ(HalfOf(-middle), even | 0x8000) << middle;
    ASSERT_EQ(HalfOf(std::nextafter(-middle, 0.0f)), low | 0x8000) << middle;
    ASSERT_EQ(HalfOf(std::nextafter(-middle, -kInfinity)), high | 0x8000) << middle;
  }
}

TEST(Halves, BeginToBeInfiniteAtTheStatedEnd) {
  EXPECT_EQ(HalfOf(std::nextafter(kHalfEnd, 0.0f)), 0x7BFF);
  EXPECT_EQ(HalfOf(kHalfEnd), 0x7C00);
  EXPECT_EQ(HalfOf(-1e18f), 0xFC00);
  EXPECT_EQ(HalfOf(kInfinity), 0x7C00);
  EXPECT_EQ(FloatOfHalf(0xFC00), -kInfinity);
}

TEST(Halves, HaveOneNaN) {
  EXPECT_EQ(HalfOf(std::bit_cast<float>(0x7F800001u)), 0x7E00);
  EXPECT_EQ(HalfOf(std::bit_cast<float>(0xFFC12345u)), 0x7E00);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(FloatOfHalf(0x7C01)), 0x7FC00000u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(FloatOfHalf(0xFFFF)), 0x7FC00000u);
}

TEST(Halves, AreNoFurtherOffThanTheHeaderSays) {
  testing::SplitMix64 random(1);
  double relative = 0.0, absolute = 0.0;
  for (int i = 0; i < 400'000; ++i) {
    const auto value = static_cast<float>(
        std::ldexp(1.0 + random.Unit(), static_cast<int>(random.Below(36)) - 20));
    if (value > 65504.0f) continue;
    const double off = std::abs(static_cast<double>(FloatOfHalf(HalfOf(value))) - value);
    (value >= 0x1p-14f ? relative : absolute) =
        std::max(value >= 0x1p-14f ? relative : absolute, value >= 0x1p-14f ? off / value : off);
  }
  EXPECT_LE(relative, 0x1p-11);
  EXPECT_GT(relative, 0.99 * 0x1p-11);
  EXPECT_LE(absolute, 0x1p-25);
  EXPECT_GT(absolute, 0.99 * 0x1p-25);
}

// --- unorm ---

TEST(Unorms, AllCodesComeBack) {
  for (std::uint32_t code = 0; code < 256; ++code) {
    const auto byte = static_cast<std::uint8_t>(code);
    ASSERT_EQ(FloatOfUnorm8(byte), static_cast<float>(code / 255.0));
    ASSERT_EQ(Unorm8Of(FloatOfUnorm8(byte)), byte);
  }
  for (std::uint32_t code = 0; code < 65536; ++code) {
    const auto word = static_cast<std::uint16_t>(code);
    ASSERT_EQ(FloatOfUnorm16(word), static_cast<float>(code / 65535.0));
    ASSERT_EQ(Unorm16Of(FloatOfUnorm16(word)), word);
  }
}

TEST(Unorms, EndWhereTheRangeEnds) {
  EXPECT_EQ(Unorm8Of(0.0f), 0);
  EXPECT_EQ(Unorm8Of(1.0f), 255);
  EXPECT_EQ(Unorm16Of(1.0f), 65535);
  EXPECT_EQ(Unorm8Of(-3.0f), 0);
  EXPECT_EQ(Unorm16Of(1e18f), 65535);
  EXPECT_EQ(Unorm8Of(std::nanf("")), 0);
  EXPECT_EQ(Unorm16Of(std::nanf("")), 0);
}

TEST(Unorms, AreNoFurtherOffThanHalfAStep) {
  double worst8 = 0.0, worst16 = 0.0;
  constexpr int kSteps = 1 << 20;
  for (int i = 0; i <= kSteps; ++i) {
    const auto value = static_cast<float>(i) / kSteps;
    worst8 = std::max(worst8, std::abs(double{FloatOfUnorm8(Unorm8Of(value))} - double{value}));
    worst16 = std::max(worst16, std::abs(double{FloatOfUnorm16(Unorm16Of(value))} - double{value}));
  }
  EXPECT_LE(worst8, 0.5 / 255 + 3e-8);
  EXPECT_GT(worst8, 0.499 / 255);
  EXPECT_LE(worst16, 0.5 / 65535 + 3e-8);
  EXPECT_GT(worst16, 0.49 / 65535);
}

// --- directions ---

double DegreesBetween(Vec3 a, Vec3 b) {
  const double x = double{a.y} * b.z - double{a.z} * b.y;
  const double y = double{a.z} * b.x - double{a.x} * b.z;
  const double z = double{a.x} * b.y - double{a.y} * b.x;
  const double dot = double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z;
  return kDegrees * std::atan2(std::sqrt(x * x + y * y + z * z), dot);
}

// A grid about the sphere; directions near the octahedron's edges, where the folding is; and near
// the middles of its faces, where a step of the code turns furthest: half a step of x and y alike
// shifts (1, 1, -2) / 2 / 32767 at a distance of 1 / sqrt(3), 0.00371 degrees (tangents: 0.00567).
std::vector<Vec3> FineDirections() {
  std::vector<Vec3> all;
  constexpr int kAround = 600, kUp = 301;
  for (int u = 0; u < kUp; ++u) {
    const double height = -1.0 + 2.0 * u / (kUp - 1);
    const double radius = std::sqrt(1.0 - height * height);
    for (int a = 0; a < kAround; ++a) {
      const double angle = 2.0 * 3.14159265358979323846 * a / kAround;
      all.push_back({static_cast<float>(radius * std::cos(angle)),
                     static_cast<float>(radius * std::sin(angle)), static_cast<float>(height)});
    }
  }
  testing::SplitMix64 random(3);
  for (int i = 0; i < 200'000; ++i) {
    Vec3 direction = random.Vector(1);
    if (i % 4 == 0) {
      const auto signs = random.Below(8);
      direction = {(signs & 1) != 0 ? 1.0f : -1.0f, (signs & 2) != 0 ? 1.0f : -1.0f,
                   (signs & 4) != 0 ? 1.0f : -1.0f};
      direction.x += random.Between(-0.1f, 0.1f);
      direction.y += random.Between(-0.1f, 0.1f);
    }
    if (i % 4 == 1) direction.z *= 1e-5f;
    if (i % 4 == 2) direction.x *= 1e-5f;
    if (i % 4 == 3) direction.y *= 1e-5f;
    all.push_back(direction);
  }
  return all;
}

TEST(OctNormals, AreNoFurtherOffThanTheHeaderSays) {
  double worst = 0.0;
  for (const Vec3& direction : FineDirections()) {
    const Vec3 back = NormalOfOct(OctNormalOf(direction));
    ASSERT_NEAR(Length(back), 1.0f, 3e-7f);
    worst = std::max(worst, DegreesBetween(direction, back));
  }
  RecordProperty("worst_degrees", std::to_string(worst));
  EXPECT_LT(worst, 0.0038);
  EXPECT_GT(worst, 0.0036);
}

TEST(OctTangents, AreNoFurtherOffThanTheHeaderSaysAndKeepTheirSign) {
  double worst = 0.0;
  float sign = 1.0f;
  for (const Vec3& direction : FineDirections()) {
    sign = -sign;
    const Vec4 back = TangentOfOct(OctTangentOf({direction.x, direction.y, direction.z, sign}));
    ASSERT_EQ(back.w, sign);
    ASSERT_NEAR(Length({back.x, back.y, back.z}), 1.0f, 3e-7f);
    worst = std::max(worst, DegreesBetween(direction, {back.x, back.y, back.z}));
  }
  RecordProperty("worst_degrees", std::to_string(worst));
  EXPECT_LT(worst, 0.0057);
  EXPECT_GT(worst, 0.0055);
}

TEST(OctNormals, OfTheAxesAreExact) {
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0},
                          Vec3{0, 0, 1}, Vec3{0, 0, -1}}) {
    EXPECT_EQ(NormalOfOct(OctNormalOf(axis)), axis);
  }
  EXPECT_EQ(OctNormalOf({0, 0, 1}), 0u);
  EXPECT_EQ(OctNormalOf({2, 0, 0}), 0x00007FFFu);
  EXPECT_EQ(OctNormalOf({0, -5, 0}), 0x80010000u);
}

TEST(OctNormals, OfNoDirectionAreUp) {
  EXPECT_EQ(NormalOfOct(OctNormalOf({0, 0, 0})), (Vec3{0, 0, 1}));
  EXPECT_EQ(NormalOfOct(OctNormalOf({0, 0, -0.0f})), (Vec3{0, 0, 1}));
}

TEST(OctNormals, HaveADirectionForEveryCodeThatComesBack) {
  // Codes on the square's border say one direction twice: so directions are compared, not codes.
  for (std::uint32_t x = 0; x < 65536; x += 127) {
    for (std::uint32_t y = 0; y < 65536; y += 129) {
      const Vec3 direction = NormalOfOct(x | (y << 16));
      ASSERT_EQ(NormalOfOct(OctNormalOf(direction)), direction) << x << ' ' << y;
    }
  }
  EXPECT_EQ(NormalOfOct(0x00008000u), (Vec3{-1, 0, 0}));
}

// --- weights ---

std::vector<std::uint8_t> Bytes(std::vector<float> weights) {
  std::vector<std::uint8_t> bytes(weights.size());
  Unorm8WeightsOf(weights, bytes);
  return bytes;
}

std::uint32_t Sum(std::span<const std::uint8_t> bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), 0u);
}

TEST(WeightBytes, OfThirdsSumTo255) {  // C22, E40
  const float third = 1.0f / 3.0f;
  EXPECT_THAT(Bytes({third, third, third}), ElementsAre(85, 85, 85));
}

TEST(WeightBytes, GiveWhatIsMissingToTheEarlierOfEquals) {  // C22
  EXPECT_THAT(Bytes({0.5f, 0.5f}), ElementsAre(128, 127));
  EXPECT_THAT(Bytes({0.25f, 0.25f, 0.25f, 0.25f}), ElementsAre(64, 64, 64, 63));
  EXPECT_THAT(Bytes({0.0f, 0.5f, 0.0f, 0.5f}), ElementsAre(0, 128, 0, 127));
}

TEST(WeightBytes, OfAnySumAreSharesOfIt) {
  EXPECT_THAT(Bytes({2.0f, 2.0f, 1.0f}), ElementsAre(102, 102, 51));
  EXPECT_THAT(Bytes({1e-30f}), ElementsAre(255));
  EXPECT_THAT(Bytes({0.0f, 0.0f}), ElementsAre(0, 0));
  EXPECT_THAT(Bytes({}), ElementsAre());
}

TEST(WeightBytes, OfAMillionRandomSetsSumTo255AndZerosStayZero) {  // C22, E40
  testing::SplitMix64 random(4);
  double worst[5] = {};
  std::uint64_t wrong = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    std::array<float, 4> weights{};
    const std::uint32_t count = 1 + random.Below(4);
    float total = 0.0f;
    for (std::uint32_t k = 0; k < count; ++k) {
      weights[k] = random.Unit() + 0x1p-24f;
      if (i % 3 == 1) weights[k] *= weights[k] * weights[k] * weights[k];  // Some are small.
      total += weights[k];
    }
    for (float& weight : weights) weight /= total;
    std::array<std::uint8_t, 4> bytes;
    Unorm8WeightsOf(weights, bytes);
    wrong += Sum(bytes) != 255 ? 1 : 0;
    double exact = 0.0;
    for (const float weight : weights) exact += weight;
    for (std::uint32_t k = 0; k < 4; ++k) {
      wrong += weights[k] == 0.0f && bytes[k] != 0 ? 1 : 0;
      worst[count] = std::max(worst[count], std::abs(bytes[k] - 255.0 * weights[k] / exact));
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_LE(worst[1], 1e-9);
  EXPECT_LE(worst[2], 0.5 + 1e-9);
  EXPECT_LE(worst[3], 2.0 / 3.0 + 1e-9);
  EXPECT_LE(worst[4], 0.75 + 1e-9);
  EXPECT_GT(worst[4], 0.73);
}

// The smallest worst error, in steps, of all bytes that sum to 255. A best one is among the bytes
// within two steps of each share.
double BestWorstError(std::span<const double> shares, std::size_t at, int left) {
  if (at == shares.size()) return left == 0 ? 0.0 : 1e9;
  double best = 1e9;
  const int low = static_cast<int>(shares[at]) - 2;
  for (int byte = std::max(low, 0); byte <= std::min(low + 5, left); ++byte) {
    best = std::min(
        best, std::max(std::abs(byte - shares[at]), BestWorstError(shares, at + 1, left - byte)));
  }
  return best;
}

TEST(WeightBytes, AreAsGoodAsAnyThatSumTo255) {  // C22
  testing::SplitMix64 random(5);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t count = 2 + random.Below(3);
    std::vector<float> weights(count);
    for (float& weight : weights) weight = random.Unit();
    if (i % 5 == 0) weights[0] = weights[1];
    double total = 0.0;
    for (const float weight : weights) total += weight;
    std::vector<double> shares;
    for (const float weight : weights) shares.push_back(255.0 * weight / total);
    const std::vector<std::uint8_t> bytes = Bytes(weights);
    double worst = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      worst = std::max(worst, std::abs(bytes[k] - shares[k]));
    }
    ASSERT_NEAR(worst, BestWorstError(shares, 0, 255), 1e-9) << i;
  }
}

TEST(WeightBytes, OfManyWeightsSumTo255) {
  testing::SplitMix64 random(6);
  for (const std::size_t count : {5u, 8u, 300u, 2000u}) {
    std::vector<float> weights(count);
    for (float& weight : weights) weight = random.Unit();
    EXPECT_EQ(Sum(Bytes(weights)), 255u);
  }
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The single values of sinew/quantize.h, inline, for loops over vertices.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.h"
#include "math/rounding.h"
#include "sinew/math.h"

namespace sinew::scalar {

// --- float16: integers alone, so that neither rounding mode nor flushed denormals matter ---

static inline std::uint16_t HalfOf(float value) {
  constexpr std::uint32_t kInfinity = 0x7F800000u;  // Magnitudes order as their bits do.
  constexpr std::uint32_t kEnd = 0x477FF000u;       // 65520: the first that rounds to infinity.
  constexpr std::uint32_t kNormal = 0x38800000u;    // 2^-14: the smallest normal half.
  constexpr std::uint32_t kTiny = 0x33000000u;      // 2^-25: rounds to zero, as all below.
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > kInfinity) return 0x7E00u;
  if (magnitude >= kEnd) return static_cast<std::uint16_t>(sign | 0x7C00u);
  if (magnitude <= kTiny) return static_cast<std::uint16_t>(sign);
  // What is kept, what is cut off, and how much of it would be half a step.
  std::uint32_t whole = magnitude - (112u << 23);  // The exponent's bias is 15 instead of 127.
  std::uint32_t shift = 13;
  if (magnitude < kNormal) {
    whole = (magnitude & 0x7FFFFFu) | 0x800000u;
    shift = 126u - (magnitude >> 23);  // In steps of 2^-24.
  }
  const std::uint32_t kept = whole >> shift;
  const std::uint32_t cut = whole & ((1u << shift) - 1u);
  const std::uint32_t half_step = 1u << (shift - 1u);
  const bool up = cut > half_step || (cut == half_step && (kept & 1u) != 0u);
  return static_cast<std::uint16_t>(sign | (kept + (up ? 1u : 0u)));
}

static inline float FloatOfHalf(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  std::uint32_t exponent = (half >> 10) & 0x1Fu;
  std::uint32_t fraction = half & 0x3FFu;
  if (exponent == 0x1Fu) {
    return std::bit_cast<float>(fraction != 0u ? 0x7FC00000u : sign | 0x7F800000u);
  }
  if (exponent == 0u) {
    if (fraction == 0u) return std::bit_cast<float>(sign);
    const auto leading = static_cast<std::uint32_t>(std::countl_zero(fraction)) - 21u;
    fraction = (fraction << leading) & 0x3FFu;
    exponent = 1u - leading;  // Wraps below zero and comes back with the bias.
  }
  return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (fraction << 13));
}

// --- unorm ---

// The nearest of 0 .. kMost. The product is exact: 24 bits times 16.
template <std::uint32_t kMost>
static inline std::uint32_t UnormOf(float value) {
  if (!(value > 0.0f)) return 0;  // NaN too.
  if (value >= 1.0f) return kMost;
  return static_cast<std::uint32_t>(static_cast<double>(value) * kMost + 0.5);
}

template <std::uint32_t kMost>
static inline float FloatOfUnorm(std::uint32_t code) {
  return static_cast<float>(code) / static_cast<float>(kMost);
}

// Whether the nearest code is no further than half a step.
template <std::uint32_t kMost>
static inline bool IsUnorm(float value) {
  const double steps = static_cast<double>(value) * kMost;
  return steps >= -0.5 && steps <= kMost + 0.5;
}

// --- octahedral ---

inline constexpr double kSnorm16 = 32767.0;

// A point of the square [-1, 1] x [-1, 1].
struct OctPoint {
  double x = 0.0, y = 0.0;
};

static inline double SignOf(double v) { return v >= 0.0 ? 1.0 : -1.0; }

// The lower half of the octahedron is folded over the edges of the upper one. Its own inverse.
static inline OctPoint OctFold(double x, double y) {
  return {(1.0 - std::abs(y)) * SignOf(x), (1.0 - std::abs(x)) * SignOf(y)};
}

static inline OctPoint OctPointOf(double x, double y, double z) {
  const double size = std::abs(x) + std::abs(y) + std::abs(z);
  if (!(size > 0.0)) return {};
  if (z >= 0.0) return {x / size, y / size};
  return OctFold(x / size, y / size);
}

static inline Vec3 DirectionOf(OctPoint p) {
  double x = p.x, y = p.y;
  const double z = 1.0 - std::abs(x) - std::abs(y);
  if (z < 0.0) {
    const OctPoint folded = OctFold(x, y);
    x = folded.x;
    y = folded.y;
  }
  const double length = std::sqrt(x * x + y * y + z * z);
  return {static_cast<float>(x / length), static_cast<float>(y / length),
          static_cast<float>(z / length)};
}

// Two's complement in 16 bits. `v` within [-1, 1] by a rounding error at most.
static inline std::uint32_t Snorm16Of(double v) {
  const auto code = static_cast<std::int32_t>(RoundHalfUp(v * kSnorm16));
  return static_cast<std::uint32_t>(code) & 0xFFFFu;
}

// The nearest even one: the lowest bit is free for something else.
static inline std::uint32_t EvenSnorm16Of(double v) {
  constexpr double kMost = 16383.0;
  double half = RoundHalfUp(v * (0.5 * kSnorm16));
  if (half > kMost) half = kMost;
  if (half < -kMost) half = -kMost;
  return static_cast<std::uint32_t>(2 * static_cast<std::int32_t>(half)) & 0xFFFFu;
}

// -32768 is -1 as well, so that no code leaves the square.
static inline double DoubleOfSnorm16(std::uint32_t code) {
  const auto value = static_cast<std::int16_t>(static_cast<std::uint16_t>(code));
  return value == -32768 ? -1.0 : static_cast<double>(value) / kSnorm16;
}

static inline std::uint32_t OctNormalOf(Vec3 direction) {
  const OctPoint p = OctPointOf(static_cast<double>(direction.x), static_cast<double>(direction.y),
                                static_cast<double>(direction.z));
  return Snorm16Of(p.x) | (Snorm16Of(p.y) << 16);
}

static inline Vec3 NormalOfOct(std::uint32_t code) {
  return DirectionOf({DoubleOfSnorm16(code & 0xFFFFu), DoubleOfSnorm16(code >> 16)});
}

inline constexpr std::uint32_t kOctSign = 0x10000u;

static inline std::uint32_t OctTangentOf(Vec4 tangent) {
  const OctPoint p = OctPointOf(static_cast<double>(tangent.x), static_cast<double>(tangent.y),
                                static_cast<double>(tangent.z));
  return Snorm16Of(p.x) | (EvenSnorm16Of(p.y) << 16) | (tangent.w < 0.0f ? kOctSign : 0u);
}

static inline Vec4 TangentOfOct(std::uint32_t code) {
  const Vec3 direction = NormalOfOct(code & ~kOctSign);
  return {direction.x, direction.y, direction.z, (code & kOctSign) != 0u ? -1.0f : 1.0f};
}

// --- weights ---

// weight_at(i) for i < count; bytes[i] out. See Unorm8WeightsOf.
//
// Every share is at most a rounding error away from exact, and they sum to 255 within a few of
// those: so their floors sum to no more than 255, and no fewer shares have a remainder than floors
// are missing. That is why zeros stay zeros.
template <typename WeightAt>
static inline void Unorm8WeightsOf(std::size_t count, WeightAt weight_at, std::uint8_t* bytes) {
  double total = 0.0;
  for (std::size_t i = 0; i < count; ++i) total += static_cast<double>(weight_at(i));
  if (!(total > 0.0)) {
    for (std::size_t i = 0; i < count; ++i) bytes[i] = 0;
    return;
  }
  const auto computed = [&](std::size_t i) {
    return 255.0 * static_cast<double>(weight_at(i)) / total;
  };
  // The first are kept: a division takes longer than all else here.
  std::array<double, 8> kept;
  for (std::size_t i = 0; i < count && i < kept.size(); ++i) kept[i] = computed(i);
  const auto share_of = [&](std::size_t i) { return i < kept.size() ? kept[i] : computed(i); };
  std::uint32_t missing = 255;
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<std::uint8_t>(share_of(i));
    missing -= bytes[i];
  }
  for (; missing > 0; --missing) {
    std::size_t most = 0;
    double most_lost = -1.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double lost = share_of(i) - static_cast<double>(bytes[i]);  // Negative: had its turn.
      if (lost > most_lost) {
        most = i;
        most_lost = lost;
      }
    }
    ++bytes[most];
  }
}

}  // namespace sinew::scalar

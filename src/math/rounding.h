// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rounding without libm. Conversions to integers are guarded, so that no value is undefined.
#pragma once

#include <cstdint>

#include "base/arithmetic.h"

namespace sinew::scalar {

// From here on every double is whole.
inline constexpr double kAllWhole = 4503599627370496.0;  // 2^52

// The largest whole number that is not above v. NaN and infinities come back as they are.
static inline double Floor(double v) {
  if (!(v > -kAllWhole && v < kAllWhole)) return v;
  const double toward_zero = static_cast<double>(static_cast<std::int64_t>(v));
  return toward_zero > v ? toward_zero - 1.0 : toward_zero;
}

// The nearest whole number, halves upwards.
static inline double RoundHalfUp(double v) { return Floor(v + 0.5); }

// The nearest float; beyond the largest float, the largest. What is not zero stays not zero.
static inline float NarrowKeepingSign(double v) {
  constexpr double kMost = std::numeric_limits<float>::max();
  constexpr double kLeast = std::numeric_limits<float>::denorm_min();
  if (v > kMost) return std::numeric_limits<float>::max();
  if (v < -kMost) return -std::numeric_limits<float>::max();
  if (v > 0.0 && v < kLeast) return std::numeric_limits<float>::denorm_min();
  if (v < 0.0 && v > -kLeast) return -std::numeric_limits<float>::denorm_min();
  return static_cast<float>(v);
}

}  // namespace sinew::scalar

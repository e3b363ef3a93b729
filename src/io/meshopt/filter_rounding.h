// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Signs and rounding for filters, without branches: the signs of real data cannot be predicted.
#pragma once

#include <cstdint>

#include "base/arithmetic.h"

namespace sinew::meshopt {

// -1 of negative numbers, else 0.
inline std::int32_t SignOf(std::int32_t a) { return a >> 31; }
// a, or -a where the other is negative.
inline std::int32_t WithSignOf(std::int32_t a, std::int32_t other) {
  return (a ^ SignOf(other)) - SignOf(other);
}

// a * scale to the nearest integer, halves away from zero. The product must fit.
inline std::int32_t ScaleRounded(std::int32_t a, double scale) {
  return WithSignOf(static_cast<std::int32_t>(WithSignOf(a, a) * scale + 0.5), a);
}

// Within [low, high].
inline std::int32_t Clamp(std::int32_t a, std::int32_t low, std::int32_t high) {
  a = a < low ? low : a;
  return a > high ? high : a;
}

}  // namespace sinew::meshopt

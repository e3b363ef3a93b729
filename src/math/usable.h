// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// IsUsable for everything that is made of floats: the checks at a job's door.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "base/arithmetic.h"
#include "sinew/math.h"

namespace sinew::scalar {

static inline bool IsUsable(float value) { return value >= -kLargest && value <= kLargest; }

static inline bool IsUsable(Vec3 v) { return IsUsable(v.x) && IsUsable(v.y) && IsUsable(v.z); }

static inline bool IsUsable(Quat q) {
  return IsUsable(q.x) && IsUsable(q.y) && IsUsable(q.z) && IsUsable(q.w);
}

static inline bool IsUsable(const Transform& t) {
  return IsUsable(t.translation) && IsUsable(t.rotation) && IsUsable(t.scale);
}

static inline bool IsUsable(const Affine& a) {
  bool usable = true;
  for (const std::array<float, 4>& row : a.m) {
    for (const float entry : row) usable &= IsUsable(entry);
  }
  return usable;
}

// Files hold floats by the million. Magnitudes order as their bits do, with infinity and NaN on
// top; no early exit and no branch, so that the compiler vectorises it.
static inline bool AllUsable(std::span<const float> values) {
  constexpr auto kLargestBits = std::bit_cast<std::int32_t>(kLargest);
  std::int32_t unusable = 0;
  for (const float value : values) {
    unusable |= (std::bit_cast<std::int32_t>(value) & 0x7FFFFFFF) > kLargestBits ? 1 : 0;
  }
  return unusable == 0;
}

template <typename T>
static inline bool AllUsable(std::span<const T> values) {
  return std::all_of(values.begin(), values.end(), [](const T& value) { return IsUsable(value); });
}

}  // namespace sinew::scalar

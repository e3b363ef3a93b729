// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// IsUsable for everything that is made of floats: the checks at a job's door.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

// True where no float's magnitude is above that of kMost. `floats` need not be aligned. Files hold
// floats by the million: magnitudes order as their bits do, with infinity and NaN on top; no early
// exit and no branch, so that the compiler vectorises it.
template <float kMost>
static inline bool NoneBeyond(std::span<const std::byte> floats) {
  constexpr auto kMostBits = std::bit_cast<std::int32_t>(kMost);
  const std::size_t count = floats.size() / sizeof(float);
  std::int32_t beyond = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::int32_t bits;
    std::memcpy(&bits, floats.data() + i * sizeof bits, sizeof bits);
    beyond |= (bits & 0x7FFFFFFF) > kMostBits ? 1 : 0;
  }
  return beyond == 0;
}

static inline bool AllUsable(std::span<const std::byte> floats) {
  return NoneBeyond<kLargest>(floats);
}
static inline bool AllUsable(std::span<const float> values) {
  return AllUsable(std::as_bytes(values));
}

template <typename T>
static inline bool AllUsable(std::span<const T> values) {
  return std::all_of(values.begin(), values.end(), [](const T& value) { return IsUsable(value); });
}

}  // namespace sinew::scalar

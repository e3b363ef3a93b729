// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the Create functions of this room share: scanning numbers, and saying what is broken where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew::model {

// The index of the first float that is not usable (IsUsable). `floats` are raw float32 bytes.
std::optional<std::size_t> FirstUnusableFloat(std::span<const std::byte> floats);

// The index of the first element with a component that is not usable. T holds floats only.
template <typename T>
std::optional<std::size_t> FirstUnusable(std::span<const T> values) {
  static_assert(sizeof(T) % sizeof(float) == 0 && alignof(T) == alignof(float));
  const std::optional<std::size_t> found = FirstUnusableFloat(std::as_bytes(values));
  if (!found) return std::nullopt;
  return *found / (sizeof(T) / sizeof(float));
}
template <typename T>
std::optional<std::size_t> FirstUnusable(const std::vector<T>& values) {
  return FirstUnusable(std::span<const T>(values));
}

// Unit length within 1e-5: judged by the square, |x*x + y*y + z*z + w*w - 1| <= 2e-5.
bool IsUnit(Quat q);

// The first of the quaternions, four floats each, that is too far from unit length for a rotation
// key: |x*x + y*y + z*z + w*w - 1| > 0.0152.
std::optional<std::size_t> FirstBadRotationKey(std::span<const float> quaternions);

// "rest/7": a place below an array.
std::string At(const char* array, std::size_t index);
// The same, below another place.
std::string At(const std::string& above, const char* array, std::size_t index);

Failure Broken(std::string place, std::string message);
// "found joint 7, expected less than 5".
Failure NoSuch(std::string place, const char* what, std::uint64_t found, std::size_t count);

// Shortest text that reads back as the same float.
std::string TextOf(float value);
std::string TextOf(Quat q);

// "found 3, expected 5": the common shape of a message.
std::string FoundExpected(std::uint64_t found, std::uint64_t expected);

inline constexpr const char* kNotUsable =
    "found a number that is not finite or exceeds 1e18, expected a usable one";

}  // namespace sinew::model

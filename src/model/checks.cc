// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/checks.h"

#include <charconv>
#include <utility>

#include "math/usable.h"

namespace sinew::model {

std::optional<std::size_t> FirstUnusableFloat(std::span<const std::byte> floats) {
  constexpr std::size_t kBlock = 64;  // A fixed count: the compiler vectorises the look at a block.
  const std::size_t count = floats.size() / sizeof(float);
  std::size_t first = 0;
  while (count - first >= kBlock &&
         scalar::AllUsable(floats.subspan(first * sizeof(float)).first<kBlock * sizeof(float)>())) {
    first += kBlock;
  }
  for (; first < count; ++first) {
    if (!scalar::AllUsable(floats.subspan(first * sizeof(float), sizeof(float)))) return first;
  }
  return std::nullopt;
}

bool IsUnit(Quat q) {
  const float off = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0f;
  return off <= 2e-5f && off >= -2e-5f;
}

std::optional<std::size_t> FirstBadRotationKey(std::span<const float> quaternions) {
  const auto is_bad = [q = quaternions.data()](std::size_t i) {
    const float off =
        q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3] - 1.0f;
    return !((off <= 0.0152f) & (off >= -0.0152f));
  };
  const std::size_t count = quaternions.size() / 4;
  std::int32_t bad = 0;  // No early exit: the compiler vectorises the loop that finds no fault.
  for (std::size_t key = 0; key < count; ++key) bad |= is_bad(key * 4) ? 1 : 0;
  for (std::size_t key = 0; bad != 0 && key < count; ++key) {
    if (is_bad(key * 4)) return key;
  }
  return std::nullopt;
}

std::string At(const char* array, std::size_t index) {
  return std::string(array) + "/" + std::to_string(index);
}

std::string At(const std::string& above, const char* array, std::size_t index) {
  return above + "/" + At(array, index);
}

Failure Broken(std::string place, std::string message) {
  return {FailureCode::kInvalid, std::move(place), std::move(message)};
}

Failure NoSuch(std::string place, const char* what, std::uint64_t found, std::size_t count) {
  return Broken(std::move(place), "found " + std::string(what) + " " + std::to_string(found) +
                                      ", expected less than " + std::to_string(count));
}

std::string TextOf(float value) {
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, end.ptr);
}

std::string TextOf(Quat q) {
  return "(" + TextOf(q.x) + ", " + TextOf(q.y) + ", " + TextOf(q.z) + ", " + TextOf(q.w) + ")";
}

std::string FoundExpected(std::uint64_t found, std::uint64_t expected) {
  return "found " + std::to_string(found) + ", expected " + std::to_string(expected);
}

}  // namespace sinew::model

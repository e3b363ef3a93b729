// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// FNV-1a over little-endian bits: one number that says whether two results are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "sinew/math.h"

namespace sinew {

class Hash64 {
 public:
  Hash64& Add(std::span<const std::byte> bytes);
  Hash64& Add(std::uint32_t value);
  Hash64& Add(float value);  // Its bits: 0 and -0 differ, all NaNs are one.
  Hash64& Add(std::span<const float> values);
  Hash64& Add(std::span<const Vec3> values);
  Hash64& Add(std::span<const Vec4> values);
  Hash64& Add(std::span<const Transform> values);  // Translation, rotation, scale.
  Hash64& Add(std::span<const Affine> values);     // Row by row.

  std::uint64_t value() const { return state_; }
  std::string Text() const;  // 16 hexadecimal digits, lower case.

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

// Raised whenever a change of the arithmetic changes any hash.
inline constexpr std::uint32_t kArithmeticVersion = 4;

}  // namespace sinew

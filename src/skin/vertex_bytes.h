// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What encoding and decoding vertices share: little-endian integers, and checks of a format.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "sinew/vertex_format.h"

namespace sinew::scalar {

static inline void Put16(std::uint32_t value, std::byte* to) {
  to[0] = static_cast<std::byte>(value & 0xFFu);
  to[1] = static_cast<std::byte>((value >> 8) & 0xFFu);
}

static inline void Put32(std::uint32_t value, std::byte* to) {
  Put16(value & 0xFFFFu, to);
  Put16(value >> 16, to + 2);
}

static inline std::uint32_t Get8(const std::byte* from) {
  return std::to_integer<std::uint32_t>(from[0]);
}

static inline std::uint32_t Get16(const std::byte* from) {
  return Get8(from) | (Get8(from + 1) << 8);
}

static inline std::uint32_t Get32(const std::byte* from) {
  return Get16(from) | (Get16(from + 2) << 16);
}

static inline bool IsFormat(const VertexFormat& format) {
  return (format.flags & ~kVertexFlags) == 0 && format.joints <= JointForm::kUint16x4 &&
         format.weights <= WeightForm::kUnorm8x3;
}

static inline bool HoldsVertices(std::size_t bytes, std::uint32_t count, std::uint32_t stride) {
  return FitsIn(0, count, stride, stride, bytes);
}

}  // namespace sinew::scalar

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The first byte of a stream: the codec in its high half, the codec's version in its low half.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sinew/result.h"

namespace sinew::meshopt {

struct Codec {
  std::string_view name;  // For messages.
  std::uint8_t head;      // The first byte of version 0.
};
inline constexpr Codec kAttributeCodec{"attribute", 0xA0};
inline constexpr Codec kTriangleCodec{"triangle", 0xE0};
inline constexpr Codec kSequenceCodec{"index sequence", 0xD0};

inline constexpr std::uint32_t kNewestVersion = 1;  // Of every codec.

// The version of a stream. A later version is kUnsupported, another first byte kInvalid.
Result<std::uint32_t> ReadVersion(std::span<const std::byte> source, const Codec& codec);

}  // namespace sinew::meshopt

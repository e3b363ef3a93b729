// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What checks of bytes from outside share: arrays in parts that begin at cache lines.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>

#include "math/usable.h"
#include "sinew/box.h"
#include "sinew/hooks.h"

namespace sinew {

inline bool AllZero(std::span<const std::byte> bytes) {
  std::byte any{0};
  for (const std::byte byte : bytes) any |= byte;
  return any == std::byte{0};
}

// Between a header and the parts, which are given in their order, there are zeros, so that equal
// contents are equal bytes.
template <typename... Parts>
bool GapsAreZero(std::span<const std::byte> bytes, std::size_t header_bytes,
                 const Parts&... parts) {
  std::size_t end = header_bytes;
  const auto next_is_clean = [&](const auto& part) {
    const auto begin =
        static_cast<std::size_t>(reinterpret_cast<const std::byte*>(part.data()) - bytes.data());
    const bool clean = AllZero(bytes.subspan(end, begin - end));
    end = begin + part.size_bytes();
    return clean;
  };
  return (next_is_clean(parts) && ...);
}

// Every number below their count once. A stretch of them is marked at a time, which needs no
// memory; where that would be more than kMaxStretches, all at once, with a bit for each.
inline bool IsPermutation(std::span<const std::uint32_t> numbers) {
  constexpr std::size_t kStretch = 65536, kMaxStretches = 16;
  if (numbers.size() > kStretch * kMaxStretches) {
    HookVector<bool> met(numbers.size());
    for (const std::uint32_t number : numbers) {
      if (number >= numbers.size() || met[number]) return false;
      met[number] = true;
    }
    return true;
  }
  std::bitset<kStretch> met;
  for (std::size_t first = 0; first < numbers.size(); first += kStretch) {
    met.reset();
    const std::size_t count = std::min(kStretch, numbers.size() - first);
    for (const std::uint32_t number : numbers) {
      if (number - first < count) met.set(number - first);
    }
    if (met.count() != count) return false;
  }
  return true;
}

// Of usable numbers, or the one empty box that there is.
inline bool IsBox(const Box& box) {
  if (box == Box{}) return true;
  return !box.empty() && scalar::IsUsable(box.min) && scalar::IsUsable(box.max);
}

}  // namespace sinew

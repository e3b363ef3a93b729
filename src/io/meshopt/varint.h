// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Numbers of one to five bytes: seven bits each, the lowest first; the highest bit of a byte says
// that another follows. And signed numbers made unsigned by zigzag: 0, -1, 1, -2 are 0, 1, 2, 3.
#pragma once

#include <cstdint>

namespace sinew::meshopt {

// Reads a number and moves `data` behind it. False where it has not ended at `end`, or after five
// bytes. Bits above the 32nd are dropped.
inline bool ReadVarint(const std::uint8_t*& data, const std::uint8_t* end, std::uint32_t& value) {
  if (data == end) return false;
  value = *data++;
  if (value < 0x80) return true;  // Nearly always.
  value &= 0x7F;
  for (int shift = 7; shift <= 28; shift += 7) {
    if (data == end) return false;
    const std::uint32_t byte = *data++;
    value |= (byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

inline std::uint32_t Unzigzag(std::uint32_t value) { return (value >> 1) ^ (0u - (value & 1)); }

}  // namespace sinew::meshopt

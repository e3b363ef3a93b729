// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Duplicate keys, found without slowing down the objects that have none.
//
// While an object is parsed, each key sets one of 64 bits. Keys that set 64 different bits are
// different; only an object where a bit was set twice is looked at again when it closes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "io/json/node.h"
#include "io/json/scan.h"

namespace sinew::json {

// One bit of 64, the same for equal keys. `written` and `bytes` are what is between the quotes,
// without escapes.
inline std::uint64_t KeyBit(const char* written, std::size_t bytes, const char* text_end) {
  std::uint64_t start = 0;
  if (kLittleEndian && text_end - written >= 8) {
    const std::size_t kept = bytes < 8 ? bytes : 8;
    // A shift by 64 is not defined, so an empty key shifts twice.
    start = LoadEight(written) << (8 - kept) * 4 << (8 - kept) * 4;
  } else {
    for (std::size_t i = 0; i < bytes && i < 8; ++i) {
      start = start >> 8 | std::uint64_t{static_cast<unsigned char>(written[i])} << 56;
    }
  }
  const std::uint64_t last = bytes == 0 ? 0 : static_cast<unsigned char>(written[bytes - 1]);
  const std::uint64_t mixed =
      (start ^ (last << 32) ^ std::uint64_t{bytes}) * std::uint64_t{0x9E3779B97F4A7C15};
  return std::uint64_t{1} << (mixed >> 58);
}

// Appends to tree.duplicate_keys the keys of this (complete) object that an earlier key of it
// equals, in no particular order. Time is at most n log n in the object's text, whatever it holds.
void FindDuplicateKeys(Tree& tree, std::uint32_t object);

}  // namespace sinew::json

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Up to sixteen bytes that are looked for in a text, compared in one step whatever their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/json/key_hash.h"

namespace sinew::json {

class ShortText {
 public:
  static constexpr std::size_t kMostBytes = 16;

  constexpr ShortText() = default;  // Begins nowhere.
  // Of at most kMostBytes.
  constexpr explicit ShortText(std::string_view bytes) {
    char padded[kMostBytes] = {};
    char counts[kMostBytes] = {};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      padded[i] = bytes[i];
      counts[i] = static_cast<char>(0xFF);
    }
    for (std::size_t word = 0; word < 2; ++word) {
      bytes_[word] = LoadWord<std::uint64_t>(padded + 8 * word);
      mask_[word] = LoadWord<std::uint64_t>(counts + 8 * word);
    }
  }

  // True where the bytes at `p` are these. Reads kMostBytes.
  bool BeginsAt(const char* p) const {
    return (((LoadWord<std::uint64_t>(p) & mask_[0]) ^ bytes_[0]) |
            ((LoadWord<std::uint64_t>(p + 8) & mask_[1]) ^ bytes_[1])) == 0;
  }

 private:
  std::uint64_t mask_[2] = {0, 0};   // All ones in the bytes that count.
  std::uint64_t bytes_[2] = {1, 0};  // Zero in the others.
};

}  // namespace sinew::json

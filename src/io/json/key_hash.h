// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A hash of an object's key, made at most once while the key is parsed: it finds duplicates, and
// readers find the property of that name with it. Quick rather than good: never trust equal hashes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace sinew::json {

// The same for the same bytes when compiled and when run, on every machine of one byte order.
template <typename Word>
constexpr Word LoadWord(const char* p) {
  Word word = 0;
  if (std::is_constant_evaluated()) {
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
      const std::size_t place =
          std::endian::native == std::endian::little ? i : sizeof(Word) - 1 - i;
      word |= Word{static_cast<unsigned char>(p[i])} << (8 * place);
    }
  } else {
    std::memcpy(&word, p, sizeof word);
  }
  return word;
}

inline constexpr unsigned kKeyHashBits = 22;

// From the length and up to sixteen bytes at both ends.
constexpr std::uint32_t KeyHash(std::string_view key) {
  const std::size_t size = key.size();
  const char* const p = key.data();
  std::uint64_t ends = 0;
  if (size >= 8) {
    ends = LoadWord<std::uint64_t>(p) ^ std::rotl(LoadWord<std::uint64_t>(p + size - 8), 32);
  } else if (size >= 4) {
    ends = LoadWord<std::uint32_t>(p) | std::uint64_t{LoadWord<std::uint32_t>(p + size - 4)} << 32;
  } else if (size > 0) {
    ends = std::uint64_t{static_cast<unsigned char>(p[0])} |
           std::uint64_t{static_cast<unsigned char>(p[size / 2])} << 8 |
           std::uint64_t{static_cast<unsigned char>(p[size - 1])} << 16;
  }
  // Of the factors tried, one by which no two names of a KeySet have the same upper six bits: one
  // fewer than its table asks for.
  return static_cast<std::uint32_t>((ends + size) * std::uint64_t{0xA3B33187C73B4AF5} >>
                                    (64 - kKeyHashBits));
}

}  // namespace sinew::json

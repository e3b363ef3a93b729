// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The words of JSON: white space, strings, numbers. Each function takes a place in the text and
// the text's end, reads nothing beyond it, and returns the place after what it read.
//
//   Faults   a null result means that the text is wrong; the Fault then says where and how.
//   Speed    what nearly every token needs is inline, several bytes a step; the rest is in scan.cc.
//            Every step width gives the same result.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "io/json/node.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sinew::json {

struct Fault {
  const char* at = nullptr;
  const char* found = nullptr;  // Null: the byte at `at`, or the end of the text.
  const char* expected = nullptr;
};

struct Number {
  Kind kind;
  std::uint64_t payload;
};

// Eight bytes, the first in the lowest bits where the machine is little-endian.
inline std::uint64_t LoadEight(const char* p) {
  std::uint64_t bytes;
  std::memcpy(&bytes, p, sizeof bytes);
  return bytes;
}
inline constexpr std::uint64_t EightTimes(unsigned char byte) {
  return std::uint64_t{0x0101010101010101} * byte;
}
inline constexpr bool kLittleEndian = std::endian::native == std::endian::little;

// Everything a string may hold as it is, and that needs no further look: printable ASCII other
// than the quote and the backslash.
inline bool IsPlain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

#ifdef __SSE2__
// Which of sixteen bytes are not plain: one bit each, the first in the lowest.
inline unsigned OddBytes(const char* p) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  // Signed, so that bytes from 0x80 up are less than a space too.
  const __m128i odd = _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)),
                                   _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                                _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
  return static_cast<unsigned>(_mm_movemask_epi8(odd));
}
#endif

// To the first byte that is not plain, or the end.
inline const char* SkipPlain(const char* p, const char* end) {
#ifdef __SSE2__
  while (end - p >= 16) {
    const unsigned odd = OddBytes(p);
    if (odd != 0) return p + std::countr_zero(odd);
    p += 16;
  }
#endif
  if constexpr (kLittleEndian) {
    while (end - p >= 8) {
      // A borrow can mark a byte wrongly, but only above one that is marked rightly.
      const std::uint64_t bytes = LoadEight(p);
      const std::uint64_t quote = bytes ^ EightTimes('"');
      const std::uint64_t backslash = bytes ^ EightTimes('\\');
      const std::uint64_t odd =
          (bytes | ((bytes - EightTimes(0x20)) & ~bytes) | ((quote - EightTimes(1)) & ~quote) |
           ((backslash - EightTimes(1)) & ~backslash)) &
          EightTimes(0x80);
      if (odd != 0) return p + std::countr_zero(odd) / 8;
      p += 8;
    }
  }
  while (p != end && IsPlain(*p)) ++p;
  return p;
}

// The bytes of the UTF-8 character at `p`, which is not the end; 0 where there is none: stray and
// missing continuation bytes, overlong forms, surrogates, beyond U+10FFFF.
std::size_t Utf8Length(const char* p, const char* end);

// The place after a string, and whether it is kPlainString or kEscapedString.
struct ScannedString {
  const char* after;  // Null: a fault.
  Kind kind;
};

// Any string, without haste. `p` is at the opening quote.
ScannedString ScanAnyString(const char* p, const char* end, Fault& fault);

// The quick scans below look at fewer bytes than this from where they begin, without asking whether
// the text goes on so far: who calls them has.
inline constexpr std::ptrdiff_t kQuickBytes = 32;

// The place after a string of up to 15 plain bytes, which is most of what files hold. Null, and not
// a fault, where something else is there. `p` is at the opening quote, kQuickBytes before the end.
inline const char* ScanShortString(const char* p) {
#ifdef __SSE2__
  const unsigned odd = OddBytes(p + 1);
  const char* const last = p + 1 + std::countr_zero(odd | 0x8000u);
  return *last == '"' ? last + 1 : nullptr;
#else
  const char* const last = SkipPlain(p + 1, p + 17);
  return *last == '"' ? last + 1 : nullptr;
#endif
}

// How many of eight bytes are digits, from the first. `xored` is the bytes ^ EightTimes('0').
inline int LeadingDigits(std::uint64_t xored) {
  const std::uint64_t other = ((xored + EightTimes(0x76)) | xored) & EightTimes(0x80);
  return std::countr_zero(other) / 8;
}

// Any number, without haste. `p` is at a digit or a minus.
const char* ScanAnyNumber(const char* p, const char* end, BeyondDouble beyond, Number& number,
                          Fault& fault);

// Integers of up to seven digits, from 0 up, which are most of what files hold. Null, and not a
// fault, where something else is there. `p` is at a digit, kQuickBytes before the end.
inline const char* ScanSmallInteger(const char* p, std::uint64_t& value) {
  if constexpr (!kLittleEndian) return nullptr;
  std::uint64_t x = LoadEight(p) ^ EightTimes('0');
  const int count = LeadingDigits(x);
  if (count > 7 || (*p == '0' && count > 1)) return nullptr;
  const char next = p[count];
  if (next == '.' || (next | 0x20) == 'e') return nullptr;
  // The last digit goes to the top byte, zeros come in below; then neighbours are joined: eight
  // digits, four pairs, two fours, one number.
  x <<= 64 - 8 * count;
  x = x * 10 + (x >> 8);
  value = ((x & 0x000000FF000000FF) * (100 + (std::uint64_t{1000000} << 32)) +
           (x >> 16 & 0x000000FF000000FF) * (1 + (std::uint64_t{10000} << 32))) >>
          32;
  return p + count;
}

const char* SkipManySpaces(const char* p, const char* end);

inline const char* SkipSpace(const char* p, const char* end) {
  if (p != end && static_cast<unsigned char>(*p) <= ' ') return SkipManySpaces(p, end);
  return p;
}

}  // namespace sinew::json

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/json/unescape.h"

#include <cstdint>
#include <cstring>

namespace sinew::json {
namespace {

std::uint32_t HexDigit(char c) {
  if (c <= '9') return static_cast<std::uint32_t>(c - '0');
  return static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
}

std::uint32_t FourCheckedHexDigits(const char* p) {
  return HexDigit(p[0]) << 12 | HexDigit(p[1]) << 8 | HexDigit(p[2]) << 4 | HexDigit(p[3]);
}

Utf8 Encode(std::uint32_t c) {
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) return {{static_cast<char>(c)}, 1};
  if (c < 0x800) return {{static_cast<char>(0xC0 | c >> 6), tail(0)}, 2};
  if (c < 0x10000) return {{static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)}, 3};
  return {{static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)}, 4};
}

}  // namespace

Utf8 NextUnescaped(const char*& at) {
  const char first = *at++;
  if (first != '\\') return {{first}, 1};
  const char escape = *at++;
  switch (escape) {
    case 'b':
      return {{'\b'}, 1};
    case 'f':
      return {{'\f'}, 1};
    case 'n':
      return {{'\n'}, 1};
    case 'r':
      return {{'\r'}, 1};
    case 't':
      return {{'\t'}, 1};
    case 'u':
      break;
    default:
      return {{escape}, 1};  // A quote, a backslash or a slash stands for itself.
  }
  std::uint32_t c = FourCheckedHexDigits(at);
  at += 4;
  if (c >= 0xD800 && c < 0xDC00) {  // The parser has seen to it that the other half follows.
    c = 0x10000 + ((c - 0xD800) << 10) + (FourCheckedHexDigits(at + 2) - 0xDC00);
    at += 6;
  }
  return Encode(c);
}

std::string Unescape(std::string_view written) {
  std::string meant;
  meant.reserve(written.size());  // An escape is never shorter than what it stands for.
  const char* at = written.data();
  const char* const end = at + written.size();
  while (at != end) {
    const Utf8 next = NextUnescaped(at);
    meant.append(next.bytes, next.count);
  }
  return meant;
}

bool UnescapesTo(std::string_view written, std::string_view meant) {
  const char* at = written.data();
  const char* const end = at + written.size();
  while (at != end) {
    const Utf8 next = NextUnescaped(at);
    if (meant.size() < next.count || std::memcmp(meant.data(), next.bytes, next.count) != 0) {
      return false;
    }
    meant.remove_prefix(next.count);
  }
  return meant.empty();
}

}  // namespace sinew::json

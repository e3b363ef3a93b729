// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/json/scan.h"

#include <fast_float/fast_float.h>

#include <limits>

#include "sinew/assertion.h"

namespace sinew::json {
namespace {

const char* Fail(Fault& fault, const char* at, const char* expected, const char* found = nullptr) {
  fault = {at, found, expected};
  return nullptr;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

const char* SkipDigits(const char* p, const char* end) {
  if constexpr (kLittleEndian) {
    while (end - p >= 8) {
      const int count = LeadingDigits(LoadEight(p) ^ EightTimes('0'));
      p += count;
      if (count != 8) return p;
    }
  }
  while (p != end && IsDigit(*p)) ++p;
  return p;
}

// The value of four hexadecimal digits, or -1.
int FourHexDigits(const char* p) {
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = p[i];
    const char lower = static_cast<char>(c | 0x20);
    if (IsDigit(c)) {
      value = value * 16 + (c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      value = value * 16 + (lower - 'a' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

// Digits alone, no leading zero: an int64 where it fits.
bool FitsInteger(const char* digits, const char* end, bool negative, std::uint64_t& payload) {
  if (end - digits > 19) return false;
  std::uint64_t magnitude = 0;  // 19 digits are below 2^64.
  for (const char* p = digits; p != end; ++p) {
    magnitude = magnitude * 10 + static_cast<std::uint64_t>(*p - '0');
  }
  const std::uint64_t most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  if (negative) {
    if (magnitude == 0 || magnitude > most + 1) return false;  // An int64 has no -0.
    payload = ~magnitude + 1;
  } else {
    if (magnitude > most) return false;
    payload = magnitude;
  }
  return true;
}

}  // namespace

std::size_t Utf8Length(const char* p, const char* end) {
  const auto byte = [p](std::ptrdiff_t i) { return static_cast<unsigned char>(p[i]); };
  const auto is_tail = [p, end, byte](std::ptrdiff_t i) {
    return end - p > i && (byte(i) & 0xC0) == 0x80;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF && is_tail(1)) return 2;
  if ((lead & 0xF0) == 0xE0 && is_tail(1) && is_tail(2)) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    if (!overlong && !surrogate) return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4 && is_tail(1) && is_tail(2) && is_tail(3)) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool beyond_unicode = lead == 0xF4 && byte(1) >= 0x90;
    if (!overlong && !beyond_unicode) return 4;
  }
  return 0;
}

const char* SkipManySpaces(const char* p, const char* end) {
#ifdef __SSE2__
  while (end - p >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i space = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')),
                                                    _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'))),
                                       _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')),
                                                    _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r'))));
    const unsigned other = ~static_cast<unsigned>(_mm_movemask_epi8(space)) & 0xFFFF;
    if (other != 0) return p + std::countr_zero(other);
    p += 16;
  }
#endif
  while (p != end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')) ++p;
  return p;
}

namespace {

const char* FailString(const char* p, const char* end, Fault& fault) {
  if (p == end) return Fail(fault, p, "'\"' to end a string");
  return Fail(fault, p, "an escape in its place, as control characters need in a string");
}

// `p` is at a backslash.
const char* ScanEscape(const char* p, const char* end, Fault& fault) {
  const char* const backslash = p++;
  if (p == end) return Fail(fault, p, "the rest of an escape");
  switch (*p) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      return p + 1;
    case 'u':
      break;
    default:
      return Fail(fault, p, "one of \"\\/bfnrtu after a backslash");
  }
  ++p;
  static constexpr const char* kFourDigits = "four hexadecimal digits after \\u";
  if (end - p < 4) return Fail(fault, p, kFourDigits);
  const int unit = FourHexDigits(p);
  if (unit < 0) return Fail(fault, p, kFourDigits);
  p += 4;
  if (unit < 0xD800 || unit > 0xDFFF) return p;
  if (unit >= 0xDC00) {
    return Fail(fault, backslash, "a high surrogate before it", "a lone low surrogate");
  }
  // The first half of a pair.
  if (end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
    const int low = FourHexDigits(p + 2);
    if (low >= 0xDC00 && low <= 0xDFFF) return p + 6;
  }
  return Fail(fault, backslash, "a low surrogate after it", "a lone high surrogate");
}

// `p` is at a byte from 0x80 up.
const char* ScanNonAscii(const char* p, const char* end, Fault& fault) {
  const std::size_t length = Utf8Length(p, end);
  return length != 0 ? p + length : Fail(fault, p, "well-formed UTF-8");
}

}  // namespace

ScannedString ScanAnyString(const char* p, const char* end, Fault& fault) {
  Kind kind = Kind::kPlainString;
  ++p;
  while (p != nullptr) {
    p = SkipPlain(p, end);
    if (p != end && *p == '"') return {p + 1, kind};
    if (p != end && *p == '\\') {
      kind = Kind::kEscapedString;
      p = ScanEscape(p, end, fault);
    } else if (p != end && static_cast<unsigned char>(*p) >= 0x80) {
      p = ScanNonAscii(p, end, fault);
    } else {
      p = FailString(p, end, fault);
    }
  }
  return {nullptr, kind};
}

const char* ScanAnyNumber(const char* p, const char* end, BeyondDouble beyond, Number& number,
                          Fault& fault) {
  const char* const first = p;
  const bool negative = *p == '-';
  if (negative) ++p;
  if (p == end || !IsDigit(*p)) return Fail(fault, p, "a digit after the minus");
  const char* const digits = p;
  p = SkipDigits(p, end);
  if (*digits == '0' && p - digits > 1) {
    return Fail(fault, digits, "a number without leading zeros", "a leading zero");
  }
  const char* const digits_end = p;
  if (p != end && *p == '.') {
    ++p;
    if (p == end || !IsDigit(*p)) return Fail(fault, p, "a digit after the decimal point");
    p = SkipDigits(p, end);
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && (*p == '+' || *p == '-')) ++p;
    if (p == end || !IsDigit(*p)) return Fail(fault, p, "a digit in the exponent");
    p = SkipDigits(p, end);
  }
  number.kind = Kind::kReal;
  if (p == digits_end) {
    number.kind = Kind::kInteger;
    if (FitsInteger(digits, digits_end, negative, number.payload)) return p;
    number.kind = Kind::kWideInteger;
  }
  double value = 0.0;
  const auto converted = fast_float::from_chars(first, p, value);
  SINEW_ASSERT(converted.ptr == p);
  static_cast<void>(converted);
  // Releases of fast_float differ in the error code of an overflow, but the value is infinite.
  if ((value > std::numeric_limits<double>::max() || value < -std::numeric_limits<double>::max()) &&
      beyond == BeyondDouble::kFault) {
    return Fail(fault, first, "a magnitude that a double can hold", "a number too large");
  }
  number.payload = std::bit_cast<std::uint64_t>(value);
  return p;
}

}  // namespace sinew::json

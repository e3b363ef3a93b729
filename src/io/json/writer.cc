// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/json/writer.h"

#include <fast_float/fast_float.h>

#include <charconv>

namespace sinew::json {
namespace {

// The length of the UTF-8 sequence at the start of `text`, or 0 where there is none: stray and
// missing continuation bytes, overlong forms, surrogates, beyond U+10FFFF.
std::size_t SequenceLength(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&byte](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (!continues(1) || !continues(2)) return 0;
    if (first == 0xe0 && byte(1) < 0xa0) return 0;
    if (first == 0xed && byte(1) > 0x9f) return 0;
    return 3;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    if (first == 0xf0 && byte(1) < 0x90) return 0;
    if (first == 0xf4 && byte(1) > 0x8f) return 0;
    return 4;
  }
  return 0;
}

void AppendEscaped(std::string& text, char c) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      text += "\\\"";
      return;
    case '\\':
      text += "\\\\";
      return;
    case '\n':
      text += "\\n";
      return;
    case '\r':
      text += "\\r";
      return;
    case '\t':
      text += "\\t";
      return;
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  if (code >= 0x20) {
    text += c;
  } else {
    text += "\\u00";
    text += kHex[code >> 4];
    text += kHex[code & 15];
  }
}

}  // namespace

void Writer::Comma() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

Writer& Writer::Key(std::string_view name) {
  String(name);
  text_ += ':';
  return *this;
}

void Writer::String(std::string_view utf8) {
  Comma();
  text_ += '"';
  while (!utf8.empty()) {
    const std::size_t length = SequenceLength(utf8);
    if (length == 0) {
      text_ += "\xef\xbf\xbd";
      utf8.remove_prefix(1);
    } else if (length == 1) {
      AppendEscaped(text_, utf8.front());
      utf8.remove_prefix(1);
    } else {
      text_ += utf8.substr(0, length);
      utf8.remove_prefix(length);
    }
  }
  text_ += '"';
}

void Writer::Number(float value) {
  Comma();
  char digits[64];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  // Shortest for a reader of floats; a reader that rounds to double first may, very rarely, be led
  // to the neighbour. Then every digit of the double is written.
  double read = 0.0;
  fast_float::from_chars(digits, end.ptr, read);
  if (static_cast<float>(read) == value) {
    text_.append(digits, end.ptr);
    return;
  }
  const std::to_chars_result exact =
      std::to_chars(digits, digits + sizeof digits, static_cast<double>(value));
  text_.append(digits, exact.ptr);
}

void Writer::Integer(std::uint64_t value) {
  Comma();
  text_ += std::to_string(value);
}

void Writer::Bool(bool value) {
  Comma();
  text_ += value ? "true" : "false";
}

void Writer::Raw(std::string_view json) {
  Comma();
  text_ += json;
}

void Writer::Numbers(std::span<const float> values) {
  BeginArray();
  for (const float value : values) Number(value);
  EndArray();
}

void Writer::Integers(std::span<const std::uint32_t> values) {
  BeginArray();
  for (const std::uint32_t value : values) Integer(value);
  EndArray();
}

}  // namespace sinew::json

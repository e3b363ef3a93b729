// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fast_float/fast_float.h>

#include <charconv>

#include "sinew/json.h"

namespace sinew {
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

void AppendCharacter(std::string& text, char c) {
  constexpr char kHex[] = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    text += '\\';
    text += c;
  } else if (code < 0x20 || code == 0x7f) {
    text += "\\u00";
    text += kHex[code >> 4];
    text += kHex[code & 15];
  } else {
    text += c;
  }
}

bool IsFinite(double value) { return value - value == 0.0; }

constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

}  // namespace

void JsonWriter::Separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

JsonWriter& JsonWriter::Begin(char bracket) {
  Separate();
  text_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::End(char bracket) {
  text_ += bracket;
  needs_comma_ = true;
  if (sink_ && text_.size() > kPieceBytes) Flush();
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  String(key);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view utf8) {
  Separate();
  text_ += '"';
  while (!utf8.empty()) {
    const std::size_t length = SequenceLength(utf8);
    if (length == 0) {
      text_ += "\xef\xbf\xbd";
    } else if (length == 1) {
      AppendCharacter(text_, utf8.front());
    } else {
      text_ += utf8.substr(0, length);
    }
    utf8.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Number(double value) {
  if (!IsFinite(value)) return Null();
  char digits[32];
  const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return Raw({digits, static_cast<std::size_t>(end - digits)});
}

JsonWriter& JsonWriter::Number(float value) {
  if (!IsFinite(value)) return Null();
  char digits[32];
  const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  // Shortest for a reader of floats; a reader that rounds to double first may, very rarely, be led
  // to the neighbour. Then every digit of the double is written.
  double read = 0.0;
  fast_float::from_chars(digits, end, read);
  if (static_cast<float>(read) != value) return Number(static_cast<double>(value));
  return Raw({digits, static_cast<std::size_t>(end - digits)});
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::Floats(std::span<const float> values) {
  BeginArray();
  for (const float value : values) Number(value);
  return EndArray();
}

JsonWriter& JsonWriter::Integers(std::span<const std::uint32_t> values) {
  BeginArray();
  for (const std::uint32_t value : values) Integer(value);
  return EndArray();
}

JsonWriter& JsonWriter::Vectors(std::span<const Vec3> values) {
  BeginArray();
  for (const Vec3& value : values) Number(value.x).Number(value.y).Number(value.z);
  return EndArray();
}

bool JsonWriter::Flush() {
  if (!failed_ && sink_ && !text_.empty()) failed_ = !sink_(text_);
  if (sink_) text_.clear();
  return !failed_;
}

}  // namespace sinew

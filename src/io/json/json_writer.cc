// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fast_float/fast_float.h>

#include <charconv>

#include "io/json/scan.h"
#include "sinew/json.h"

namespace sinew {
namespace {

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
    const std::size_t length = json::Utf8Length(utf8.data(), utf8.data() + utf8.size());
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

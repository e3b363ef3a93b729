// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/json_out.h"

#include <fmt/format.h>

#include <charconv>

#include "text/exit_code.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

constexpr std::size_t kFlushBytes = 1 << 16;

}  // namespace

void JsonWriter::Separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_items_.empty()) return;
  if (has_items_.back()) buffer_ += ',';
  has_items_.back() = true;
}

JsonWriter& JsonWriter::Begin(char bracket) {
  Separate();
  buffer_ += bracket;
  has_items_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::End(char bracket) {
  buffer_ += bracket;
  has_items_.pop_back();
  if (buffer_.size() > kFlushBytes) Flush();
  return *this;
}

JsonWriter& JsonWriter::Raw(std::string_view text) {
  Separate();
  buffer_ += text;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  String(key);
  buffer_ += ':';
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view text) {
  Separate();
  buffer_ += '"';
  while (!text.empty()) {
    const CodePoint point = FirstCodePoint(text);
    if (!point.valid) {
      buffer_ += "\xef\xbf\xbd";
    } else if (point.value == '"' || point.value == '\\') {
      buffer_ += '\\';
      buffer_ += static_cast<char>(point.value);
    } else if (point.value < 0x20 || point.value == 0x7f) {
      buffer_ += fmt::format("\\u{:04x}", static_cast<unsigned>(point.value));
    } else {
      buffer_.append(text.substr(0, point.bytes));
    }
    text.remove_prefix(point.bytes);
  }
  buffer_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Number(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return Raw({text, static_cast<std::size_t>(end - text)});
}

JsonWriter& JsonWriter::Number(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return Raw({text, static_cast<std::size_t>(end - text)});
}

JsonWriter& JsonWriter::Integer(std::int64_t value) { return Raw(std::to_string(value)); }
JsonWriter& JsonWriter::Bool(bool value) { return Raw(value ? "true" : "false"); }
JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Floats(std::span<const float> values) {
  BeginArray();
  for (const float value : values) Number(value);
  return EndArray();
}

JsonWriter& JsonWriter::Vectors(std::span<const Vec3> values) {
  BeginArray();
  for (const Vec3& value : values) Number(value.x).Number(value.y).Number(value.z);
  return EndArray();
}

void JsonWriter::Flush() {
  begun_ = true;
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), out_) != buffer_.size()) {
    throw CommandError(ExitCode::kCannotRead, "cannot write to the output");
  }
  buffer_.clear();
}

void JsonWriter::Finish() {
  buffer_ += '\n';
  Flush();
}

}  // namespace sinew::cli

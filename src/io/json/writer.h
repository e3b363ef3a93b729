// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// JSON out, without spaces. Commas put themselves; what is opened must be closed by the caller.
//
//   Numbers  the shortest text that this library, and any reader that goes through double, turns
//            into the same float again.
//   Strings  UTF-8; bytes that are not become U+FFFD, so that the text is always valid.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sinew::json {

class Writer {
 public:
  void BeginObject() { Open('{'); }
  void EndObject() { text_ += '}'; }
  void BeginArray() { Open('['); }
  void EndArray() { text_ += ']'; }

  // Chains: writer.Key("count").Integer(3).
  Writer& Key(std::string_view name);
  void String(std::string_view utf8);
  void Number(float value);  // Finite.
  void Integer(std::uint64_t value);
  void Bool(bool value);
  void Raw(std::string_view json);  // One whole value, already JSON.
  void Numbers(std::span<const float> values);
  void Integers(std::span<const std::uint32_t> values);

  const std::string& text() const { return text_; }
  std::string Take() && { return std::move(text_); }

 private:
  void Comma();
  void Open(char bracket) {
    Comma();
    text_ += bracket;
  }

  std::string text_;
};

}  // namespace sinew::json

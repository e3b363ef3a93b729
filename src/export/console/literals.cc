// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Numbers and strings as source text.
#include <charconv>
#include <string>
#include <string_view>

#include "export/console/syntax.h"
#include "sinew/utf8.h"

namespace sinew::console {

std::string FloatText(float value) {
  char digits[40];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  std::string text(digits, end.ptr);
  if (text.find_first_of(".e") == text.npos) text += ".0";
  return text;
}

char32_t TakeCodePoint(std::string_view& text) {
  constexpr char32_t kReplacement = 0xFFFD;
  const CodePoint point = FirstCodePoint(text);
  text.remove_prefix(point.bytes);
  return point.valid ? point.value : kReplacement;
}

std::string Hex(std::uint32_t value, std::size_t digits) {
  char buffer[8];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof buffer, value, 16);
  std::string text(buffer, end.ptr);
  return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

std::string JsonText(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const char32_t c = TakeCodePoint(text);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c >= ' ' && c <= '~') {
      out += static_cast<char>(c);
    } else if (c < 0x10000) {
      out += "\\u" + Hex(c, 4);
    } else {
      out += "\\u" + Hex(0xD800 + ((c - 0x10000) >> 10), 4);
      out += "\\u" + Hex(0xDC00 + ((c - 0x10000) & 0x3FF), 4);
    }
  }
  return out + "\"";
}

std::string CText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '?') {  // "??/" is a backslash.
      out += '\\';
      out += c;
    } else if (c >= ' ' && c <= '~') {
      out += c;
    } else {  // Three octal digits: the next character cannot become a fourth.
      const auto byte = static_cast<unsigned char>(c);
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
    }
  }
  return out + "\"";
}

std::string UpperCase(std::string_view identifier) {
  std::string out(identifier);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

}  // namespace sinew::console

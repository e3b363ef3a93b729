// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Puts a message together from texts and numbers. Only called when something is wrong.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace sinew::io {

inline void AppendWord(std::string& message, std::string_view text) { message += text; }
inline void AppendWord(std::string& message, char letter) { message += letter; }
template <std::integral T>
void AppendWord(std::string& message, T number) {
  message += std::to_string(number);
}
inline void AppendWord(std::string& message, double number) {
  char digits[40];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number);
  message.append(digits, end.ptr);
}

template <typename... Parts>
std::string Words(const Parts&... parts) {
  std::string message;
  (AppendWord(message, parts), ...);
  return message;
}

}  // namespace sinew::io

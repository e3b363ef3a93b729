// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Puts a message together from texts and numbers. Numbers are written as briefly as they can be
// read back.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace sinew {

inline void AppendPart(std::string& message, std::string_view text) { message += text; }
template <std::integral T>
void AppendPart(std::string& message, T number) {
  message += std::to_string(number);
}
template <std::floating_point T>
void AppendPart(std::string& message, T number) {
  char digits[40];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number);
  message.append(digits, end.ptr);
}

template <typename... Parts>
std::string Message(const Parts&... parts) {
  std::string message;
  (AppendPart(message, parts), ...);
  return message;
}

// Three digits: for sizes and amounts of work.
inline std::string Roughly(double number) {
  char digits[40];
  const std::to_chars_result end =
      std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 3);
  return {digits, end.ptr};
}

}  // namespace sinew

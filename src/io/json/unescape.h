// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From a string as written between its quotes, already checked by the parser, to what it means.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sinew::json {

// Up to four bytes of UTF-8.
struct Utf8 {
  char bytes[4];
  std::size_t count;
};

// The next character (one byte of an unescaped one, all of an escaped one); moves `at` past it.
Utf8 NextUnescaped(const char*& at);

std::string Unescape(std::string_view written);
bool UnescapesTo(std::string_view written, std::string_view meant);

}  // namespace sinew::json

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// UTF-8 read one code point at a time. Names in files may hold anything.
#pragma once

#include <cstddef>
#include <string_view>

namespace sinew {

// A code point, and how many bytes it took.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = true;  // False: one byte that is not UTF-8, as the value.
};

// Of a text that is not empty. Overlong forms, surrogates and values above U+10FFFF are not UTF-8.
CodePoint FirstCodePoint(std::string_view text);

}  // namespace sinew

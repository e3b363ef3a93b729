// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The only file below the tool that prints: tests/house names it as the exception.
#include "base/default_assertion_handler.h"

#include <array>
#include <cstddef>
#include <cstdio>

namespace sinew {
namespace {

// One line in a fixed buffer, because memory may have run out. What does not fit is cut off.
class Line {
 public:
  void Add(const char* text) {
    for (; *text != '\0'; ++text) Add(*text);
  }
  void Add(int number) {
    if (number >= 10) Add(number / 10);
    Add(static_cast<char>('0' + number % 10));
  }
  void Write() {
    text_[size_] = '\n';
    std::fwrite(text_.data(), 1, size_ + 1, stderr);
  }

 private:
  void Add(char c) {
    // A message from a file's own words stays one line.
    if (size_ + 1 < text_.size()) text_[size_++] = c == '\n' || c == '\r' ? ' ' : c;
  }

  std::array<char, 1024> text_;
  std::size_t size_ = 0;
};

}  // namespace

void DefaultAssertionHandler(const char* message, const char* file, int line, void*) {
  Line text;
  if (*file != '\0') {
    text.Add(file);
    text.Add(":");
    text.Add(line);
    text.Add(": ");
  }
  text.Add("sinew: ");
  text.Add(message);
  text.Write();
}

}  // namespace sinew

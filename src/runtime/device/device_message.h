// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Messages of the device, put together without an allocation.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sinew::device {

// Text and whole numbers, one after another: Message("load_skeleton: ", 257, " bones").
class Message {
 public:
  template <typename... Parts>
  explicit Message(Parts... parts) {
    (Add(parts), ...);
  }
  const char* text() const { return text_.data(); }

 private:
  void Add(std::string_view part) {
    for (const char letter : part) {
      if (length_ + 1 < text_.size()) text_[length_++] = letter;
    }
  }
  void Add(std::uint64_t number) {
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    Add(std::string_view(digits.data(), static_cast<std::size_t>(end.ptr - digits.data())));
  }

  std::array<char, 192> text_{};  // Zeros: it always ends with one.
  std::size_t length_ = 0;
};

}  // namespace sinew::device

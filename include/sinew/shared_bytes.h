// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bytes that several things hold without a copy each, as an image that a file names a hundred
// times.
//
//   SharedBytes bytes(std::move(vector));   // A std::vector<std::byte> becomes one by itself.
//   std::span<const std::byte> view = bytes;
//
//   Memory   the bytes never change and stay where they are as long as one copy of the object
//            exists. Copies cost nothing, and any thread may make and drop them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sinew/shared.h"

namespace sinew {

class SharedBytes {
 public:
  SharedBytes() = default;
  SharedBytes(std::vector<std::byte> bytes);  // NOLINT: meant to be implicit

  std::span<const std::byte> span() const { return view_; }
  const std::byte* data() const { return view_.data(); }
  std::size_t size() const { return view_.size(); }
  bool empty() const { return view_.empty(); }
  const std::byte* begin() const { return data(); }
  const std::byte* end() const { return data() + size(); }

  // Whether the contents are equal; those of copies are compared at once.
  friend bool operator==(const SharedBytes& a, const SharedBytes& b);

 private:
  SharedRef owner_{};
  std::span<const std::byte> view_{};
};

}  // namespace sinew

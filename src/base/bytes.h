// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Checked sizes: the one place where numbers from a file are asked whether they fit into memory
// that is there. By subtraction and division: nothing here can overflow.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace sinew {

// True where `length` bytes from `offset` on lie inside `available` bytes.
bool RangeFits(std::uint64_t offset, std::uint64_t length, std::uint64_t available);

// True where `count` elements of `element` bytes, each `stride` bytes after the one before it and
// the first at `offset`, lie inside `available` bytes. Bytes between elements need not exist after
// the last one. No elements fit anywhere that `offset` does.
bool FitsIn(std::uint64_t offset, std::uint64_t count, std::uint64_t stride, std::uint64_t element,
            std::uint64_t available);

// a * b, or nothing where that is more than 64 bits hold.
inline std::optional<std::uint64_t> CheckedProduct(std::uint64_t a, std::uint64_t b) {
  if ((a | b) >> 32 == 0) return a * b;  // Nearly always, and without a division.
  if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b) return std::nullopt;
  return a * b;
}

}  // namespace sinew

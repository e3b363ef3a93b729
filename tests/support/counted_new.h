// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A program that links counted_new.cc counts every allocation made by operator new. One such
// program a test: the counting belongs to the whole process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew::testing {

// Allocations since the program began.
std::uint64_t AllocationCount();

// Watches how much memory is held between its construction and MostBytes, beyond what was held at
// the beginning. One at a time.
class HeldBytes {
 public:
  HeldBytes();
  // The most that was held at once, as the allocator counts it.
  std::int64_t MostBytes() const;

 private:
  std::int64_t at_start_;
};

}  // namespace sinew::testing

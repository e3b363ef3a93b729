// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The edges and vertices that triangle codes refer to: the last sixteen of each, by age.
#pragma once

#include <cstdint>

namespace sinew::meshopt {

// Values in a ring of sixteen. Age 0 is the latest.
template <typename T>
class Recent {
 public:
  bool Has(std::uint64_t age) const { return age < pushed_; }
  // Of an age below 16 that Has.
  T At(std::uint64_t age) const { return ring_[(pushed_ - 1 - age) & 15]; }
  void Push(T value) { PushIf(true, value); }
  // Without a branch: the value is written either way, and overwritten later if it does not count.
  void PushIf(bool counts, T value) {
    ring_[pushed_ & 15] = value;
    pushed_ += counts;
  }

 private:
  T ring_[16] = {};
  std::uint64_t pushed_ = 0;  // All that ever were.
};

struct Edge {
  std::uint32_t a = 0, b = 0;
};

}  // namespace sinew::meshopt

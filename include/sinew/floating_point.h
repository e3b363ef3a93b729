// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The floating-point environment is part of the contract: round to nearest, denormals kept. Some
// libraries change it behind everyone's back (linking -ffast-math code sets flush-to-zero).
#pragma once

#include <cstdint>

namespace sinew {

// True where this thread rounds to nearest and keeps denormals.
bool FloatEnvironmentIsExact();

// Sets the environment the arithmetic needs for as long as it lives, then puts back what was there.
// Of one thread: make and destroy it on the same one.
class FloatEnvironmentGuard {
 public:
  FloatEnvironmentGuard();
  ~FloatEnvironmentGuard();
  FloatEnvironmentGuard(const FloatEnvironmentGuard&) = delete;
  FloatEnvironmentGuard& operator=(const FloatEnvironmentGuard&) = delete;

 private:
  std::uint64_t saved_;
};

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Ticks divided, and kept in the range in which nothing overflows.
#pragma once

#include "sinew/ticks.h"

namespace sinew {

// Rounded down, also below zero. The divisor is positive.
static inline std::int64_t FloorDivide(Ticks dividend, Ticks divisor) {
  const std::int64_t quotient = dividend / divisor;
  return dividend % divisor < 0 ? quotient - 1 : quotient;
}

static inline Ticks WithinMost(Ticks position) {
  if (position > kMostTicks) return kMostTicks;
  return position < -kMostTicks ? -kMostTicks : position;
}

}  // namespace sinew

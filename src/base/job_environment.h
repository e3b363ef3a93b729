// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The check of the floating-point environment that jobs make in debug builds.
#pragma once

#include "sinew/floating_point.h"

namespace sinew {

// Always true where assertions are off: a job is too short to pay for reading the register.
static inline bool JobsMayCompute() {
#ifdef NDEBUG
  return true;
#else
  return FloatEnvironmentIsExact();
#endif
}

}  // namespace sinew

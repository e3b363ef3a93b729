// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Every test of this room that breaks an invariant looks at the place and the message it gets.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "sinew/result.h"

namespace sinew::testing {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kTooLarge = 1.5e18f;

// A Result that failed as invalid at `place`, with `words` in its message.
MATCHER_P2(IsBrokenAt, place, words, "") {
  if (arg.ok()) {
    *result_listener << "which was made";
    return false;
  }
  *result_listener << "which says " << Describe(arg.failure());
  return arg.failure().code == FailureCode::kInvalid && arg.failure().place == place &&
         arg.failure().message.find(words) != std::string::npos;
}

}  // namespace sinew::testing

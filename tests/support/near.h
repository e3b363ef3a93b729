// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Comparisons within an absolute tolerance that say what differs.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "sinew/math.h"

namespace sinew::testing {

inline ::testing::AssertionResult AllNear(std::span<const float> got, std::span<const float> wanted,
                                          double tolerance) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double difference = std::abs(double{got[i]} - double{wanted[i]});
    if (!(difference <= tolerance)) {
      return ::testing::AssertionFailure()
             << "number " << i << " is " << got[i] << ", wanted " << wanted[i];
    }
  }
  return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult Near(Vec3 got, Vec3 wanted, double tolerance) {
  return AllNear(std::array{got.x, got.y, got.z}, std::array{wanted.x, wanted.y, wanted.z},
                 tolerance);
}

inline ::testing::AssertionResult Near(Quat got, Quat wanted, double tolerance) {
  return AllNear(std::array{got.x, got.y, got.z, got.w},
                 std::array{wanted.x, wanted.y, wanted.z, wanted.w}, tolerance);
}

// The same rotation: q and -q count as equal.
inline ::testing::AssertionResult SameRotation(Quat got, Quat wanted, double tolerance) {
  const ::testing::AssertionResult as_it_is = Near(got, wanted, tolerance);
  return as_it_is ? as_it_is : Near(got, {-wanted.x, -wanted.y, -wanted.z, -wanted.w}, tolerance);
}

inline ::testing::AssertionResult Near(const Affine& got, const Affine& wanted, double tolerance) {
  for (std::size_t r = 0; r < 3; ++r) {
    const ::testing::AssertionResult row = AllNear(got.m[r], wanted.m[r], tolerance);
    if (!row) return ::testing::AssertionFailure() << "row " << r << ": " << row.message();
  }
  return ::testing::AssertionSuccess();
}

}  // namespace sinew::testing

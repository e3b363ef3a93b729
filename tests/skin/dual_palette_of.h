// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "sinew/dual_quaternion.h"

namespace sinew::testing {

inline std::vector<DualJoint> DualPaletteOf(std::span<const Affine> palette) {
  std::vector<DualJoint> dual(palette.size());
  EXPECT_EQ((DualPaletteJob{.palette = palette, .dual_palette = dual}.Run()), Error::kNone);
  return dual;
}

}  // namespace sinew::testing

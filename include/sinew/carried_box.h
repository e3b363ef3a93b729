// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A box that hangs on a joint: CarryBoxesJob (bounds.h) makes those of a mesh, SweepClip
// (clip_bounds.h) takes them through a clip.
#pragma once

#include <cstdint>

#include "sinew/box.h"
#include "sinew/math.h"
#include "sinew/skeleton.h"

namespace sinew {

struct CarriedBox {
  std::int32_t joint = kNoParent;  // kNoParent: on none; it stands in model space.
  Affine joint_from_box{};
  Box box{};
  double rounding = 0.0;  // What is computed with its points later may be off by so much, relative
                          // to the magnitudes that are added up: SkinBounds::rounding().
};

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A box of a model as the box of what is moved into the world.
#pragma once

#include <array>
#include <cstddef>

#include "base/arithmetic.h"
#include "math/box.h"
#include "math/usable.h"
#include "sinew/box.h"
#include "sinew/math.h"

namespace sinew::scalar {

inline constexpr Box kEverywhere{{-kLargest, -kLargest, -kLargest}, {kLargest, kLargest, kLargest}};

// A box that holds every point of `box` when it is moved in float: no term of the sum passes
// through more than 4 roundings of 2^-24 each. In double, which adds 2^-50. Products below the
// smallest normal float are off by at most 2^-149.
static inline Box MovedBox(const Affine& matrix, const Box& box) {
  if (box.empty()) return {};
  if (!IsUsable(matrix)) return kEverywhere;
  const BoxD wide = Widen(box);
  const AffineD exact = Widen(matrix);
  const std::array<double, 3> sums = Magnitudes(exact, ReachByAxis(wide));
  BoxD moved = Moved(exact, wide);
  for (std::size_t r = 0; r < 3; ++r) {
    const double margin = 0x1p-21 * sums[r] + 0x1p-146;
    moved.min[r] = moved.min[r] - margin;
    moved.max[r] = moved.max[r] + margin;
  }
  return NarrowOutwards(moved);
}

}  // namespace sinew::scalar

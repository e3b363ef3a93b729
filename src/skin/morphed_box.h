// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A box of SkinBounds with morphing, inline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/arithmetic.h"
#include "math/box.h"
#include "sinew/bounds.h"
#include "skin/skin_bounds_layout.h"

namespace sinew::scalar {

inline constexpr double kUnitRoundoff = 0x1p-24;  // Of a float.
inline constexpr double kLeastFloat = 0x1p-149;   // Nothing below it is rounded to more than it.

// Holds base + sum of w_i * d_i for all weights within [low, high] and all differences within their
// boxes: each term ranges over an interval of its own, and sums of intervals hold the sums. The sum
// of n terms is off by less than (n + 1) roundings of the sum of magnitudes.
static inline BoxD MorphedBox(const SkinBoundsLayout& layout, std::uint32_t index,
                              std::span<const float> low, std::span<const float> high) {
  BoxD box = Widen(layout.boxes[index]);
  const std::span<const SkinBoundsLayout::MorphRange> morphs = layout.morphs_of(index);
  if (low.empty() || morphs.empty()) return box;
  std::array<double, 3> magnitudes = ReachByAxis(box);
  for (const SkinBoundsLayout::MorphRange& morph : morphs) {
    const double least = low[morph.target], most = high[morph.target];
    if (least == 0.0 && most == 0.0) continue;
    const BoxD difference = Widen(morph.difference);
    for (std::size_t c = 0; c < 3; ++c) {
      const std::array products{least * difference.min[c], least * difference.max[c],
                                most * difference.min[c], most * difference.max[c]};
      double smallest = products[0], largest = products[0];
      for (const double product : products) {
        smallest = product < smallest ? product : smallest;
        largest = product > largest ? product : largest;
      }
      box.min[c] = box.min[c] + smallest;
      box.max[c] = box.max[c] + largest;
      const double magnitude = -smallest > largest ? -smallest : largest;
      magnitudes[c] = magnitudes[c] + magnitude;
    }
  }
  const auto terms = static_cast<double>(morphs.size()) + 2.0;
  for (std::size_t c = 0; c < 3; ++c) {
    const double off = terms * (kUnitRoundoff * magnitudes[c] + kLeastFloat);
    box.min[c] = box.min[c] - off;
    box.max[c] = box.max[c] + off;
  }
  return box;
}

}  // namespace sinew::scalar

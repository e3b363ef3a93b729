// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Morphing, inline: what one vertex is before it is skinned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arithmetic.h"
#include "math/vec.h"
#include "sinew/mesh.h"

namespace sinew::scalar {

// sum + weight * difference, of one target. One of weight zero is skipped: most of them are, and
// adding nothing is not free of effect (-0 + 0 is 0).
static inline Vec3 AddMorph(Vec3 sum, float weight, const Vec3& difference) {
  return weight == 0.0f ? sum : Add(sum, Scale(difference, weight));
}

// Target after target in the file's order. `differences` is MorphTarget's member for this
// attribute.
static inline Vec3 Morphed(Vec3 base, std::uint32_t vertex, std::span<const MorphTarget> targets,
                           std::span<const float> weights,
                           std::vector<Vec3> MorphTarget::* differences) {
  Vec3 sum = base;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::vector<Vec3>& difference = targets[i].*differences;
    if (!difference.empty()) sum = AddMorph(sum, weights[i], difference[vertex]);
  }
  return sum;
}

}  // namespace sinew::scalar

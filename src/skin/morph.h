// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Morphing, inline: what one vertex is before it is skinned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/arithmetic.h"
#include "math/vec.h"
#include "sinew/mesh.h"

namespace sinew::scalar {

// base + weight * difference, target after target in the file's order. Targets of weight zero are
// skipped: they are most of them, and adding nothing is not free of effect (-0 + 0 is 0).
// `differences` is MorphTarget's member for this attribute.
static inline Vec3 Morphed(Vec3 base, std::uint32_t vertex, std::span<const MorphTarget> targets,
                           std::span<const float> weights,
                           std::vector<Vec3> MorphTarget::* differences) {
  Vec3 sum = base;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::vector<Vec3>& difference = targets[i].*differences;
    if (weights[i] == 0.0f || difference.empty()) continue;
    sum = Add(sum, Scale(difference[vertex], weights[i]));
  }
  return sum;
}

}  // namespace sinew::scalar

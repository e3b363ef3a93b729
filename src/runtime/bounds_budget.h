// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which primitives of a model get bounds: the same for an asset of a model and for its file.
#pragma once

#include <cstdint>

#include "sinew/skinned_mesh.h"

namespace sinew {

// Bounds take a box per joint up to the largest that a vertex names, and work for each of them and
// each morph target. A file that names joint 60,000 with three vertices, ten thousand times over,
// gets bounds for the first few primitives only.
class BoundsBudget {
 public:
  // Of all primitives together.
  explicit BoundsBudget(std::uint64_t vertex_count) : boxes_left_((1u << 18) + 64 * vertex_count) {}

  // Whether there is enough for one more, which is then taken.
  bool Take(const SkinnedMeshView& vertices) {
    return Take(vertices.joint_bound(), vertices.morph_count());
  }
  bool Take(std::uint32_t joint_bound, std::uint32_t morph_count) {
    const std::uint64_t boxes = std::uint64_t{joint_bound} * (1 + std::uint64_t{morph_count});
    if (boxes > boxes_left_) return false;
    boxes_left_ -= boxes;
    return true;
  }

 private:
  std::uint64_t boxes_left_;
};

}  // namespace sinew

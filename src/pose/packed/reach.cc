// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/reach.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.h"
#include "pose/kernels/kernels.h"
#include "pose/packed/source.h"

namespace sinew::packing {
namespace {

Vec3 OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }

float LargestScale(const Affine& a) {
  float largest = 0.0f;
  for (std::size_t c = 0; c < 3; ++c) {
    const float squared = a.m[0][c] * a.m[0][c] + a.m[1][c] * a.m[1][c] + a.m[2][c] * a.m[2][c];
    largest = std::max(largest, squared);
  }
  return std::sqrt(largest);
}

// A joint and all that hangs on it, in model space. Points stand no farther than `margin` from a
// joint, and joints stand inside the box.
struct Subtree {
  Vec3 low, high;
  float margin;

  void Add(const Subtree& other) {
    low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y),
           std::min(low.z, other.low.z)};
    high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y),
            std::max(high.z, other.high.z)};
    margin = std::max(margin, other.margin);
  }

  // From a point inside the box to the farthest of its corners, and beyond.
  float FarthestFrom(Vec3 p) const {
    const float x = std::max(p.x - low.x, high.x - p.x);
    const float y = std::max(p.y - low.y, high.y - p.y);
    const float z = std::max(p.z - low.z, high.z - p.z);
    return std::sqrt(x * x + y * y + z * z) + margin;
  }
};

}  // namespace

// Looks at every pose: what shows for a frame alone may be all that a joint is for.
std::vector<Reach> FindReach(const Source& source, std::span<const float> point_distance) {
  const Skeleton& skeleton = source.skeleton;
  const std::uint32_t joints = skeleton.joint_count();
  std::vector<Reach> reach(joints);
  std::vector<Affine> model(joints);
  std::vector<Subtree> subtrees(joints);
  const Affine root;
  for (std::uint32_t grid = 0; grid < source.grid_count(); ++grid) {
    ChosenPoseKernels().local_to_model(
        {.pose = source.poses.data() + std::size_t{grid} * source.block_count,
         .parents = skeleton.parents().data(),
         .joint_count = joints,
         .root = &root,
         .model_from_joint = model.data()});
    for (std::uint32_t joint = 0; joint < joints; ++joint) {
      const Vec3 origin = OriginOf(model[joint]);
      const float scale = LargestScale(model[joint]);
      subtrees[joint] = {origin, origin, scale * point_distance[joint]};
      const std::uint32_t children = skeleton.child_begin(joint + 1);
      for (std::uint32_t child = skeleton.child_begin(joint); child < children; ++child) {
        reach[child].of_translation = std::max(reach[child].of_translation, scale);
      }
    }
    // Children come after their parents: when a joint's turn comes, all below it is in its box.
    for (std::uint32_t joint = joints; joint-- > 0;) {
      const Subtree& subtree = subtrees[joint];
      reach[joint].of_turn =
          std::max(reach[joint].of_turn, subtree.FarthestFrom(OriginOf(model[joint])));
      const std::int32_t parent = skeleton.parent(joint);
      if (parent != kNoParent) subtrees[static_cast<std::size_t>(parent)].Add(subtree);
    }
  }
  return reach;
}

}  // namespace sinew::packing

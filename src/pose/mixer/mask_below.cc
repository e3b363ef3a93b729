// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors

#include "sinew/assertion.h"
#include "sinew/mixer_setup.h"

namespace sinew {

std::vector<float> MaskBelow(SkeletonView skeleton, std::uint32_t joint) {
  SINEW_ASSERT(joint < skeleton.joint_count());
  std::vector<float> mask(skeleton.joint_count(), 0.0f);
  mask[joint] = 1.0f;
  // Parents come first, so one pass reaches every depth.
  for (std::uint32_t j = joint + 1; j < skeleton.joint_count(); ++j) {
    const std::int32_t parent = skeleton.parent(j);
    if (parent != kNoParent) mask[j] = mask[static_cast<std::size_t>(parent)];
  }
  return mask;
}

}  // namespace sinew

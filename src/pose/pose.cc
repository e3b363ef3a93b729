// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/pose.h"

#include <algorithm>

#include "sinew/assertion.h"

namespace sinew {

Pose::Pose(std::span<const Transform> transforms, std::span<const float> morphs)
    : Pose(static_cast<std::uint32_t>(transforms.size()),
           static_cast<std::uint32_t>(morphs.size())) {
  CopyTransforms(transforms, view());
  std::copy(morphs.begin(), morphs.end(), morphs_.begin());
}

void CopyTransforms(ConstPoseView pose, std::span<Transform> transforms) {
  SINEW_ASSERT(transforms.size() >= pose.joint_count);
  for (std::uint32_t joint = 0; joint < pose.joint_count; ++joint) {
    transforms[joint] = pose.joint(joint);
  }
}

void CopyTransforms(std::span<const Transform> transforms, PoseView pose) {
  SINEW_ASSERT(pose.joint_count >= transforms.size());
  for (std::uint32_t joint = 0; joint < transforms.size(); ++joint) {
    pose.set_joint(joint, transforms[joint]);
  }
}

}  // namespace sinew

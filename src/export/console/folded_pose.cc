// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "export/console/folded_pose.h"

#include <algorithm>

#include "base/arithmetic.h"

namespace sinew::console {

FoldedPose::FoldedPose(const SkeletonView& skeleton, std::vector<std::uint8_t> is_bone)
    : skeleton_(skeleton), parents_(skeleton.joint_count()), locals_(skeleton.joint_count()) {
  for (std::size_t j = 0; j < parents_.size(); ++j) {
    const std::int32_t parent = skeleton.parents()[j];
    const auto p = static_cast<std::size_t>(parent);
    parents_[j] = parent < 0 || is_bone[p] != 0 ? parent : parents_[p];
  }
}

void FoldedPose::Set(ConstPoseView pose) {
  for (std::uint32_t j = 0; j < locals_.size(); ++j) {
    const Affine local = AffineOf(pose.joint(j));
    locals_[j] = is_direct(j)
                     ? local
                     : Multiply(locals_[static_cast<std::size_t>(skeleton_.parent(j))], local);
  }
}

Transform FoldedPose::Trs(std::uint32_t joint, ConstPoseView pose, float& shear) const {
  if (is_direct(joint)) return pose.joint(joint);
  const Decomposition found = Decompose(locals_[joint]);
  shear = std::max(shear, found.shear);
  return found.transform;
}

void FoldedPose::Spread(std::vector<std::uint8_t>& marks) const {
  for (std::uint32_t j = 0; j < marks.size(); ++j) {
    if (is_direct(j)) continue;
    marks[j] |= marks[static_cast<std::size_t>(skeleton_.parent(j))];
  }
}

}  // namespace sinew::console

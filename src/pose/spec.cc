// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/spec.h"

#include <cstddef>

#include "base/arithmetic.h"
#include "math/affine.h"
#include "math/usable.h"

namespace sinew::spec {

bool LocalToModel(const SkeletonView& skeleton, ConstPoseView pose, const Affine& root,
                  std::span<Affine> model_from_joint) {
  bool usable = true;
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::int32_t parent = skeleton.parent(joint);
    const Affine& model_from_parent =
        parent == kNoParent ? root : model_from_joint[static_cast<std::size_t>(parent)];
    const Affine parent_from_joint = scalar::AffineOf(pose.joint(joint));
    model_from_joint[joint] = scalar::Multiply(model_from_parent, parent_from_joint);
    usable = usable && scalar::IsUsable(model_from_joint[joint]);
  }
  return usable;
}

}  // namespace sinew::spec

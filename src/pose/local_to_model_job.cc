// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/affine.h"
#include "math/usable.h"
#include "sinew/pose.h"

namespace sinew {

Error LocalToModelJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (pose.size() < skeleton.joint_count()) return Error::kPoseTooSmall;
  if (model_from_joint.size() < skeleton.joint_count()) return Error::kMatricesTooSmall;
  if (!scalar::IsUsable(root)) return Error::kValueNotFinite;
  if (!scalar::AllUsable(pose.first(skeleton.joint_count()))) return Error::kValueNotFinite;
  return Error::kNone;
}

// Parents come first in a skeleton, so one pass finds every parent done (E58, C79).
Error LocalToModelJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::int32_t parent = skeleton.parent(joint);
    const Affine& model_from_parent =
        parent == kNoParent ? root : model_from_joint[static_cast<std::size_t>(parent)];
    const Affine parent_from_joint = scalar::AffineOf(pose[joint]);
    const Affine result = scalar::Multiply(model_from_parent, parent_from_joint);
    if (!scalar::IsUsable(result)) return Error::kValueNotFinite;
    model_from_joint[joint] = result;
  }
  return Error::kNone;
}

}  // namespace sinew

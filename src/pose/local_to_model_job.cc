// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/affine.h"
#include "math/usable.h"
#include "pose/kernels/kernels.h"
#include "sinew/hierarchy.h"

namespace sinew {
namespace {

// In level order the joints below one joint are one run in each level: the children of a run are a
// run again.
bool WalkSubtree(const LocalToModelJob& job, std::uint32_t top) {
  const SkeletonView& skeleton = job.skeleton;
  bool usable = true;
  for (std::uint32_t begin = top, end = top + 1; begin < end;) {
    for (std::uint32_t joint = begin; joint < end; ++joint) {
      const std::int32_t parent = skeleton.parent(joint);
      const Affine& model_from_parent =
          parent == kNoParent ? job.root : job.model_from_joint[static_cast<std::size_t>(parent)];
      Affine& model_from_joint = job.model_from_joint[joint];
      model_from_joint =
          scalar::Multiply(model_from_parent, scalar::AffineOf(job.pose.joint(joint)));
      usable = usable && scalar::IsUsable(model_from_joint);
    }
    begin = skeleton.child_begin(begin);
    end = skeleton.child_begin(end);
  }
  return usable;
}

}  // namespace

Error LocalToModelJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!pose.holds(skeleton.joint_count())) return Error::kPoseTooSmall;
  if (model_from_joint.size() < skeleton.joint_count()) return Error::kMatricesTooSmall;
  if (subtree && *subtree >= skeleton.joint_count()) return Error::kJointBeyondSkeleton;
  if (!scalar::IsUsable(root)) return Error::kValueNotFinite;
  return Error::kNone;
}

Error LocalToModelJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const bool usable =
      subtree ? WalkSubtree(*this, *subtree)
              : ChosenPoseKernels().local_to_model({.pose = pose.blocks.data(),
                                                    .parents = skeleton.parents().data(),
                                                    .joint_count = skeleton.joint_count(),
                                                    .root = &root,
                                                    .model_from_joint = model_from_joint.data()});
  return usable ? Error::kNone : Error::kValueNotFinite;
}

}  // namespace sinew

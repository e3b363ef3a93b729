// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the jobs on a pose have in common: where joints stand, and how they are turned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "math/usable.h"
#include "math/vec_double.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"

namespace sinew {

static inline bool IsAncestor(const SkeletonView& skeleton, std::uint32_t above,
                              std::uint32_t joint) {
  auto at = static_cast<std::int32_t>(joint);
  do {
    at = skeleton.parent(static_cast<std::uint32_t>(at));
  } while (at != kNoParent && static_cast<std::uint32_t>(at) > above);
  return at != kNoParent && static_cast<std::uint32_t>(at) == above;
}

static inline const Affine& ModelFromParent(const SkeletonView& skeleton, std::uint32_t joint,
                                            const Affine& root,
                                            std::span<const Affine> model_from_joint) {
  const std::int32_t parent = skeleton.parent(joint);
  return parent == kNoParent ? root : model_from_joint[static_cast<std::size_t>(parent)];
}

// The rule that this joint of a job breaks: it exists, and its matrix and its parent's, and how it
// is turned, are usable.
static inline Error CheckJoint(const SkeletonView& skeleton, std::uint32_t joint,
                               const Affine& root, std::span<const Affine> model_from_joint,
                               ConstPoseView pose) {
  if (joint >= skeleton.joint_count()) return Error::kJointBeyondSkeleton;
  if (!pose.holds(skeleton.joint_count())) return Error::kPoseTooSmall;
  if (model_from_joint.size() < skeleton.joint_count()) return Error::kMatricesTooSmall;
  const bool usable = scalar::IsUsable(model_from_joint[joint]) &&
                      scalar::IsUsable(ModelFromParent(skeleton, joint, root, model_from_joint)) &&
                      scalar::IsUsable(pose.joint(joint).rotation);
  return usable ? Error::kNone : Error::kValueNotFinite;
}

static inline Error CheckWeight(float weight) {
  if (!scalar::IsUsable(weight)) return Error::kValueNotFinite;
  return weight >= 0.0f && weight <= 1.0f ? Error::kNone : Error::kWeightOutOfRange;
}

// Turns a joint by a rotation of model space about its origin, `weight` of the way.
static inline void TurnJoint(PoseView pose, std::uint32_t joint, const Affine& model_from_parent,
                             scalar::QuatD turn_in_model, float weight) {
  if (weight == 0.0f) return;
  Transform local = pose.joint(joint);
  const scalar::QuatD turn = scalar::TurnInInner(model_from_parent, turn_in_model);
  const Quat solved =
      scalar::UnitOr(scalar::Product(turn, scalar::Widen(local.rotation)), local.rotation);
  local.rotation = weight == 1.0f ? solved : scalar::Slerp(local.rotation, solved, weight);
  pose.set_joint(joint, local);
}

}  // namespace sinew

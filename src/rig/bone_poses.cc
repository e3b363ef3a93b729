// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where bones stand. The arithmetic is the IK solver's, so that what it reaches is what is drawn.
#include <utility>

#include "math/usable.h"
#include "model/checks.h"
#include "rig/ik_bones.h"
#include "sinew/rigging.h"

namespace sinew {
namespace rig {

IkParts::IkParts(const BoneRig& rig) : scratch(static_cast<std::uint32_t>(rig.bones.size())) {
  bones.reserve(rig.bones.size());
  for (const Bone& bone : rig.bones) {
    bones.push_back({bone.extent, bone.roll, bone.pose, bone.parent});
  }
  handles.reserve(rig.handles.size());
  for (const BoneHandle& handle : rig.handles) {
    handles.push_back({handle.bone, handle.target, handle.enabled});
  }
}

Failure FailureOf(Error error) {
  return {FailureCode::kUnsupported, "", "the solver refused: " + std::string(ErrorName(error))};
}

}  // namespace rig

namespace {

Result<std::vector<Affine>> PoseOf(const BoneRig& rig, BonePose which) {
  if (auto failure = CheckRig(rig)) return *std::move(failure);
  rig::IkParts parts(rig);
  std::vector<Affine> model_from_bone(rig.bones.size());
  if (const Error error = parts.Job(rig).Transforms(which, model_from_bone);
      error != Error::kNone) {
    return rig::FailureOf(error);
  }
  for (std::size_t i = 0; i < model_from_bone.size(); ++i) {
    if (scalar::IsUsable(model_from_bone[i])) continue;
    return model::Broken(model::At("/bones", i),
                         "found a bone that begins beyond 1e18, expected usable numbers");
  }
  return model_from_bone;
}

}  // namespace

Result<std::vector<Affine>> BindPose(const BoneRig& rig) { return PoseOf(rig, BonePose::kBind); }
Result<std::vector<Affine>> CurrentPose(const BoneRig& rig) {
  return PoseOf(rig, BonePose::kCurrent);
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/check_rig.h"

#include <limits>
#include <string>

#include "model/checks.h"
#include "sinew/rigging.h"

namespace sinew {
namespace rig {
namespace {

constexpr const char* kNotAnAngle =
    "found an angle that is not finite or exceeds 1e6, expected radians";

}  // namespace

std::optional<Failure> CheckBone(const Bone& bone, std::size_t index) {
  const auto at = [index](const char* field) { return model::At("/bones", index) + "/" + field; };
  if (!scalar::IsUsable(bone.extent)) return model::Broken(at("extent"), model::kNotUsable);
  if (!scalar::IsUsable(bone.radius)) return model::Broken(at("radius"), model::kNotUsable);
  if (!IsAngle(bone.roll)) return model::Broken(at("roll"), kNotAnAngle);
  if (!AreAngles(bone.pose)) return model::Broken(at("pose"), kNotAnAngle);
  if (!IsParent(bone.parent, index)) {
    return model::Broken(at("parent"), "found " + std::to_string(bone.parent) +
                                           ", expected a bone before this one, or -1");
  }
  return std::nullopt;
}

std::optional<Failure> CheckHandle(const BoneHandle& handle, std::size_t index,
                                   std::size_t bone_count) {
  const auto at = [index](const char* field) { return model::At("/handles", index) + "/" + field; };
  if (handle.bone >= bone_count) {
    return model::Broken(at("bone"), "found bone " + std::to_string(handle.bone) +
                                         ", expected less than " + std::to_string(bone_count));
  }
  if (!scalar::IsUsable(handle.target)) return model::Broken(at("target"), model::kNotUsable);
  return std::nullopt;
}

}  // namespace rig

std::optional<Failure> CheckRig(const BoneRig& rig) {
  if (rig.bones.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    return Failure{FailureCode::kLimit, "/bones", "found more bones than parents can name"};
  }
  if (!scalar::IsUsable(rig.base)) return model::Broken("/base", model::kNotUsable);
  if (!scalar::IsUsable(rig.base_offset)) return model::Broken("/base_offset", model::kNotUsable);
  for (std::size_t i = 0; i < rig.bones.size(); ++i) {
    if (auto failure = rig::CheckBone(rig.bones[i], i)) return failure;
  }
  for (std::size_t i = 0; i < rig.handles.size(); ++i) {
    if (auto failure = rig::CheckHandle(rig.handles[i], i, rig.bones.size())) return failure;
  }
  return std::nullopt;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/character/skeleton.h"

#include <utility>

namespace sinew::character {
Result<Skeleton> MakeSkeleton() {
  Skeleton::Parts parts;
  for (std::uint32_t j = 0; j < kJointCount; ++j) {
    const JointSpec& spec = JointSpecs()[j];
    const Vec3D parent = spec.parent == kNoParent
                             ? Vec3D{}
                             : JointSpecs()[static_cast<std::size_t>(spec.parent)].position;
    Transform rest;
    rest.translation = Narrow(Sub(spec.position, parent));
    parts.parents.push_back(spec.parent);
    parts.rest.push_back(rest);
    parts.names.emplace_back(spec.name);
    parts.file_nodes.push_back(j);
  }
  return Skeleton::Create(std::move(parts));
}

Result<Skin> MakeSkin() {
  Skin::Parts parts{.name = "character", .root = kRoot};
  // Sums of the rest translations, as they are played: the bind pose is the rest pose to the bit.
  std::vector<Vec3> at(kJointCount);
  Result<Skeleton> skeleton = MakeSkeleton();
  if (!skeleton.ok()) return skeleton.failure();
  for (std::uint32_t j = kRoot; j < kJointCount; ++j) {
    const std::int32_t parent = skeleton->parent(j);
    const Vec3 step = skeleton->rest()[j].translation;
    const Vec3 from = parent == kNoParent ? Vec3{} : at[static_cast<std::size_t>(parent)];
    at[j] = {from.x + step.x, from.y + step.y, from.z + step.z};
    if (j < kHips) continue;
    Affine joint_from_bind;
    joint_from_bind.m[0][3] = -at[j].x;
    joint_from_bind.m[1][3] = -at[j].y;
    joint_from_bind.m[2][3] = -at[j].z;
    parts.joints.push_back(static_cast<std::int32_t>(j));
    parts.inverse_bind.push_back(joint_from_bind);
  }
  return Skin::Create(std::move(parts), kJointCount);
}

}  // namespace sinew::character

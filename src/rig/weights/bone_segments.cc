// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <optional>
#include <string>

#include "math/affine.h"
#include "math/usable.h"
#include "model/checks.h"
#include "model/mesh_uses.h"
#include "sinew/weights.h"

namespace sinew {
namespace {

using model::Broken;

// Of the bone that leads to a joint without children.
constexpr float kStubShare = 1.0f;

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// Where an entry's joint stood; nothing where it stood nowhere.
using Heads = std::vector<std::optional<Vec3>>;

Vec3 OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }

// entry_of[joint]: its entry, or kNone.
Result<std::vector<BoneSegment>> BonesBetween(const Skeleton& skeleton,
                                              const std::vector<std::uint32_t>& entry_of,
                                              const Heads& heads) {
  std::vector<std::uint32_t> above(heads.size(), kNone);  // The nearest ancestor that has an entry.
  std::vector<bool> has_child(heads.size(), false);
  std::vector<BoneSegment> bones;
  // The entry that stands at a joint, or at the nearest above it. Parents come first.
  std::vector<std::uint32_t> standing(skeleton.joint_count(), kNone);
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::int32_t parent = skeleton.parent(joint);
    const std::uint32_t higher =
        parent == kNoParent ? kNone : standing[static_cast<std::size_t>(parent)];
    const std::uint32_t entry = entry_of[joint];
    const bool stands = entry != kNone && heads[entry].has_value();
    standing[joint] = stands ? entry : higher;
    if (!stands || higher == kNone) continue;
    above[entry] = higher;
    has_child[higher] = true;
    bones.push_back({higher, *heads[higher], *heads[entry]});
  }
  for (std::uint32_t entry = 0; entry < heads.size(); ++entry) {
    if (!heads[entry] || has_child[entry]) continue;
    const Vec3 head = *heads[entry];
    const Vec3 from = above[entry] == kNone ? head : *heads[above[entry]];
    bones.push_back(
        {entry,
         head,
         {head.x + kStubShare * (head.x - from.x), head.y + kStubShare * (head.y - from.y),
          head.z + kStubShare * (head.z - from.z)}});
  }
  if (bones.empty()) return Broken("", "no joint stands anywhere: there is no bone");
  for (const BoneSegment& bone : bones) {
    if (!scalar::IsUsable(bone.tail)) return Broken("", model::kNotUsable);
  }
  return bones;
}

}  // namespace

Result<std::vector<BoneSegment>> BonesOfSkin(const Model& model, std::uint32_t skin) {
  if (skin >= model.skins().size()) {
    return Broken(model::At("/skins", skin),
                  "found no such skin, expected one of " + std::to_string(model.skins().size()));
  }
  const Skin& binding = model.skins()[skin];
  std::vector<std::uint32_t> entry_of(model.skeleton().joint_count(), kNone);
  Heads heads(binding.size());
  for (std::uint32_t entry = 0; entry < binding.size(); ++entry) {
    const std::int32_t joint = binding.joints()[entry];
    if (joint == kIdentityJoint || entry_of[static_cast<std::size_t>(joint)] != kNone) continue;
    entry_of[static_cast<std::size_t>(joint)] = entry;
    if (const auto bind_from_joint = Inverse(binding.inverse_bind()[entry])) {
      heads[entry] = OriginOf(*bind_from_joint);
    }
  }
  Result<std::vector<BoneSegment>> bones = BonesBetween(model.skeleton(), entry_of, heads);
  if (bones.ok()) return bones;
  return Broken(model::At("/skins", skin), bones.failure().message);
}

Result<std::vector<BoneSegment>> BonesOfSkeleton(const Skeleton& skeleton,
                                                 std::span<const std::uint32_t> joints) {
  std::vector<std::uint32_t> entry_of(skeleton.joint_count(), kNone);
  for (std::uint32_t entry = 0; entry < joints.size(); ++entry) {
    if (joints[entry] >= skeleton.joint_count()) {
      return Broken(model::At("/joints", entry), "found joint " + std::to_string(joints[entry]) +
                                                     ", expected one of " +
                                                     std::to_string(skeleton.joint_count()));
    }
    if (entry_of[joints[entry]] == kNone) entry_of[joints[entry]] = entry;
  }
  const std::vector<Affine> model_from_joint = model::RestMatrices(skeleton);
  Heads heads(joints.size());
  for (std::uint32_t entry = 0; entry < joints.size(); ++entry) {
    if (entry_of[joints[entry]] != entry) continue;  // A repeat.
    heads[entry] = OriginOf(model_from_joint[joints[entry]]);
    if (!scalar::IsUsable(*heads[entry])) {
      return Broken(model::At("/joints", entry), model::kNotUsable);
    }
  }
  Result<std::vector<BoneSegment>> bones = BonesBetween(skeleton, entry_of, heads);
  if (bones.ok()) return bones;
  return Broken("/joints", bones.failure().message);
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "export/console/folded_pose.h"
#include "export/console/source_model.h"
#include "export/message.h"
#include "math/usable.h"
#include "sinew/console_export.h"
#include "sinew/matrix_layouts.h"

namespace sinew {
namespace {

constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;

// Whether a mesh that the skin moves has a vertex that nothing moves.
bool HasStillVertices(const Model& model, std::uint32_t skin) {
  for (const MeshInstance& instance : model.instances()) {
    if (instance.skin != skin) continue;
    for (const Primitive& primitive : model.meshes()[instance.mesh].primitives()) {
      const std::vector<std::uint32_t>& begins = primitive.influences.begins;
      if (std::adjacent_find(begins.begin(), begins.end()) != begins.end()) return true;
    }
  }
  return false;
}

// Entries of the skin with parents first; otherwise in the skin's order.
std::vector<std::uint32_t> ParentsFirst(const SkinView& skin, const console::FoldedPose& folded,
                                        std::uint32_t joint_count) {
  std::vector<std::uint32_t> entry_of_joint(joint_count, kNowhere);  // The first.
  for (std::uint32_t e = skin.size(); e-- > 0;) {
    if (skin.joints()[e] >= 0) entry_of_joint[static_cast<std::size_t>(skin.joints()[e])] = e;
  }
  std::vector<std::uint32_t> order, above;
  std::vector<std::uint8_t> placed(skin.size(), 0);
  for (std::uint32_t e = 0; e < skin.size(); ++e) {
    for (std::uint32_t at = e; at != kNowhere && placed[at] == 0;) {
      above.push_back(at);
      placed[at] = 1;
      const std::int32_t joint = skin.joints()[at];
      const std::int32_t parent = joint < 0 ? -1 : folded.parent(static_cast<std::uint32_t>(joint));
      at = parent < 0 ? kNowhere : entry_of_joint[static_cast<std::size_t>(parent)];
    }
    order.insert(order.end(), above.rbegin(), above.rend());
    above.clear();
  }
  return order;
}

std::string BoneLabel(const SkeletonView& skeleton, std::uint32_t joint) {
  const std::string_view name = skeleton.name(joint);
  return name.empty() ? Message("bone_", skeleton.file_node(joint)) : std::string(name);
}

void Append(std::vector<float>& floats, const Affine& matrix) {
  const std::array<float, 12> rows = ToRowMajor3x4(matrix);
  floats.insert(floats.end(), rows.begin(), rows.end());
}

void AddStillBone(ConsoleSkeleton& bones, const char* name) {
  bones.parents.push_back(-1);
  bones.joints.push_back(kIdentityJoint);
  bones.names.emplace_back(name);
  Append(bones.inverse_bind, {});
  Append(bones.rest_local, {});
  if (!bones.still_bone) bones.still_bone = bones.bone_count() - 1;
}

}  // namespace

Result<ConsoleSkeleton> MakeConsoleSkeleton(const Asset& asset, std::uint32_t skin_index) {
  if (skin_index >= asset.skins().size()) {
    return Failure{
        FailureCode::kInvalid, "",
        Message("skin ", skin_index, " does not exist; the file has ", asset.skins().size())};
  }
  const SkinView& skin = asset.skins()[skin_index];
  const SkeletonView& skeleton = asset.skeleton();
  std::vector<std::uint8_t> is_bone(skeleton.joint_count(), 0);
  for (const std::int32_t joint : skin.joints()) {
    if (joint >= 0) is_bone[static_cast<std::size_t>(joint)] = 1;
  }
  console::FoldedPose folded(skeleton, std::move(is_bone));
  folded.Set({skeleton.rest_blocks(), skeleton.joint_count(), {}});

  ConsoleSkeleton bones;
  bones.bone_of_entry.resize(skin.size());
  std::vector<std::int32_t> bone_of_joint(skeleton.joint_count(), -1);
  for (const std::uint32_t entry : ParentsFirst(skin, folded, skeleton.joint_count())) {
    bones.bone_of_entry[entry] = bones.bone_count();
    if (skin.joints()[entry] < 0) {
      AddStillBone(bones, "identity");
      continue;
    }
    const auto joint = static_cast<std::uint32_t>(skin.joints()[entry]);
    const Affine& local = folded.local(joint);
    if (!scalar::IsUsable(local)) return CannotPose(Error::kValueNotFinite);
    const std::int32_t parent = folded.parent(joint);
    if (bone_of_joint[joint] < 0) {
      bone_of_joint[joint] = static_cast<std::int32_t>(bones.bone_count());
    }
    bones.parents.push_back(parent < 0 ? -1 : bone_of_joint[static_cast<std::size_t>(parent)]);
    bones.joints.push_back(skin.joints()[entry]);
    bones.names.push_back(BoneLabel(skeleton, joint));
    Append(bones.inverse_bind, skin.inverse_bind()[entry]);
    Append(bones.rest_local, local);
  }
  if (!bones.still_bone) {
    const Result<console::SourceModel> model = console::SourceModel::Of(asset);
    if (!model.ok()) return model.failure();
    if (HasStillVertices(**model, skin_index)) AddStillBone(bones, "unweighted");
  }
  bones.name = skin.name().empty() ? bones.names[0] : std::string(skin.name());
  return bones;
}

}  // namespace sinew

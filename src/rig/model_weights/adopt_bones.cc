// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "model/checks.h"
#include "sinew/model_weights.h"

namespace sinew {
namespace weights {
namespace {

// Both skeletons as one, the other's joints after the model's own; then in level order.
struct Joined {
  Skeleton skeleton{};
  std::vector<std::uint32_t> own{}, adopted{};  // Where each joint went.
};

template <typename T>
void AppendAll(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

Result<Joined> JoinSkeletons(const Skeleton& own, const Skeleton& other) {
  Skeleton::Parts all = own.parts();
  const auto first = static_cast<std::int32_t>(own.joint_count());
  for (const std::int32_t parent : other.parents()) {
    all.parents.push_back(parent == kNoParent ? kNoParent : parent + first);
  }
  AppendAll(all.rest, other.parts().rest);
  AppendAll(all.names, other.parts().names);
  std::uint32_t next_node = 0;
  for (const std::uint32_t node : own.parts().file_nodes) next_node = std::max(next_node, node + 1);
  for (std::uint32_t j = 0; j < other.joint_count(); ++j) all.file_nodes.push_back(next_node + j);

  const Result<std::vector<std::uint32_t>> order = LevelOrder(all.parents);
  if (!order.ok()) return order.failure();
  std::vector<std::uint32_t> new_of(order->size());
  for (std::uint32_t j = 0; j < order->size(); ++j) new_of[(*order)[j]] = j;
  Skeleton::Parts sorted;
  for (const std::uint32_t old : *order) {
    const std::int32_t parent = all.parents[old];
    sorted.parents.push_back(
        parent == kNoParent ? kNoParent
                            : static_cast<std::int32_t>(new_of[static_cast<std::size_t>(parent)]));
    sorted.rest.push_back(all.rest[old]);
    sorted.names.push_back(std::move(all.names[old]));
    sorted.file_nodes.push_back(all.file_nodes[old]);
  }
  Result<Skeleton> skeleton = Skeleton::Create(std::move(sorted));
  if (!skeleton.ok()) return skeleton.failure();
  Joined joined{.skeleton = std::move(skeleton).value()};
  joined.own.assign(new_of.begin(), new_of.begin() + first);
  joined.adopted.assign(new_of.begin() + first, new_of.end());
  return joined;
}

Result<Clip> MovedTo(Clip&& clip, const std::vector<std::uint32_t>& new_of) {
  Clip::Parts parts = std::move(clip).TakeParts();
  for (TrackRange& track : parts.tracks) {
    if (track.property != Property::kMorphWeights) track.target = new_of[track.target];
  }
  if (parts.root_motion_joint) parts.root_motion_joint = new_of[*parts.root_motion_joint];
  parts.skeleton_id = 0;  // The joined skeleton's, when the model is made.
  return Clip::Create(std::move(parts));
}

Result<Skin> MovedTo(Skin&& skin, const Joined& joined) {
  Skin::Parts parts = std::move(skin).TakeParts();
  for (std::int32_t& joint : parts.joints) {
    if (joint == kIdentityJoint) continue;
    joint = static_cast<std::int32_t>(joined.adopted[static_cast<std::size_t>(joint)]);
  }
  if (parts.root) parts.root = joined.adopted[*parts.root];
  return Skin::Create(std::move(parts), joined.skeleton.joint_count());
}

std::optional<std::uint32_t> FirstSkin(const Model& other) {
  for (const MeshInstance& instance : other.instances()) {
    if (instance.skin) return instance.skin;
  }
  return std::nullopt;
}

}  // namespace
}  // namespace weights

Result<Model> AdoptBones(Model&& model, const Model& other) {
  const std::optional<std::uint32_t> skin = weights::FirstSkin(other);
  if (!skin) return model::Broken("/options/from", "it has no mesh with weights");
  Result<ExtractedSkeleton> bones = ExtractSkeleton(other, {&*skin, 1});
  if (!bones.ok()) return bones.failure();
  Model::Parts parts = std::move(model).TakeParts();
  const Result<weights::Joined> joined = weights::JoinSkeletons(parts.skeleton, bones->skeleton);
  if (!joined.ok()) return joined.failure();
  for (Clip& clip : parts.clips) {
    Result<Clip> moved = weights::MovedTo(std::move(clip), joined->own);
    if (!moved.ok()) return moved.failure();
    clip = std::move(moved).value();
  }
  for (MeshInstance& instance : parts.instances) instance.joint = joined->own[instance.joint];
  for (CarriedJson& json : parts.carried) {
    if (json.owner == CarriedJson::Owner::kNode && json.index < joined->own.size()) {
      json.index = joined->own[json.index];
    }
  }
  for (ModelScene& scene : parts.scenes) {
    for (std::uint32_t& root : scene.roots) root = joined->own[root];
    for (std::uint32_t j = 0; j < bones->skeleton.joint_count(); ++j) {
      if (bones->skeleton.parent(j) == kNoParent) scene.roots.push_back(joined->adopted[j]);
    }
  }
  Result<Skin> adopted = weights::MovedTo(std::move(bones->skins[0]), *joined);
  if (!adopted.ok()) return adopted.failure();
  parts.skins.push_back(std::move(adopted).value());
  parts.skeleton = joined->skeleton;
  return Model::Create(std::move(parts));
}

}  // namespace sinew

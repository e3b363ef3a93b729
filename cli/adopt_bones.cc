// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "adopt_bones.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/exit_code.h"

namespace sinew::cli {
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

Joined Join(const std::string& file, const Skeleton& own, const Skeleton& other) {
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
  if (!order.ok()) throw CommandError(file, order.failure());
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
  if (!skeleton.ok()) throw CommandError(file, skeleton.failure());
  Joined joined{.skeleton = *std::move(skeleton)};
  joined.own.assign(new_of.begin(), new_of.begin() + first);
  joined.adopted.assign(new_of.begin() + first, new_of.end());
  return joined;
}

Clip MovedTo(const std::string& file, Clip clip, const std::vector<std::uint32_t>& new_of) {
  Clip::Parts parts = std::move(clip).TakeParts();
  for (TrackRange& track : parts.tracks) {
    if (track.property != Property::kMorphWeights) track.target = new_of[track.target];
  }
  if (parts.root_motion_joint) parts.root_motion_joint = new_of[*parts.root_motion_joint];
  parts.skeleton_id = 0;  // The joined skeleton's, when the model is made.
  Result<Clip> moved = Clip::Create(std::move(parts));
  if (!moved.ok()) throw CommandError(file, moved.failure());
  return *std::move(moved);
}

Skin MovedTo(const std::string& file, Skin skin, const Joined& joined) {
  Skin::Parts parts = std::move(skin).TakeParts();
  for (std::int32_t& joint : parts.joints) {
    if (joint == kIdentityJoint) continue;
    joint = static_cast<std::int32_t>(joined.adopted[static_cast<std::size_t>(joint)]);
  }
  if (parts.root) parts.root = joined.adopted[*parts.root];
  Result<Skin> moved = Skin::Create(std::move(parts), joined.skeleton.joint_count());
  if (!moved.ok()) throw CommandError(file, moved.failure());
  return *std::move(moved);
}

std::uint32_t FirstSkin(const Model& other) {
  for (const MeshInstance& instance : other.instances()) {
    if (instance.skin) return *instance.skin;
  }
  throw CommandError(ExitCode::kUsage, "the file of --from has no mesh with weights");
}

}  // namespace

Model AdoptBones(const std::string& file, Model model, const Model& other) {
  const std::uint32_t skin = FirstSkin(other);
  Result<ExtractedSkeleton> bones = ExtractSkeleton(other, {&skin, 1});
  if (!bones.ok()) throw CommandError(file, bones.failure());
  Model::Parts parts = std::move(model).TakeParts();
  const Joined joined = Join(file, parts.skeleton, bones->skeleton);
  for (Clip& clip : parts.clips) clip = MovedTo(file, std::move(clip), joined.own);
  for (MeshInstance& instance : parts.instances) instance.joint = joined.own[instance.joint];
  for (CarriedJson& json : parts.carried) {
    if (json.owner == CarriedJson::Owner::kNode) json.index = joined.own[json.index];
  }
  for (ModelScene& scene : parts.scenes) {
    for (std::uint32_t& root : scene.roots) root = joined.own[root];
    for (std::uint32_t j = 0; j < bones->skeleton.joint_count(); ++j) {
      if (bones->skeleton.parent(j) == kNoParent) scene.roots.push_back(joined.adopted[j]);
    }
  }
  parts.skins.push_back(MovedTo(file, std::move(bones->skins[0]), joined));
  parts.skeleton = joined.skeleton;
  Result<Model> adopted = Model::Create(std::move(parts));
  if (!adopted.ok()) throw CommandError(file, adopted.failure());
  return *std::move(adopted);
}

}  // namespace sinew::cli

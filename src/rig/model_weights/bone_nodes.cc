// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/model_weights/bone_nodes.h"

#include "model/checks.h"
#include "sinew/model_weights.h"
#include "sinew/names.h"

namespace sinew {
namespace weights {
namespace {

// Whether each node carries something that is not a bone.
std::vector<bool> Carriers(const Model::Parts& model) {
  std::vector<bool> carries(model.skeleton.joint_count(), false);
  for (const MeshInstance& instance : model.instances) carries[instance.joint] = true;
  for (const CarriedJson& json : model.carried) {
    if (json.owner != CarriedJson::Owner::kNode || json.index >= carries.size()) continue;
    if (json.whole.find("\"camera\"") != json.whole.npos ||
        json.extensions.find("\"KHR_lights_punctual\"") != json.extensions.npos) {
      carries[json.index] = true;
    }
  }
  return carries;
}

// What only holds the scene together, from the roots down: a node with a mesh right on it, and the
// nodes above it that have no other child.
std::vector<bool> Holders(const Model::Parts& model) {
  const Skeleton& skeleton = model.skeleton;
  std::vector<bool> holds(skeleton.joint_count(), false), top(skeleton.joint_count(), false);
  for (const MeshInstance& instance : model.instances) {
    const std::int32_t parent = skeleton.parent(instance.joint);
    if (parent != kNoParent) holds[static_cast<std::size_t>(parent)] = true;
  }
  for (std::uint32_t j = skeleton.joint_count(); j-- > 0;) {
    const std::uint32_t first = skeleton.child_begin(j), end = skeleton.child_begin(j + 1);
    if (end - first == 1 && holds[first]) holds[j] = true;
  }
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const std::int32_t parent = skeleton.parent(j);
    top[j] = holds[j] && (parent == kNoParent || top[static_cast<std::size_t>(parent)]);
  }
  return top;
}

Result<std::uint32_t> NodeNamed(const Skeleton& skeleton, const std::string& name) {
  std::vector<std::string> labels;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    labels.push_back(skeleton.Label(j));
    if (labels.back() == name) return j;
  }
  const std::vector<std::string_view> names(labels.begin(), labels.end());
  return model::Broken("/options/root", "there is no node" + QuotedName(name, names));
}

}  // namespace

std::string QuotedName(std::string_view wanted, std::span<const std::string_view> known) {
  std::string text = " \"" + std::string(wanted) + "\"";
  if (const auto near = NearestName(wanted, known)) {
    text += " (did you mean \"" + std::string(*near) + "\"?)";
  }
  return text;
}

Result<std::vector<std::uint32_t>> FindBoneNodes(const Model::Parts& model,
                                                 const std::optional<std::string>& root) {
  const Skeleton& skeleton = model.skeleton;
  std::uint32_t top = 0;
  if (root) {
    const Result<std::uint32_t> found = NodeNamed(skeleton, *root);
    if (!found.ok()) return found.failure();
    top = *found;
  }
  const std::vector<bool> carries = Carriers(model), holds = Holders(model);
  std::vector<bool> bone(skeleton.joint_count(), false);
  std::vector<bool> below(skeleton.joint_count(), !root);
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const std::int32_t parent = skeleton.parent(j);
    if (root) {
      below[j] = j == top || (parent != kNoParent && below[static_cast<std::size_t>(parent)]);
    }
    bone[j] = below[j] && !carries[j] && (root || !holds[j]);
  }
  // Lone nodes: no bone above, none below.
  std::vector<bool> together(skeleton.joint_count(), false);
  bool any = false;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const std::int32_t parent = skeleton.parent(j);
    if (!bone[j] || parent == kNoParent || !bone[static_cast<std::size_t>(parent)]) continue;
    together[j] = together[static_cast<std::size_t>(parent)] = any = true;
  }
  std::vector<std::uint32_t> bones;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    if (bone[j] && (!any || together[j])) bones.push_back(j);
  }
  return bones;
}

}  // namespace weights

Result<std::vector<std::uint32_t>> BoneNodes(const Model& model,
                                             const std::optional<std::string>& root) {
  return weights::FindBoneNodes(model.parts(), root);
}

}  // namespace sinew

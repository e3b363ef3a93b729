// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/write_plan.h"

#include <algorithm>
#include <utility>

namespace sinew::gltf {
namespace {

// The file's own numbering where it is a whole, else the order of joints.
void NumberNodes(const Skeleton& skeleton, WritePlan& plan) {
  const std::uint32_t count = skeleton.joint_count();
  plan.node_of_joint.resize(count);
  plan.joint_of_node.assign(count, kLeftOut);
  bool whole = true;
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    whole = whole && skeleton.file_node(joint) < count;  // No two are equal: then none is missing.
  }
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    const std::uint32_t node = whole ? skeleton.file_node(joint) : joint;
    plan.node_of_joint[joint] = node;
    plan.joint_of_node[node] = joint;
  }
}

std::uint32_t AddNode(WritePlan& plan, WritePlan::AddedNode node) {
  plan.added.push_back(std::move(node));
  return plan.node_count() - 1;
}

void NumberMeshesAndImages(const Model& model, WritePlan& plan) {
  std::uint32_t meshes = 0;
  for (const Mesh& mesh : model.meshes()) {
    const bool writable = std::ranges::any_of(mesh.primitives(), IsWritable);
    plan.mesh_number.push_back(writable ? meshes++ : kLeftOut);
  }
  std::uint32_t images = 0;
  for (const Image& image : model.images()) {
    const bool writable = !image.bytes.empty() || !image.uri.empty();
    plan.image_number.push_back(writable ? images++ : kLeftOut);
  }
}

void PlaceInstances(const Model& model, WritePlan& plan) {
  plan.instance_of_joint.assign(model.skeleton().joint_count(), kLeftOut);
  for (std::uint32_t i = 0; i < model.instances().size(); ++i) {
    const MeshInstance& instance = model.instances()[i];
    std::uint32_t& shown = plan.instance_of_joint[instance.joint];
    const std::uint32_t node = plan.node_of_joint[instance.joint];
    if (plan.mesh_number[instance.mesh] == kLeftOut) {
      plan.node_of_instance.push_back(kLeftOut);
    } else if (shown == kLeftOut) {
      shown = i;
      plan.node_of_instance.push_back(node);
    } else {
      plan.node_of_instance.push_back(
          AddNode(plan, {node, i, model.meshes()[instance.mesh].name()}));
    }
  }
}

// True where a skinned primitive has a vertex that nothing moves.
bool HasStillVertices(const Mesh& mesh) {
  for (const Primitive& primitive : mesh.primitives()) {
    for (std::uint32_t v = 0; v < primitive.vertex_count() && !primitive.influences.empty(); ++v) {
      if (primitive.influences.of(v).empty()) return true;
    }
  }
  return false;
}

// For each skin its size in the file: longer than in the model where still vertices need an entry
// that no joint of any skin of their mesh has.
std::vector<std::uint32_t> SkinSizes(const Model& model, WritePlan& plan) {
  std::vector<std::uint32_t> sizes;
  for (const Skin& skin : model.skins()) sizes.push_back(skin.size());
  plan.still_entry.assign(model.meshes().size(), 0);
  std::vector<bool> has_still;
  for (const Mesh& mesh : model.meshes()) has_still.push_back(HasStillVertices(mesh));
  const auto needs_entry = [&has_still](const MeshInstance& instance) {
    return instance.skin && has_still[instance.mesh];
  };
  for (const MeshInstance& instance : model.instances()) {
    if (!needs_entry(instance)) continue;
    std::uint32_t& entry = plan.still_entry[instance.mesh];
    entry = std::max(entry, model.skins()[*instance.skin].size());
  }
  for (const MeshInstance& instance : model.instances()) {
    if (!needs_entry(instance)) continue;
    std::uint32_t& size = sizes[*instance.skin];
    size = std::max(size, plan.still_entry[instance.mesh] + 1);
  }
  return sizes;
}

bool NeedsTop(const Model& model, const std::vector<std::uint32_t>& sizes) {
  const std::vector<std::uint32_t> roots = RootsOf(model.skeleton());
  for (std::size_t s = 0; s < model.skins().size(); ++s) {
    const Skin& skin = model.skins()[s];
    if (sizes[s] != skin.size()) return true;
    for (const std::int32_t joint : skin.joints()) {
      if (joint == kIdentityJoint) return true;
      if (roots[static_cast<std::uint32_t>(joint)] !=
          roots[static_cast<std::uint32_t>(skin.joints()[0])]) {
        return true;
      }
    }
  }
  return false;
}

// The nodes of each skin, none twice: the first entry at a joint takes its node, others children.
void NodesOfSkins(const Model& model, const std::vector<std::uint32_t>& sizes, WritePlan& plan) {
  std::vector<std::uint32_t> taken_by(plan.node_count(), kLeftOut);  // The last skin to use a node.
  for (std::uint32_t s = 0; s < model.skins().size(); ++s) {
    const Skin& skin = model.skins()[s];
    std::vector<std::uint32_t>& nodes = plan.skin_joints.emplace_back();
    for (std::uint32_t entry = 0; entry < sizes[s]; ++entry) {
      const std::int32_t joint = entry < skin.size() ? skin.joints()[entry] : kIdentityJoint;
      const std::uint32_t node = joint == kIdentityJoint
                                     ? plan.top
                                     : plan.node_of_joint[static_cast<std::uint32_t>(joint)];
      if (taken_by[node] != s) {
        taken_by[node] = s;
        nodes.push_back(node);
      } else {
        const std::string name =
            joint == kIdentityJoint ? "" : model.skeleton().name(static_cast<std::uint32_t>(joint));
        nodes.push_back(AddNode(plan, {node, kLeftOut, name}));
      }
    }
  }
}

}  // namespace

std::vector<std::uint32_t> RootsOf(const Skeleton& skeleton) {
  std::vector<std::uint32_t> roots(skeleton.joint_count());
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::int32_t parent = skeleton.parent(joint);
    roots[joint] = parent == kNoParent ? joint : roots[static_cast<std::uint32_t>(parent)];
  }
  return roots;
}

bool IsWritable(const Primitive& primitive) {
  return !primitive.positions.empty() && !(primitive.indexed && primitive.indices.empty());
}

WritePlan PlanWriting(const Model& model) {
  WritePlan plan;
  NumberNodes(model.skeleton(), plan);
  NumberMeshesAndImages(model, plan);
  PlaceInstances(model, plan);
  const std::vector<std::uint32_t> sizes = SkinSizes(model, plan);
  if (NeedsTop(model, sizes)) plan.top = AddNode(plan, {});
  NodesOfSkins(model, sizes, plan);
  return plan;
}

}  // namespace sinew::gltf

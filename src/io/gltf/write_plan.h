// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a model becomes in a file where the two differ: glTF asks for things that a Model need not
// have (see the rules below), so some nodes are added and some empty things left out.
//
//   - A node shows one mesh: further instances at a joint get child nodes of their own.
//   - A skin names a node once: a repeated joint gets a child node that stands where it stands.
//   - A skin's joints have one root: where they have several, one node is put above all roots. It
//     never moves, so it also serves skin entries that no joint controls.
//   - Every vertex of a skinned primitive has weights: one without influence is bound to such an
//     entry, added at the end of the skin.
//   - A scene that shows a skinned mesh shows its joints: missing roots are added to it.
//   - Meshes have primitives, primitives vertices, images bytes or a URI: what lacks them is left
//     out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sinew/model.h"

namespace sinew::gltf {

inline constexpr std::uint32_t kLeftOut = 0xffffffff;

struct WritePlan {
  // A node that is no joint. It has no transform.
  struct AddedNode {
    std::uint32_t parent = kLeftOut;    // A node; kLeftOut: a root.
    std::uint32_t instance = kLeftOut;  // What it shows.
    std::string name{};
  };

  std::vector<std::uint32_t> node_of_joint;
  std::vector<std::uint32_t> joint_of_node;  // The added nodes follow.
  std::vector<AddedNode> added;
  std::vector<std::uint32_t> instance_of_joint;  // What the joint's own node shows, or kLeftOut.
  std::vector<std::uint32_t> node_of_instance;
  std::uint32_t top = kLeftOut;  // The node above all roots, where there is one.

  std::vector<std::vector<std::uint32_t>> skin_joints;  // Nodes, by skin and entry.
  // By mesh: the entry for vertices without influence. Every skin of the mesh has it.
  std::vector<std::uint32_t> still_entry;

  std::vector<std::uint32_t> mesh_number;   // In the file, or kLeftOut.
  std::vector<std::uint32_t> image_number;  // In the file, or kLeftOut.

  std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(joint_of_node.size() + added.size());
  }
};

WritePlan PlanWriting(const Model& model);

// For every joint the root above it, or itself.
std::vector<std::uint32_t> RootsOf(const Skeleton& skeleton);

// False for a primitive that draws nothing, which a file cannot hold.
bool IsWritable(const Primitive& primitive);

}  // namespace sinew::gltf

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the stages of the reader hand on to each other, in the order they run: transforms,
// materials, meshes, instances, then the skeleton, and clips at last.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/js3d/source.h"
#include "sinew/js3d.h"

namespace sinew::js3d {

// Things of the file by name.
using Names = std::map<std::string, std::uint32_t, std::less<>>;

// A node that becomes a joint. Nodes are numbered as they are made: transforms first.
struct Node {
  std::string name{};
  std::int32_t parent = kNoParent;  // A node.
  Transform rest{};
};

// The nodes of one instance's bones: bone b is node first + b.
struct BoneNodes {
  std::uint32_t instance_node = 0;  // What root bones hang on.
  std::uint32_t first = 0;
};

struct StaticMesh {
  std::string name{};
  PolygonMesh polygons{};
};

// The model's meshes that were made of one of the file's, by material.
using MeshesByMaterial = std::map<std::optional<std::uint32_t>, std::uint32_t>;

struct SceneParts {
  std::vector<Node> nodes{};
  Names transforms{};  // Node numbers.
  Names materials{};   // Into model.materials.
  Names meshes{};      // Into static_meshes.
  std::vector<StaticMesh> static_meshes{};
  std::vector<MeshesByMaterial> made_static{};  // By static mesh.
  Names skinned_meshes{};                       // Into skinned.
  std::vector<Js3dSkinnedMesh> skinned{};
  std::vector<MeshesByMaterial> made_skinned{};      // By skinned mesh.
  std::vector<std::vector<BoneNodes>> bone_nodes{};  // By skinned mesh, one an instance.
  std::vector<Skin::Parts> skins{};                  // Joints are nodes still.
  std::vector<MeshInstance> instances{};             // Likewise.
  std::vector<std::uint32_t> joint_of_node{};        // Once the skeleton is there.
  Model::Parts model{};
};

// Each false where the file is refused. `scene` is the object of that name.
bool ReadTransforms(Source& source, json::Value scene, SceneParts& parts);
bool ReadMaterials(Source& source, json::Value scene, SceneParts& parts);
bool ReadMeshes(Source& source, json::Value scene, SceneParts& parts);
bool ReadInstances(Source& source, json::Value scene, SceneParts& parts);
// Nodes become joints in level order; skins and instances name joints from then on.
bool MakeSkeleton(Source& source, json::Value scene, SceneParts& parts);
bool ReadAnimator(Source& source, json::Value root, SceneParts& parts);

// One more node, or refused where there are max_nodes already.
bool AddNode(Source& source, json::Value at, Node node, SceneParts& parts);

// The thing that a member names: nothing where it is null or missing, refused where there is no
// such thing. `kind` is for the message.
bool ReadReference(Source& source, json::Value object, std::string_view key, const Names& names,
                   const char* kind, std::optional<std::uint32_t>& found);

// Calls read(name, value) for each member of a section; a section that is missing has none. Stops
// where it returns false.
template <typename Read>
bool ForEachMember(Source& source, json::Value object, std::string_view section, const Read& read) {
  std::optional<json::Value> members;
  if (!source.FindObject(object, section, members)) return false;
  if (!members) return true;
  for (const auto& [key, value] : members->members()) {
    if (!source.RequireObject(value) || !read(key.string(), value)) return false;
  }
  return true;
}

}  // namespace sinew::js3d

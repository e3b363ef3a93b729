// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Transforms become nodes; all nodes become a skeleton.
#include <cmath>
#include <utility>

#include "io/js3d/scene_parts.h"
#include "math/quat.h"

namespace sinew::js3d {
namespace {

constexpr double kLoudLengthError = 1e-3;  // Beyond it, a normalised rotation is a mend.

bool ReadPlacement(Source& source, json::Value object, Transform& placement) {
  Quat rotation;
  if (!source.Read(object, "translation", placement.translation) ||
      !source.Read(object, "rotation", rotation) ||
      !source.Read(object, "scale", placement.scale)) {
    return false;
  }
  const double length = scalar::Length(scalar::Widen(rotation));
  if (std::abs(length - 1.0) > kLoudLengthError) source.Mended("rotation-normalised", object);
  placement.rotation = scalar::UnitOr(scalar::Widen(rotation), Quat{});
  return true;
}

// Refuses transforms that hang on themselves. Every one is walked over once.
bool CheckLoops(Source& source, json::Value section, const std::vector<Node>& nodes) {
  constexpr std::uint32_t kUnseen = 0;
  std::vector<std::uint32_t> seen_from(nodes.size(), kUnseen);
  auto member = section.members().begin();
  for (std::uint32_t start = 0; start < nodes.size(); ++start, ++member) {
    auto node = static_cast<std::int32_t>(start);
    while (node != kNoParent && seen_from[static_cast<std::size_t>(node)] == kUnseen) {
      seen_from[static_cast<std::size_t>(node)] = start + 1;
      node = nodes[static_cast<std::size_t>(node)].parent;
    }
    if (node != kNoParent && seen_from[static_cast<std::size_t>(node)] == start + 1) {
      return source.Invalid((*member).value, "its parents lead back to themselves");
    }
  }
  return true;
}

}  // namespace

bool AddNode(Source& source, json::Value at, Node node, SceneParts& parts) {
  if (parts.nodes.size() >= source.limits().max_nodes) {
    return source.Refuse(FailureCode::kLimit, at,
                         Words("found more transforms, instances and bones than max_nodes (",
                               source.limits().max_nodes, ") allows"));
  }
  // As a node here, and as a joint of the skeleton.
  constexpr std::uint64_t kBytesANode = 2 * (sizeof(Node) + sizeof(Transform)) + 64;
  if (!source.Take(1, kBytesANode + 2 * node.name.size(), at)) return false;
  parts.nodes.push_back(std::move(node));
  return true;
}

bool ReadReference(Source& source, json::Value object, std::string_view key, const Names& names,
                   const char* kind, std::optional<std::uint32_t>& found) {
  found.reset();
  const std::optional<json::Value> value = object.Find(key);
  if (!value || value->is_null()) return true;
  if (!value->is_string()) {
    return source.Invalid(*value, Words("found something else, expected the name of a ", kind));
  }
  const auto named = names.find(value->string());
  if (named == names.end()) {
    return source.Invalid(*value, Words("found a name that no ", kind, " has"));
  }
  found = named->second;
  return true;
}

bool ReadTransforms(Source& source, json::Value scene, SceneParts& parts) {
  const bool read =
      ForEachMember(source, scene, "transforms", [&](std::string name, json::Value object) {
        Node node{.name = std::move(name)};
        if (!ReadPlacement(source, object, node.rest)) return false;
        if (!source.Take(1, sizeof(Names::value_type) + 64 + node.name.size(), object))
          return false;
        parts.transforms.emplace(node.name, static_cast<std::uint32_t>(parts.nodes.size()));
        return AddNode(source, object, std::move(node), parts);
      });
  if (!read) return false;
  // Parents may come after their children.
  std::uint32_t index = 0;
  const bool linked =
      ForEachMember(source, scene, "transforms", [&](const std::string&, json::Value object) {
        std::optional<std::uint32_t> parent;
        if (!ReadReference(source, object, "parent", parts.transforms, "transform", parent)) {
          return false;
        }
        if (parent) parts.nodes[index].parent = static_cast<std::int32_t>(*parent);
        ++index;
        return true;
      });
  if (!linked) return false;
  return index == 0 || CheckLoops(source, *scene.Find("transforms"), parts.nodes);
}

bool MakeSkeleton(Source& source, json::Value scene, SceneParts& parts) {
  std::vector<std::int32_t> parents;
  parents.reserve(parts.nodes.size());
  for (const Node& node : parts.nodes) parents.push_back(node.parent);
  Result<std::vector<std::uint32_t>> order = LevelOrder(parents);
  if (!order.ok()) return source.Invalid(scene, order.failure());
  parts.joint_of_node.resize(parts.nodes.size());
  for (std::uint32_t joint = 0; joint < order->size(); ++joint) {
    parts.joint_of_node[(*order)[joint]] = joint;
  }

  Skeleton::Parts skeleton;
  for (const std::uint32_t index : *order) {
    Node& node = parts.nodes[index];
    skeleton.parents.push_back(
        node.parent == kNoParent ? kNoParent
                                 : static_cast<std::int32_t>(
                                       parts.joint_of_node[static_cast<std::size_t>(node.parent)]));
    skeleton.rest.push_back(node.rest);
    skeleton.names.push_back(std::move(node.name));
  }
  skeleton.file_nodes = std::move(*order);
  Result<Skeleton> made = Skeleton::Create(std::move(skeleton));
  if (!made.ok()) return source.Invalid(scene, made.failure());
  parts.model.skeleton = std::move(made).value();

  for (Skin::Parts& draft : parts.skins) {
    for (std::int32_t& joint : draft.joints) {
      joint = static_cast<std::int32_t>(parts.joint_of_node[static_cast<std::size_t>(joint)]);
    }
    Result<Skin> skin = Skin::Create(std::move(draft), parts.model.skeleton.joint_count());
    if (!skin.ok()) return source.Invalid(scene, skin.failure());
    parts.model.skins.push_back(std::move(skin).value());
  }
  for (MeshInstance& instance : parts.instances) {
    instance.joint = parts.joint_of_node[instance.joint];
  }
  parts.model.instances = std::move(parts.instances);
  return true;
}

}  // namespace sinew::js3d

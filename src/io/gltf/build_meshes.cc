// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes, and the nodes that show them.
#include <algorithm>
#include <limits>
#include <utility>

#include "io/gltf/build.h"
#include "io/gltf/pointer.h"

namespace sinew::gltf {
namespace {

constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

// For each mesh the size of the smallest skin that any node shows it with. A mesh that no node
// skins keeps its influences as they are: nothing indexes by them.
std::vector<std::uint32_t> JointLimits(const Document& document) {
  std::vector<std::uint32_t> limits(document.meshes.size(), kNoLimit);
  for (const NodeDef& node : document.nodes) {
    if (node.mesh < 0 || node.skin < 0) continue;
    const std::size_t joints = document.skins[static_cast<std::size_t>(node.skin)].joints.size();
    std::uint32_t& limit = limits[static_cast<std::size_t>(node.mesh)];
    limit = std::min(limit, static_cast<std::uint32_t>(joints));
  }
  return limits;
}

// mesh.extras.targetNames, the custom of most exporters.
std::vector<std::string> MorphNames(const Build& build, std::uint32_t json, std::uint32_t count) {
  std::vector<std::string> names;
  if (count == 0 || json == ~0u) return names;
  const json::Value mesh = build.json.At(json);
  if (!mesh.is_object()) return names;
  const std::optional<json::Value> extras = mesh.Find("extras");
  if (!extras || !extras->is_object()) return names;
  const std::optional<json::Value> list = extras->Find("targetNames");
  if (!list || !list->is_array()) return names;
  for (const json::Value name : list->elements()) {
    if (names.size() == count) break;
    names.push_back(name.is_string() ? name.string() : std::string());
  }
  names.resize(count);
  return names;
}

// True where all that the mesh names can be had.
bool HasData(const Build& build, const MeshDef& mesh) {
  const auto ready = [&build](const Attribute& attribute) {
    return attribute.accessor < 0 || build.accessors.at(attribute.accessor).ready();
  };
  for (const PrimitiveDef& primitive : mesh.primitives) {
    if (primitive.broken || !std::ranges::all_of(primitive.attributes, ready)) return false;
    if (primitive.indices >= 0 && !build.accessors.at(primitive.indices).ready()) return false;
    for (const std::vector<Attribute>& target : primitive.targets) {
      if (!std::ranges::all_of(target, ready)) return false;
    }
  }
  return !mesh.broken;
}

}  // namespace

bool BuildMeshes(Build& build) {
  const std::vector<MeshDef>& meshes = build.document.meshes;
  const std::vector<std::uint32_t> limits = JointLimits(build.document);
  build.parts.meshes.reserve(meshes.size());
  build.kept_primitives.resize(meshes.size());
  for (std::uint32_t m = 0; m < meshes.size(); ++m) {
    const MeshDef& def = meshes[m];
    if (def.broken && def.used) {
      build.judge.Refuse(FailureCode::kInvalid, PointerOf("meshes", m), "The mesh is malformed.");
      return false;
    }
    // A mesh that no node shows keeps its place, but is no reason to refuse the file.
    const bool empty = !def.used && !HasData(build, def);
    if (empty) build.judge.Mended("unused-mesh-emptied", PointerOf("meshes", m));
    Mesh::Parts parts;
    parts.name = NameOf(build, def.json).value_or("");
    const std::uint32_t morph_count = empty ? 0 : MorphCount(def);
    if (!build.Take(morph_count, sizeof(float) + sizeof(std::string), PointerOf("meshes", m))) {
      return false;
    }
    Weights weights = WeightsOf(build, def.weights_json, morph_count);
    if (weights.length_differs) {
      build.judge.Mended("morph-weight-count", PointerOf("meshes", m, "weights"));
    }
    parts.morph_weights = std::move(weights.values);
    parts.morph_names = MorphNames(build, def.json, morph_count);
    for (std::uint32_t p = 0; p < def.primitives.size() && !empty; ++p) {
      std::optional<Primitive> primitive = BuildPrimitive(build, m, p, limits[m]);
      if (build.judge.refused()) return false;
      if (!primitive) continue;
      if (primitive->morph_targets.size() != morph_count) {
        build.judge.Mended("morph-targets-padded", PointerOf("meshes", m, "primitives", p));
        if (!build.Take(morph_count, sizeof(MorphTarget), PointerOf("meshes", m))) return false;
        primitive->morph_targets.resize(morph_count);
      }
      parts.primitives.push_back(std::move(*primitive));
      build.kept_primitives[m].push_back(p);
    }
    Result<Mesh> mesh = Mesh::Create(std::move(parts));
    if (!mesh.ok()) {
      build.judge.Refuse(mesh.failure().code, PointerOf("meshes", m), Describe(mesh.failure()));
      return false;
    }
    build.parts.meshes.push_back(std::move(*mesh));
  }
  return true;
}

bool BuildInstances(Build& build) {
  const std::vector<NodeDef>& nodes = build.document.nodes;
  build.instance_of_node.assign(nodes.size(), kNone);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const NodeDef& node = nodes[n];
    if (node.mesh < 0) continue;
    const Mesh& mesh = build.parts.meshes[static_cast<std::size_t>(node.mesh)];
    if (!build.Take(mesh.morph_count(), sizeof(float), PointerOf("nodes", n))) return false;
    MeshInstance instance{.joint = build.joint_of_node[n],
                          .mesh = static_cast<std::uint32_t>(node.mesh),
                          .skin = std::nullopt,
                          .first_morph = static_cast<std::uint32_t>(build.parts.morph_rest.size())};
    if (node.skin >= 0) {
      const bool skinned = std::ranges::any_of(
          mesh.primitives(), [](const Primitive& one) { return !one.influences.empty(); });
      if (skinned) {
        instance.skin = static_cast<std::uint32_t>(node.skin);
      } else {
        // Nothing says how the skin would move it: it follows its node (nasty 23).
        build.judge.Mended("skin-without-weights", PointerOf("nodes", n, "skin"));
      }
    }
    if (node.weights_json != ~0u) {
      const Weights weights = WeightsOf(build, node.weights_json, mesh.morph_count());
      if (weights.length_differs) {
        build.judge.Mended("morph-weight-count", PointerOf("nodes", n, "weights"));
      }
      build.parts.morph_rest.insert(build.parts.morph_rest.end(), weights.values.begin(),
                                    weights.values.end());
    } else {
      build.parts.morph_rest.insert(build.parts.morph_rest.end(), mesh.morph_weights().begin(),
                                    mesh.morph_weights().end());
    }
    build.instance_of_node[n] = static_cast<std::int32_t>(build.parts.instances.size());
    build.parts.instances.push_back(instance);
  }
  return true;
}

bool BuildScenes(Build& build) {
  const Document& document = build.document;
  for (const SceneDef& def : document.scenes) {
    ModelScene scene;
    scene.name = NameOf(build, def.json).value_or("");
    for (const std::int32_t node : def.nodes) {
      if (node >= 0) scene.roots.push_back(build.joint_of_node[static_cast<std::size_t>(node)]);
    }
    build.parts.scenes.push_back(std::move(scene));
  }
  if (document.scene >= 0) {
    build.parts.default_scene = static_cast<std::uint32_t>(document.scene);
  }
  return true;
}

}  // namespace sinew::gltf

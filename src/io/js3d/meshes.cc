// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes as polygons, skinned ones with their bones.
#include <utility>

#include "io/js3d/bone_rig.h"
#include "io/js3d/half_edges.h"
#include "io/js3d/scene_parts.h"

namespace sinew::js3d {

bool ReadMeshes(Source& source, json::Value scene, SceneParts& parts) {
  const bool static_ones =
      ForEachMember(source, scene, "meshes", [&](std::string name, json::Value object) {
        constexpr std::uint64_t kBytes =
            sizeof(StaticMesh) + sizeof(MeshesByMaterial) + sizeof(Names::value_type) + 64;
        if (!source.Take(1, kBytes + 2 * name.size(), object)) return false;
        StaticMesh mesh{.name = name};
        if (!ReadHalfEdgeMesh(source, object, 0, mesh.polygons)) return false;
        parts.meshes.emplace(std::move(name),
                             static_cast<std::uint32_t>(parts.static_meshes.size()));
        parts.static_meshes.push_back(std::move(mesh));
        return true;
      });
  if (!static_ones) return false;
  const bool skinned_ones =
      ForEachMember(source, scene, "skinned_meshes", [&](std::string name, json::Value object) {
        constexpr std::uint64_t kBytes =
            sizeof(Js3dSkinnedMesh) + sizeof(MeshesByMaterial) + sizeof(Names::value_type) + 96;
        if (!source.Take(1, kBytes + 2 * name.size(), object)) return false;
        Js3dSkinnedMesh skinned{.name = name};
        std::optional<json::Value> mesh, skeleton;
        if (!source.FindObject(object, "skeleton", skeleton) ||
            !source.FindObject(object, "mesh", mesh)) {
          return false;
        }
        if (!mesh || !skeleton) {
          return source.Invalid(object, "found no \"mesh\" or no \"skeleton\", expected both");
        }
        if (!ReadBoneRig(source, *skeleton, skinned.rig)) return false;
        const auto bone_count = static_cast<std::uint32_t>(skinned.rig.bones.size());
        if (!ReadHalfEdgeMesh(source, *mesh, bone_count, skinned.polygons)) return false;
        parts.skinned_meshes.emplace(std::move(name),
                                     static_cast<std::uint32_t>(parts.skinned.size()));
        parts.skinned.push_back(std::move(skinned));
        return true;
      });
  if (!skinned_ones) return false;
  parts.made_static.resize(parts.static_meshes.size());
  parts.made_skinned.resize(parts.skinned.size());
  parts.bone_nodes.resize(parts.skinned.size());
  return true;
}

}  // namespace sinew::js3d

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Instances: a mesh in a place, of a material. Skinned ones bring their bones along, as joints
// below a node of their own; what they show hangs on another node without parents, because nothing
// but the bones moves it (and so glTF wants it).
#include <utility>

#include "io/js3d/bone_rig.h"
#include "io/js3d/scene_parts.h"
#include "io/js3d/triangles.h"
#include "math/usable.h"

namespace sinew::js3d {
namespace {

// An instance as both kinds have it.
struct Placed {
  std::optional<std::uint32_t> transform{}, mesh{}, material{};
};

// How an instance is drawn is not carried.
void CountDrawSettings(Source& source, json::Value object) {
  const auto differs = [&](const char* key, std::string_view usual) {
    const std::optional<json::Value> style = object.Find(key);
    return style && style->is_string() && !style->string_is(usual);
  };
  const std::optional<json::Value> visible = object.Find("visible");
  const bool hidden = visible && visible->is_bool() && !visible->boolean();
  if (hidden || differs("draw style", "Correct") || differs("blend style", "Blend Replace") ||
      differs("depth style", "Depth Less")) {
    source.Lost(Loss::kDrawSettings, object);
  }
}

bool ReadPlaced(Source& source, json::Value object, const SceneParts& parts, const Names& meshes,
                Placed& placed) {
  CountDrawSettings(source, object);
  if (!ReadReference(source, object, "transform", parts.transforms, "transform",
                     placed.transform) ||
      !ReadReference(source, object, "mesh", meshes, "mesh", placed.mesh) ||
      !ReadReference(source, object, "material", parts.materials, "material", placed.material)) {
    return false;
  }
  return placed.mesh || source.Invalid(object, "found no mesh, expected the name of one");
}

// The model's mesh of these polygons and this material, made where it is not there yet.
bool MeshOf(Source& source, json::Value at, const std::string& name, const PolygonMesh& polygons,
            std::uint32_t follower, std::optional<std::uint32_t> material, MeshesByMaterial& made,
            SceneParts& parts, std::uint32_t& mesh) {
  const auto known = made.find(material);
  if (known != made.end()) {
    mesh = known->second;
    return true;
  }
  if (!source.Take(1, sizeof(Mesh) + sizeof(Primitive) + 96 + 2 * name.size(), at)) return false;
  Primitive primitive;
  if (!MakeTriangles(source, at, polygons, follower, primitive)) return false;
  primitive.material = material;
  Mesh::Parts draft;
  draft.name = name;
  draft.primitives.push_back(std::move(primitive));
  Result<Mesh> created = Mesh::Create(std::move(draft));
  if (!created.ok()) return source.Invalid(at, created.failure());
  mesh = static_cast<std::uint32_t>(parts.model.meshes.size());
  parts.model.meshes.push_back(std::move(created).value());
  made.emplace(material, mesh);
  return true;
}

std::uint32_t FollowerOf(const Js3dSkinnedMesh& skinned) {
  return static_cast<std::uint32_t>(skinned.rig.bones.size());
}

bool AddStatic(Source& source, std::string name, json::Value object, SceneParts& parts) {
  Placed placed;
  if (!ReadPlaced(source, object, parts, parts.meshes, placed)) return false;
  const StaticMesh& mesh = parts.static_meshes[*placed.mesh];
  MeshInstance instance{.joint = static_cast<std::uint32_t>(parts.nodes.size())};
  if (!MeshOf(source, object, mesh.name, mesh.polygons, 0, placed.material,
              parts.made_static[*placed.mesh], parts, instance.mesh)) {
    return false;
  }
  Node node{.name = std::move(name)};
  if (placed.transform) node.parent = static_cast<std::int32_t>(*placed.transform);
  parts.instances.push_back(instance);
  return AddNode(source, object, std::move(node), parts);
}

// Where a bone's joint stands in its parent: S14's current pose.
bool RestOf(Source& source, json::Value at, const BoneRig& rig, const Bone& bone, Transform& rest) {
  if (bone.parent == kNoParent) {
    rest.translation = {rig.base.x + rig.base_offset.x, rig.base.y + rig.base_offset.y,
                        rig.base.z + rig.base_offset.z};
    if (!scalar::IsUsable(rest.translation)) {
      return source.Invalid(at, "the skeleton's base and its offset exceed 1e18 together");
    }
  } else {
    rest.translation = rig.bones[static_cast<std::size_t>(bone.parent)].extent;
  }
  rest.rotation = TurnOf(bone);
  return true;
}

// A node a bone, and one more at the tip of bones without children, so that their extent is not
// lost.
bool AddBones(Source& source, json::Value at, const BoneRig& rig, const BoneNodes& where,
              SceneParts& parts) {
  std::vector<bool> has_children(rig.bones.size(), false);
  for (const Bone& bone : rig.bones) {
    Node node{.name = bone.name};
    if (bone.parent == kNoParent) {
      node.parent = static_cast<std::int32_t>(where.instance_node);
    } else {
      has_children[static_cast<std::size_t>(bone.parent)] = true;
      node.parent = static_cast<std::int32_t>(where.first) + bone.parent;
    }
    if (!RestOf(source, at, rig, bone, node.rest)) return false;
    if (!AddNode(source, at, std::move(node), parts)) return false;
  }
  for (std::size_t b = 0; b < rig.bones.size(); ++b) {
    if (has_children[b]) continue;
    Node tip{.name = rig.bones[b].name + ".tip",
             .parent = static_cast<std::int32_t>(where.first + b)};
    tip.rest.translation = rig.bones[b].extent;
    if (!AddNode(source, at, std::move(tip), parts)) return false;
  }
  return true;
}

bool AddSkin(Source& source, json::Value at, const Js3dSkinnedMesh& skinned, const BoneNodes& where,
             const std::string& name, SceneParts& parts) {
  constexpr std::uint64_t kBytesAnEntry = 2 * (sizeof(Affine) + sizeof(std::int32_t));
  if (!source.Take(skinned.rig.bones.size() + 1, kBytesAnEntry, at)) return false;
  Skin::Parts skin;
  skin.name = name;
  for (const scalar::Vec3D& origin : BindOrigins(skinned.rig)) {
    skin.joints.push_back(static_cast<std::int32_t>(where.first + skin.joints.size()));
    Affine joint_from_bind;
    joint_from_bind.m[0][3] = static_cast<float>(0.0 - origin.x);
    joint_from_bind.m[1][3] = static_cast<float>(0.0 - origin.y);
    joint_from_bind.m[2][3] = static_cast<float>(0.0 - origin.z);
    if (!scalar::IsUsable(joint_from_bind)) {
      return source.Invalid(at, "the bones' extents exceed 1e18 together");
    }
    skin.inverse_bind.push_back(joint_from_bind);
  }
  if (HasUnweighted(skinned.polygons)) {
    skin.joints.push_back(static_cast<std::int32_t>(where.instance_node));
    skin.inverse_bind.emplace_back();
  }
  parts.skins.push_back(std::move(skin));
  return true;
}

bool AddSkinned(Source& source, std::string name, json::Value object, SceneParts& parts) {
  Placed placed;
  if (!ReadPlaced(source, object, parts, parts.skinned_meshes, placed)) return false;
  Js3dSkinnedMesh& skinned = parts.skinned[*placed.mesh];
  MeshInstance instance;
  if (!MeshOf(source, object, skinned.name, skinned.polygons, FollowerOf(skinned), placed.material,
              parts.made_skinned[*placed.mesh], parts, instance.mesh)) {
    return false;
  }
  const bool has_bones = !skinned.rig.bones.empty();
  BoneNodes where{.instance_node = static_cast<std::uint32_t>(parts.nodes.size())};
  where.first = where.instance_node + 1;
  Node node{.name = std::move(name)};
  if (placed.transform) node.parent = static_cast<std::int32_t>(*placed.transform);
  instance.joint = where.instance_node;
  if (has_bones) {
    instance.skin = static_cast<std::uint32_t>(parts.skins.size());
    if (!AddSkin(source, object, skinned, where, node.name, parts)) return false;
  }
  if (!AddNode(source, object, std::move(node), parts)) return false;
  if (has_bones) {
    if (!AddBones(source, object, skinned.rig, where, parts)) return false;
    instance.joint = static_cast<std::uint32_t>(parts.nodes.size());
    if (!AddNode(source, object, {.name = skinned.name}, parts)) return false;
    parts.bone_nodes[*placed.mesh].push_back(where);
  }
  skinned.instances.push_back(static_cast<std::uint32_t>(parts.instances.size()));
  parts.instances.push_back(instance);
  return true;
}

// Meshes that nothing shows are kept all the same.
bool AddUnshown(Source& source, json::Value scene, SceneParts& parts) {
  std::uint32_t mesh = 0;
  for (std::size_t i = 0; i < parts.static_meshes.size(); ++i) {
    const StaticMesh& unshown = parts.static_meshes[i];
    if (parts.made_static[i].empty() && !MeshOf(source, scene, unshown.name, unshown.polygons, 0,
                                                std::nullopt, parts.made_static[i], parts, mesh)) {
      return false;
    }
  }
  for (std::size_t i = 0; i < parts.skinned.size(); ++i) {
    Js3dSkinnedMesh& skinned = parts.skinned[i];
    if (parts.made_skinned[i].empty() &&
        !MeshOf(source, scene, skinned.name, skinned.polygons, FollowerOf(skinned), std::nullopt,
                parts.made_skinned[i], parts, mesh)) {
      return false;
    }
    for (const auto& [material, made] : parts.made_skinned[i]) skinned.meshes.push_back(made);
  }
  return true;
}

bool CountOthers(Source& source, json::Value scene) {
  struct Section {
    const char* name;
    Loss loss;
  };
  constexpr Section kSections[] = {{"cameras", Loss::kCameras},
                                   {"delta_lights", Loss::kLights},
                                   {"env_lights", Loss::kLights},
                                   {"shapes", Loss::kShapes},
                                   {"particles", Loss::kParticles}};
  for (const Section& section : kSections) {
    std::optional<json::Value> members;
    if (!source.FindObject(scene, section.name, members)) return false;
    if (members) source.Lost(section.loss, *members, members->size());
  }
  return true;
}

}  // namespace

bool ReadInstances(Source& source, json::Value scene, SceneParts& parts) {
  std::optional<json::Value> instances;
  if (!source.FindObject(scene, "instances", instances)) return false;
  if (instances) {
    const bool read = ForEachMember(source, *instances, "meshes",
                                    [&](std::string name, json::Value object) {
                                      return AddStatic(source, std::move(name), object, parts);
                                    }) &&
                      ForEachMember(source, *instances, "skinned_meshes",
                                    [&](std::string name, json::Value object) {
                                      return AddSkinned(source, std::move(name), object, parts);
                                    });
    if (!read) return false;
  }
  return AddUnshown(source, scene, parts) && CountOthers(source, scene);
}

}  // namespace sinew::js3d

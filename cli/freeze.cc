// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "freeze.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sinew::cli {
namespace {

// Strips and fans as a plain list of triangles; what is not triangles stays as it is.
void MakeTriangleList(Primitive& primitive) {
  std::vector<std::uint32_t> corners = primitive.indices;
  if (!primitive.indexed) {
    corners.resize(primitive.positions.size());
    std::iota(corners.begin(), corners.end(), 0u);
  }
  std::vector<std::uint32_t> triangles;
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    switch (primitive.topology) {
      case Topology::kTriangles:
        if (i % 3 != 0) continue;
        triangles.insert(triangles.end(), {corners[i], corners[i + 1], corners[i + 2]});
        break;
      case Topology::kTriangleStrip: {
        const std::size_t turn = i % 2;
        triangles.insert(triangles.end(),
                         {corners[i], corners[i + 1 + turn], corners[i + 2 - turn]});
        break;
      }
      case Topology::kTriangleFan:
        triangles.insert(triangles.end(), {corners[i + 1], corners[i + 2], corners[0]});
        break;
      default:
        return;
    }
  }
  primitive.topology = Topology::kTriangles;
  primitive.indexed = true;
  primitive.indices = std::move(triangles);
}

void TurnTriangles(Primitive& primitive) {
  if (primitive.topology < Topology::kTriangles) return;
  MakeTriangleList(primitive);
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    std::swap(primitive.indices[i + 1], primitive.indices[i + 2]);
  }
}

Primitive Frozen(const PosedPrimitive& posed, bool mirrored) {
  Primitive primitive = *posed.source;
  primitive.positions = posed.positions;
  primitive.normals = posed.normals;
  primitive.tangents = posed.tangents;
  primitive.influences = {};
  primitive.morph_targets.clear();
  if (mirrored) TurnTriangles(primitive);
  return primitive;
}

// JSON that the file carried and that still points at the same things.
std::vector<CarriedJson> StillTrue(const std::vector<CarriedJson>& carried) {
  std::vector<CarriedJson> kept;
  for (const CarriedJson& json : carried) {
    if (json.owner == CarriedJson::Owner::kMaterial || json.owner == CarriedJson::Owner::kTexture ||
        json.owner == CarriedJson::Owner::kImage) {
      kept.push_back(json);
    }
  }
  return kept;
}

}  // namespace

Result<Model> FreezeScene(const PosedScene& scene) {
  const Model::Parts& source = scene.model().parts();
  Skeleton::Parts nodes;
  Model::Parts frozen;
  Scene whole;
  for (const PosedInstance& posed : scene.instances()) {
    const auto index = static_cast<std::uint32_t>(nodes.parents.size());
    const std::string name = source.skeleton.Label(posed.instance.joint);
    nodes.parents.push_back(kNoParent);
    nodes.rest.emplace_back();
    nodes.names.push_back(name);
    nodes.file_nodes.push_back(index);
    // A node's own handedness says which side of its mesh is outside, skinned or not (glTF).
    const bool mirrored = Determinant(scene.model_from_joint()[posed.instance.joint]) < 0.0f;
    Mesh::Parts mesh;
    mesh.name = source.meshes[posed.instance.mesh].name();
    for (const PosedPrimitive& primitive : posed.primitives) {
      mesh.primitives.push_back(Frozen(primitive, mirrored));
    }
    Result<Mesh> made = Mesh::Create(std::move(mesh));
    if (!made.ok()) return made.failure();
    frozen.meshes.push_back(std::move(made).value());
    frozen.instances.push_back({.joint = index, .mesh = index});
    whole.roots.push_back(index);
  }
  Result<Skeleton> skeleton = Skeleton::Create(std::move(nodes));
  if (!skeleton.ok()) return skeleton.failure();
  frozen.skeleton = std::move(skeleton).value();
  frozen.materials = source.materials;
  frozen.textures = source.textures;
  frozen.images = source.images;
  if (!whole.roots.empty()) {
    frozen.scenes.push_back(std::move(whole));
    frozen.default_scene = 0;
  }
  frozen.carried = StillTrue(source.carried);
  if (!frozen.carried.empty()) frozen.extensions_used = source.extensions_used;
  frozen.generator = "sinew";
  frozen.copyright = source.copyright;
  return Model::Create(std::move(frozen));
}

}  // namespace sinew::cli

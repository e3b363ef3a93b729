// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "freeze.h"

#include <algorithm>
#include <utility>

#include "sinew/primitive_triangles.h"

namespace sinew::cli {
namespace {

// Strips and fans as a plain list of triangles.
void MakeTriangleList(Primitive& primitive) {
  primitive.indices = TriangleList(primitive);
  primitive.topology = Topology::kTriangles;
  primitive.indexed = true;
}

void TurnTriangles(Primitive& primitive) {
  if (primitive.topology < Topology::kTriangles) return;
  MakeTriangleList(primitive);
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    std::swap(primitive.indices[i + 1], primitive.indices[i + 2]);
  }
}

Primitive Frozen(const Primitive& source, PosedPrimitive&& posed, bool mirrored) {
  Primitive primitive;
  primitive.topology = source.topology;
  primitive.positions = std::move(posed.positions);
  primitive.normals = std::move(posed.normals);
  primitive.tangents = std::move(posed.tangents);
  primitive.texcoords = source.texcoords;
  primitive.colors = source.colors;
  primitive.indexed = source.indexed;
  primitive.indices = source.indices;
  primitive.material = source.material;
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

double FrozenBytes(const Model& model) {
  std::vector<double> of_mesh(model.meshes().size(), 0.0);
  for (std::size_t m = 0; m < of_mesh.size(); ++m) {
    for (const Primitive& primitive : model.meshes()[m].primitives()) {
      const double vertex_bytes = static_cast<double>(
          (primitive.normals.empty() ? 1 : 2) * sizeof(Vec3) +
          (primitive.tangents.empty() ? 0 : sizeof(Vec4)) +
          primitive.texcoords.size() * sizeof(Vec2) + primitive.colors.size() * sizeof(Vec4));
      // A strip turned into a list names each corner three times.
      const double corners = static_cast<double>(
          std::max(primitive.indices.size(), primitive.indexed ? 0 : primitive.positions.size()));
      const double times = primitive.topology > Topology::kTriangles ? 3.0 : 1.0;
      of_mesh[m] += static_cast<double>(primitive.vertex_count()) * vertex_bytes +
                    corners * times * sizeof(std::uint32_t) + sizeof(Primitive);
    }
  }
  double bytes = 0.0;
  for (const MeshInstance& instance : model.instances()) bytes += of_mesh[instance.mesh];
  return bytes;
}

Result<Model> FreezeScene(const PosedScene& scene) {
  const Model::Parts& source = scene.model().parts();
  Skeleton::Parts nodes;
  Model::Parts frozen;
  ModelScene whole;
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
    for (std::size_t p = 0; p < posed.primitives.size(); ++p) {
      PosedPrimitive vertices;
      const Error skinned = scene.SkinPrimitive(posed, p, vertices);
      if (skinned != Error::kNone) {
        return Failure{FailureCode::kInvalid, "",
                       "the model cannot be posed: " + std::string(ErrorName(skinned))};
      }
      mesh.primitives.push_back(Frozen(posed.primitives[p], std::move(vertices), mirrored));
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
  frozen.extensions_used = source.extensions_used;
  frozen.extensions_required = source.extensions_required;
  frozen.generator = "sinew";
  frozen.copyright = source.copyright;
  return Model::Create(std::move(frozen));
}

}  // namespace sinew::cli

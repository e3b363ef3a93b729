// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/freeze.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "export/message.h"
#include "sinew/primitive_triangles.h"

namespace sinew {
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

// Raw JSON of the file that still points at the same things.
std::vector<CarriedJson> JsonStillTrue(const std::vector<CarriedJson>& carried) {
  std::vector<CarriedJson> kept;
  for (const CarriedJson& json : carried) {
    if (json.owner == CarriedJson::Owner::kMaterial || json.owner == CarriedJson::Owner::kTexture ||
        json.owner == CarriedJson::Owner::kImage) {
      kept.push_back(json);
    }
  }
  return kept;
}

std::optional<Failure> CheckFrozenBytes(const Model& model, std::uint64_t max_output_bytes) {
  const double bytes = FrozenBytes(model);
  if (bytes <= static_cast<double>(max_output_bytes)) return std::nullopt;
  const std::size_t count = model.instances().size();
  return Failure{FailureCode::kLimit, "",
                 Message(count, count == 1 ? " mesh instance" : " mesh instances", " would take ",
                         Roughly(bytes), " bytes frozen, the limit max_output_bytes allows ",
                         Roughly(static_cast<double>(max_output_bytes)))};
}

// Of the model whose asset is posed.
Result<Model> FreezeModel(const AssetPose& pose, const Model& model, const FreezeLimits& limits) {
  if (std::optional<Failure> failure = CheckWork(model, 1.0, true, limits.max_work)) {
    return *std::move(failure);
  }
  if (std::optional<Failure> failure = CheckFrozenBytes(model, limits.max_output_bytes)) {
    return *std::move(failure);
  }
  const Model::Parts& source = model.parts();
  const Asset& asset = pose.asset();
  Skeleton::Parts nodes;
  Model::Parts frozen;
  ModelScene whole;
  for (const std::uint32_t instance_index : asset.instances_in_file_order()) {
    const MeshInstance& instance = asset.instances()[instance_index];
    const auto index = static_cast<std::uint32_t>(nodes.parents.size());
    nodes.parents.push_back(kNoParent);
    nodes.rest.emplace_back();
    nodes.names.push_back(source.skeleton.Label(instance.joint));
    nodes.file_nodes.push_back(index);
    // A node's own handedness says which side of its mesh is outside, skinned or not (glTF).
    const bool mirrored = Determinant(pose.model_from_joint()[instance.joint]) < 0.0f;
    const Mesh& source_mesh = source.meshes[instance.mesh];
    Mesh::Parts mesh;
    mesh.name = source_mesh.name();
    for (std::size_t p = 0; p < source_mesh.primitives().size(); ++p) {
      const Primitive& primitive = source_mesh.primitives()[p];
      PosedPrimitive vertices;
      const Error skinned = SkinInFileOrder(pose, instance_index, p, primitive, vertices);
      if (skinned != Error::kNone) return CannotPose(skinned);
      mesh.primitives.push_back(Frozen(primitive, std::move(vertices), mirrored));
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
  frozen.carried = JsonStillTrue(source.carried);
  frozen.extensions_used = source.extensions_used;
  frozen.extensions_required = source.extensions_required;
  frozen.generator = "sinew";
  frozen.copyright = source.copyright;
  return Model::Create(std::move(frozen));
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

Result<Model> Freeze(const AssetPose& pose, const FreezeLimits& limits) {
  if (const Model* model = pose.asset().model()) return FreezeModel(pose, *model, limits);
  const Result<Model> model = ToModel(pose.asset());
  if (!model.ok()) return model.failure();
  return FreezeModel(pose, *model, limits);
}

Result<Model> Freeze(const Asset& asset, const FreezeMoment& moment, const FreezeLimits& limits) {
  if (moment.clip && *moment.clip >= asset.clips().size()) {
    return Failure{
        FailureCode::kInvalid, "",
        Message("clip ", *moment.clip, " does not exist; the asset has ", asset.clips().size())};
  }
  AssetPose pose(asset, moment.method);
  const Error posed = moment.clip ? pose.Sample(*moment.clip, moment.time_s) : pose.SetRest();
  if (posed != Error::kNone) return CannotPose(posed);
  return Freeze(pose, limits);
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A model again from a runtime file: what is in the prepared order goes back to the file's.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/asset.h"

namespace sinew {
namespace {

// values[i] is vertex i of the prepared order.
template <typename T>
std::vector<T> InFileOrder(std::span<const T> values,
                           std::span<const std::uint32_t> file_vertices) {
  std::vector<T> ordered(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) ordered[file_vertices[i]] = values[i];
  return ordered;
}

template <typename T>
std::vector<std::vector<T>> SetsInFileOrder(std::span<const T> all,
                                            std::span<const std::uint32_t> file_vertices) {
  std::vector<std::vector<T>> sets;
  const std::size_t count = file_vertices.size();
  for (std::size_t begin = 0; count > 0 && begin < all.size(); begin += count) {
    sets.push_back(InFileOrder(all.subspan(begin, count), file_vertices));
  }
  return sets;
}

Influences InFileOrder(const Influences& prepared, std::span<const std::uint32_t> file_vertices) {
  if (prepared.empty()) return {};
  std::vector<std::uint32_t> place(file_vertices.size());
  for (std::uint32_t i = 0; i < place.size(); ++i) place[file_vertices[i]] = i;
  Influences ordered;
  ordered.begins.push_back(0);
  for (const std::uint32_t i : place) {
    const std::span<const Influence> of_vertex = prepared.of(i);
    ordered.list.insert(ordered.list.end(), of_vertex.begin(), of_vertex.end());
    ordered.begins.push_back(static_cast<std::uint32_t>(ordered.list.size()));
  }
  return ordered;
}

Primitive PrimitiveOf(const AssetPrimitive& source) {
  Primitive prepared = ToPrimitive(source.vertices, source.topology);
  const std::span<const std::uint32_t> order = source.vertices.file_vertices();
  Primitive primitive;
  primitive.topology = source.topology;
  primitive.positions = InFileOrder<Vec3>(prepared.positions, order);
  primitive.normals = InFileOrder<Vec3>(prepared.normals, order);
  primitive.tangents = InFileOrder<Vec4>(prepared.tangents, order);
  primitive.texcoords = SetsInFileOrder(source.all_texcoords, order);
  primitive.colors = SetsInFileOrder(source.all_colors, order);
  primitive.influences = InFileOrder(prepared.influences, order);
  for (const MorphTarget& target : prepared.morph_targets) {
    primitive.morph_targets.push_back({.positions = InFileOrder<Vec3>(target.positions, order),
                                       .normals = InFileOrder<Vec3>(target.normals, order),
                                       .tangents = InFileOrder<Vec3>(target.tangents, order)});
  }
  primitive.indexed = true;
  for (const std::uint32_t index : prepared.indices) primitive.indices.push_back(order[index]);
  primitive.material = source.material;
  return primitive;
}

std::vector<std::string> StringsOf(const NameList& names) {
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < names.size(); ++i) strings.emplace_back(names[i]);
  return strings;
}

template <typename T>
std::vector<T> VectorOf(std::span<const T> values) {
  return {values.begin(), values.end()};
}

}  // namespace

Result<Model> ToModel(const Asset& asset) {
  if (asset.model() != nullptr) return *asset.model();
  Model::Parts parts;
  const SkeletonView::Parts& from = asset.skeleton().parts();
  Result<Skeleton> skeleton = Skeleton::Create({.parents = VectorOf(from.parents),
                                                .rest = VectorOf(from.rest),
                                                .names = StringsOf(from.names),
                                                .file_nodes = VectorOf(from.file_nodes)});
  if (!skeleton.ok()) return skeleton.failure();
  parts.skeleton = std::move(skeleton).value();
  for (const SkinView& skin : asset.skins()) {
    Result<sinew::Skin> made = sinew::Skin::Create({.name = std::string(skin.name()),
                                                    .joints = VectorOf(skin.joints()),
                                                    .inverse_bind = VectorOf(skin.inverse_bind()),
                                                    .root = skin.root()},
                                                   asset.skeleton().joint_count());
    if (!made.ok()) return made.failure();
    parts.skins.push_back(std::move(made).value());
  }
  for (const AssetMesh& mesh : asset.meshes()) {
    Mesh::Parts of_mesh{.name = std::string(mesh.name),
                        .morph_weights = VectorOf(mesh.morph_weights),
                        .morph_names = StringsOf(mesh.morph_names)};
    for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
      of_mesh.primitives.push_back(PrimitiveOf(asset.primitives()[mesh.first_primitive + p]));
    }
    Result<Mesh> made = Mesh::Create(std::move(of_mesh));
    if (!made.ok()) return made.failure();
    parts.meshes.push_back(std::move(made).value());
  }
  parts.instances = VectorOf(asset.instances());
  parts.morph_rest = VectorOf(asset.morph_rest());
  parts.materials = VectorOf(asset.materials());
  parts.textures = VectorOf(asset.textures());
  for (const ImageView& image : asset.images()) {
    parts.images.push_back({.name = std::string(image.name),
                            .mime_type = std::string(image.mime_type),
                            .uri = std::string(image.uri),
                            .bytes = VectorOf(image.bytes)});
  }
  return Model::Create(std::move(parts));
}

}  // namespace sinew

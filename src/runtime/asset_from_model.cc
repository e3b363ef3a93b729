// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>
#include <cstdint>
#include <utility>

#include "runtime/asset_data.h"
#include "runtime/bounds_budget.h"
#include "sinew/asset.h"

namespace sinew {
namespace {

// Sets of a vertex attribute, one after another, in the prepared order.
template <typename T>
void AddSets(const std::vector<std::vector<T>>& sets, std::span<const std::uint32_t> file_vertices,
             HookVector<T>& out) {
  for (const std::vector<T>& set : sets) {
    for (const std::uint32_t vertex : file_vertices) {
      // A set may be missing below one that is there.
      out.push_back(set.empty() ? T{} : set[vertex]);
    }
  }
}

// How many numbers of an attribute a primitive has, over all its sets.
template <typename T>
std::size_t CountOf(const std::vector<std::vector<T>>& sets, std::uint32_t vertex_count) {
  return sets.size() * vertex_count;
}

}  // namespace

struct CreateAsset {
  // As WriteRuntimeFile makes them for the file.
  static void Bounds(Asset::Data& data) {
    std::vector<bool> stands_without_skin(data.meshes.size(), false);
    for (const MeshInstance& instance : data.instances) {
      if (!instance.skin) stands_without_skin[instance.mesh] = true;
    }
    std::uint64_t vertex_count = 0;
    for (const AssetPrimitive& primitive : data.primitives) {
      vertex_count += primitive.vertices.vertex_count();
    }
    BoundsBudget budget(vertex_count);
    data.own_bounds.reserve(2 * data.primitives.size());  // Views point into it.
    data.bounds.resize(data.primitives.size());
    data.rigid_bounds.resize(data.primitives.size());
    for (std::size_t p = 0; p < data.primitives.size(); ++p) {
      const SkinnedMeshView& vertices = data.primitives[p].vertices;
      if (!budget.Take(vertices)) continue;
      data.bounds[p] = data.own_bounds.emplace_back(SkinBounds::Create(vertices));
      if (vertices.is_rigid() || !stands_without_skin[data.primitives[p].mesh]) continue;
      data.rigid_bounds[p] = data.own_bounds.emplace_back(SkinBounds::CreateRigid(vertices));
    }
  }
};

Asset Asset::Create(Model model) {
  auto* const data = new Data();
  SharedRef reference(data);
  data->model.emplace(std::move(model));
  const Model& source = *data->model;
  data->skeleton = source.skeleton();
  data->morph_rest = source.morph_rest();
  for (const sinew::Skin& skin : source.skins()) data->skins.emplace_back(skin);
  for (const Clip& clip : source.clips()) data->clips.emplace_back(clip);
  data->instances.assign(source.instances().begin(), source.instances().end());
  data->materials.assign(source.materials().begin(), source.materials().end());
  data->textures.assign(source.textures().begin(), source.textures().end());
  for (const Image& image : source.images()) {
    data->images.push_back(
        {.name = image.name, .mime_type = image.mime_type, .uri = image.uri, .bytes = image.bytes});
  }

  for (const Mesh& mesh : source.meshes()) {
    data->meshes.push_back({.name = mesh.name(),
                            .first_primitive = static_cast<std::uint32_t>(data->prepared.size()),
                            .primitive_count = static_cast<std::uint32_t>(mesh.primitives().size()),
                            .morph_weights = mesh.morph_weights(),
                            .morph_names = mesh.morph_names()});
    for (std::uint32_t p = 0; p < mesh.primitives().size(); ++p) {
      data->prepared.push_back(SkinnedMesh::Create(mesh, p));
      const Primitive& primitive = mesh.primitives()[p];
      AddSets(primitive.texcoords, data->prepared.back().file_vertices(), data->texcoords);
      AddSets(primitive.colors, data->prepared.back().file_vertices(), data->colors);
    }
  }
  // Views of arrays that grow no more.
  std::size_t texcoord = 0, color = 0;
  for (std::uint32_t m = 0; m < source.meshes().size(); ++m) {
    for (const Primitive& primitive : source.meshes()[m].primitives()) {
      const std::uint32_t vertex_count = primitive.vertex_count();
      const std::size_t texcoord_count = CountOf(primitive.texcoords, vertex_count);
      const std::size_t color_count = CountOf(primitive.colors, vertex_count);
      data->primitives.push_back(
          {.vertices = data->prepared[data->primitives.size()],
           .mesh = m,
           .topology = primitive.topology,
           .material = primitive.material,
           .all_texcoords = std::span(data->texcoords).subspan(texcoord, texcoord_count),
           .all_colors = std::span(data->colors).subspan(color, color_count)});
      texcoord += texcoord_count;
      color += color_count;
    }
  }
  CreateAsset::Bounds(*data);
  data->WorkOut();
  return Asset(std::move(reference));
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/asset_data.h"
#include "sinew/asset.h"

namespace sinew {
namespace {

Material MaterialOf(RuntimeMaterial from) {
  from.properties.name = from.name;
  return std::move(from.properties);
}

Texture TextureOf(RuntimeTexture from) {
  from.properties.name = from.name;
  from.properties.sampler.name = from.sampler_name;
  return std::move(from.properties);
}

}  // namespace

// The parts of a file, each looked at. `data` has its file.
struct OpenAsset {
  static std::optional<Failure> Parts(Asset::Data& data) {
    const RuntimeFile& file = *data.file;
    data.skeleton = file.skeleton();
    data.morph_rest = file.morph_rest();
    for (std::uint32_t i = 0; i < file.skin_count(); ++i) {
      const Result<SkinView> skin = file.skin(i);
      if (!skin.ok()) return skin.failure();
      data.skins.push_back(*skin);
    }
    for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
      const Result<PackedClipView> clip = file.clip(i);
      if (!clip.ok()) return clip.failure();
      data.clips.emplace_back(*clip);
    }
    for (std::uint32_t i = 0; i < file.mesh_count(); ++i) {
      const RuntimeMesh mesh = file.mesh(i);
      data.meshes.push_back({.name = mesh.name,
                             .first_primitive = mesh.first_primitive,
                             .primitive_count = mesh.primitive_count,
                             .morph_weights = mesh.morph_weights,
                             .morph_names = mesh.morph_names});
    }
    if (auto failure = Primitives(data)) return failure;
    if (auto failure = Materials(data)) return failure;
    for (std::uint32_t i = 0; i < file.instance_count(); ++i) {
      data.instances.push_back(file.instance(i));
    }
    return SkinsHoldTheirMeshes(data);
  }

 private:
  static std::optional<Failure> Primitives(Asset::Data& data) {
    const RuntimeFile& file = *data.file;
    // A mesh names its morph targets once, and each of its primitives may leave them all out: the
    // product may be much larger than the file.
    std::uint64_t targets = 0;
    for (const AssetMesh& mesh : data.meshes) {
      targets += std::uint64_t{mesh.primitive_count} * mesh.morph_weights.size();
    }
    if (targets > 65'536 + file.info().size_bytes) {
      return Failure{FailureCode::kLimit, "meshes",
                     "have " + std::to_string(targets) +
                         " morph targets over all primitives, more than the file has bytes"};
    }
    for (std::uint32_t m = 0; m < data.meshes.size(); ++m) {
      const AssetMesh& mesh = data.meshes[m];
      for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
        const std::uint32_t number = mesh.first_primitive + p;
        const Result<RuntimePrimitive> primitive = file.primitive(number);
        if (!primitive.ok()) return primitive.failure();
        data.primitives.push_back({.vertices = primitive->mesh,
                                   .mesh = m,
                                   .topology = primitive->topology,
                                   .material = primitive->material,
                                   .all_texcoords = primitive->all_texcoords,
                                   .all_colors = primitive->all_colors});
        data.bounds.push_back(primitive->bounds);
        data.rigid_bounds.push_back(primitive->rigid_bounds);
      }
    }
    return std::nullopt;
  }

  static std::optional<Failure> Materials(Asset::Data& data) {
    const RuntimeFile& file = *data.file;
    for (std::uint32_t i = 0; i < file.material_count(); ++i) {
      data.materials.push_back(MaterialOf(file.material(i)));
    }
    for (std::uint32_t i = 0; i < file.texture_count(); ++i) {
      data.textures.push_back(TextureOf(file.texture(i)));
    }
    for (std::uint32_t i = 0; i < file.image_count(); ++i) {
      const Result<ImageView> image = file.image(i);
      if (!image.ok()) return image.failure();
      data.images.push_back(*image);
    }
    return std::nullopt;
  }

  // Every skin has the entries that the meshes under it name. Seen once per mesh and instance, so
  // that no job has to.
  static std::optional<Failure> SkinsHoldTheirMeshes(const Asset::Data& data) {
    std::vector<std::uint32_t> joint_bounds(data.meshes.size(), 0);
    for (const AssetPrimitive& primitive : data.primitives) {
      if (primitive.vertices.is_rigid()) continue;
      joint_bounds[primitive.mesh] =
          std::max(joint_bounds[primitive.mesh], primitive.vertices.joint_bound());
    }
    for (std::size_t i = 0; i < data.instances.size(); ++i) {
      const MeshInstance& instance = data.instances[i];
      if (!instance.skin || joint_bounds[instance.mesh] <= data.skins[*instance.skin].size()) {
        continue;
      }
      return Failure{FailureCode::kInvalid, "instances/" + std::to_string(i),
                     "its mesh names joint " + std::to_string(joint_bounds[instance.mesh] - 1) +
                         " of a skin that has " +
                         std::to_string(data.skins[*instance.skin].size())};
    }
    return std::nullopt;
  }
};

Result<Asset> Asset::Open(std::span<const std::byte> bytes, MappingRelease release) {
  Result<RuntimeFile> file = RuntimeFile::Open(bytes);
  if (!file.ok()) return file.failure();
  auto* const data = new Data();
  SharedRef reference(data);
  data->file = *file;
  if (auto failure = OpenAsset::Parts(*data)) return *std::move(failure);
  data->WorkOut();
  data->release = release;  // Only now: where opening fails, the mapping stays the caller's.
  return Asset(std::move(reference));
}

Result<Asset> Asset::Open(AlignedBytes&& bytes) {
  // Bytes that are moved stay where they are.
  AlignedBytes owned = std::move(bytes);
  Result<Asset> asset = Open(owned.span());
  if (asset.ok()) const_cast<Data&>(asset->data()).bytes = std::move(owned);
  return asset;
}

}  // namespace sinew

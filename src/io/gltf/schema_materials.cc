// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials by themselves. None of them keeps a file from loading.
#include "io/gltf/schema_materials.h"

#include <algorithm>
#include <limits>

namespace sinew::gltf {
namespace {

enum MaterialKey : std::size_t {
  kPbr,
  kNormalTexture,
  kOcclusionTexture,
  kEmissiveTexture,
  kEmissiveFactor,
  kAlphaMode,
  kAlphaCutoff,
  kDoubleSided,
  kMaterialName,
  kMaterialExtensions,
  kMaterialExtras,
};
constexpr KeySet kMaterialKeys({"pbrMetallicRoughness", "normalTexture", "occlusionTexture",
                                "emissiveTexture", "emissiveFactor", "alphaMode", "alphaCutoff",
                                "doubleSided", "name", "extensions", "extras"});

enum PbrKey : std::size_t {
  kBaseColorFactor,
  kBaseColorTexture,
  kMetallicFactor,
  kRoughnessFactor,
  kMetallicRoughnessTexture,
  kPbrExtensions,
  kPbrExtras,
};
constexpr KeySet kPbrKeys({"baseColorFactor", "baseColorTexture", "metallicFactor",
                           "roughnessFactor", "metallicRoughnessTexture", "extensions", "extras"});

enum InfoKey : std::size_t { kIndex, kTexCoord, kInfoExtensions, kInfoExtras, kScaleOrStrength };
constexpr KeySet kPlainInfoKeys({"index", "texCoord", "extensions", "extras"});
constexpr KeySet kNormalInfoKeys({"index", "texCoord", "extensions", "extras", "scale"});
constexpr KeySet kOcclusionInfoKeys({"index", "texCoord", "extensions", "extras", "strength"});

enum TransformKey : std::size_t {
  kOffset,
  kTransformRotation,
  kTransformScale,
  kTransformTexCoord,
  kTransformExtensions,
  kTransformExtras,
};
constexpr KeySet kTransformKeys({"offset", "rotation", "scale", "texCoord", "extensions",
                                 "extras"});

std::int32_t Texcoord(std::int64_t value) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() - 1;
  return static_cast<std::int32_t>(std::min(value, kMost));
}

void AddUse(SchemaStage& stage, MaterialDef& material, std::int32_t texture, std::int32_t texcoord,
            const Path& path) {
  stage.document.texture_uses.push_back({texture, texcoord, path.Pointer()});
  ++material.texture_use_count;
}

void ReadTransform(SchemaStage& stage, std::optional<Value> object, const Path& path,
                   MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kTransformKeys, path);
  reader.Floats(f[kOffset], {.length = 2});
  reader.Float(f[kTransformRotation], {});
  reader.Floats(f[kTransformScale], {.length = 2});
  AddUse(stage, material, kNone, Texcoord(reader.Uint(f[kTransformTexCoord], {})), path);
  stage.extensions.Check(f[kTransformExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kTransformExtras]);
}

template <std::size_t N>
TextureInfo ReadInfoMembers(SchemaStage& stage, const Fields<N>& f, const Path& path,
                            MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  TextureInfo info;
  info.texture = reader.Index(f[kIndex], Need::kRequired);
  info.texcoord = Texcoord(reader.Uint(f[kTexCoord], {.missing = 0}));
  AddUse(stage, material, info.texture, info.texcoord, path);
  if (f[kInfoExtensions].present()) {
    stage.extensions.ForEach(
        f[kInfoExtensions], Host::kTextureInfo, reader,
        [&](Extension extension, std::optional<Value> inner, const Path& place) {
          if (extension == Extension::kTextureTransform) {
            ReadTransform(stage, inner, place, material);
          }
        });
  }
  reader.Extras(f[kInfoExtras]);
  return info;
}

void ReadPbr(SchemaStage& stage, Value object, const Path& path, MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kPbrKeys, path);
  double color[4];
  if (reader.Floats(f[kBaseColorFactor], {.length = 4, .min = 0, .max = 1}, color)) {
    for (std::size_t i = 0; i < 4; ++i) material.base_color[i] = static_cast<float>(color[i]);
  }
  const std::optional<TextureInfo> base =
      ReadTextureInfo(stage, f[kBaseColorTexture], TextureInfoKind::kPlain, material);
  if (base) {
    material.base_color_texture = base->texture;
    material.texcoord = static_cast<std::uint32_t>(std::max(base->texcoord, 0));
  }
  reader.Float(f[kMetallicFactor], {.min = 0, .max = 1});
  reader.Float(f[kRoughnessFactor], {.min = 0, .max = 1});
  ReadTextureInfo(stage, f[kMetallicRoughnessTexture], TextureInfoKind::kPlain, material);
  stage.extensions.Check(f[kPbrExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kPbrExtras]);
}

void ReadAlpha(SchemaReader& reader, const Fields<11>& f, MaterialDef& material) {
  constexpr std::string_view kModes[] = {"OPAQUE", "MASK", "BLEND"};
  if (const std::optional<Value> mode = reader.String(f[kAlphaMode])) {
    const int found = reader.OneOf(f[kAlphaMode], *mode, kModes);
    if (found >= 0) material.alpha_mode = kModes[found];
  }
  const double cutoff = reader.Float(f[kAlphaCutoff], {.missing = 0.5, .min = 0});
  if (cutoff >= 0) material.alpha_cutoff = static_cast<float>(cutoff);
  if (f[kAlphaCutoff].present() && material.alpha_mode != "MASK") {
    reader.Add(issue::kMaterialAlphaCutoffInvalidMode, f[kAlphaCutoff],
               Words("alphaCutoff means nothing where alphaMode is ", material.alpha_mode));
  }
}

}  // namespace

std::optional<TextureInfo> ReadTextureInfo(SchemaStage& stage, Field field, TextureInfoKind kind,
                                           MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const std::optional<Value> object = reader.Object(field);
  if (!object) return std::nullopt;
  const Path path = field.path();
  switch (kind) {
    case TextureInfoKind::kPlain:
      return ReadInfoMembers(stage, reader.Members(*object, kPlainInfoKeys, path), path, material);
    case TextureInfoKind::kNormal: {
      const auto f = reader.Members(*object, kNormalInfoKeys, path);
      reader.Float(f[kScaleOrStrength], {});
      material.needs_tangent = true;
      return ReadInfoMembers(stage, f, path, material);
    }
    case TextureInfoKind::kOcclusion: {
      const auto f = reader.Members(*object, kOcclusionInfoKeys, path);
      reader.Float(f[kScaleOrStrength], {.min = 0, .max = 1});
      return ReadInfoMembers(stage, f, path, material);
    }
  }
  return std::nullopt;
}

void ReadMaterial(SchemaStage& stage, Value object, const Path& path, MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kMaterialKeys, path);
  material.json = object.index();
  material.first_texture_use = static_cast<std::uint32_t>(stage.document.texture_uses.size());
  if (const std::optional<Value> pbr = reader.Object(f[kPbr])) {
    const Path place = path.At("pbrMetallicRoughness");
    ReadPbr(stage, *pbr, place, material);
  }
  MaterialFacts facts;
  facts.normal_texture =
      ReadTextureInfo(stage, f[kNormalTexture], TextureInfoKind::kNormal, material);
  material.has_normal_texture = facts.normal_texture.has_value();
  ReadTextureInfo(stage, f[kOcclusionTexture], TextureInfoKind::kOcclusion, material);
  ReadTextureInfo(stage, f[kEmissiveTexture], TextureInfoKind::kPlain, material);
  double emissive[3] = {0, 0, 0};
  const bool emissive_good =
      reader.Floats(f[kEmissiveFactor], {.length = 3, .min = 0, .max = 1}, emissive) ||
      !f[kEmissiveFactor].present();
  facts.emissive_factor_is_zero =
      emissive_good && emissive[0] == 0 && emissive[1] == 0 && emissive[2] == 0;
  ReadAlpha(reader, f, material);
  material.double_sided = facts.double_sided = reader.Bool(f[kDoubleSided], false);
  ReadMaterialExtensions(stage, f[kMaterialExtensions], facts, material);
  reader.Name(f[kMaterialName]);
  reader.Extras(f[kMaterialExtras]);
}

}  // namespace sinew::gltf

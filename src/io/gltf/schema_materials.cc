// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials by themselves. None of them keeps a file from loading.
#include "io/gltf/schema_materials.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

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

void Repaired(SchemaStage& stage, Field field) {
  stage.reader.judge().Mended("material-value", field.path().Pointer());
}

bool IsFactor(double number, const ListRule& rule) {
  return number >= rule.min && number <= rule.max && number >= -kLargest && number <= kLargest;
}

// The nearest number in the range, or the default where the range does not end.
float Nearest(double number, const ListRule& rule, float standard) {
  const double nearest = std::clamp(number, rule.min, rule.max);
  return IsFactor(nearest, rule) ? static_cast<float>(nearest) : standard;
}

// Like ReadFactor, of a list; `values` come with their defaults. False where it was repaired.
bool ReadFactors(SchemaStage& stage, Field field, ListRule rule, std::span<float> values) {
  if (!field.present()) return true;
  std::array<double, 4> storage{};
  const std::span<double> numbers = std::span(storage).first(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) numbers[i] = static_cast<double>(values[i]);
  rule.length = static_cast<std::uint32_t>(values.size());
  bool good = stage.reader.Floats(field, rule, numbers).has_value();
  for (std::size_t i = 0; i < values.size(); ++i) {
    good = good && IsFactor(numbers[i], rule);
    values[i] = Nearest(numbers[i], rule, values[i]);
  }
  if (!good) Repaired(stage, field);
  return good;
}

// Which set of coordinates, or kNone where the property is absent or of no use.
std::int32_t ReadTexcoord(SchemaStage& stage, Field field) {
  if (!field.present()) return kNone;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() - 1;
  const std::int64_t value = stage.reader.Uint(field, {});
  if (value < 0) Repaired(stage, field);
  return static_cast<std::int32_t>(std::min(value, kMost));
}

void AddReference(SchemaStage& stage, MaterialDef& material, std::int32_t texture,
                  std::int32_t texcoord, const Path& path) {
  stage.document.texture_references.push_back({texture, texcoord, path.Pointer()});
  ++material.texture_reference_count;
}

std::optional<TextureTransform> ReadTransform(SchemaStage& stage, std::optional<Value> object,
                                              const Path& path, MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kTransformKeys, path);
  TextureTransform transform;
  float offset[] = {0, 0}, scale[] = {1, 1};
  ReadFactors(stage, f[kOffset], {}, offset);
  transform.rotation = ReadFactor(stage, f[kTransformRotation], {}, 0);
  ReadFactors(stage, f[kTransformScale], {}, scale);
  transform.offset = {offset[0], offset[1]};
  transform.scale = {scale[0], scale[1]};
  const std::int32_t texcoord = ReadTexcoord(stage, f[kTransformTexCoord]);
  if (texcoord != kNone) transform.texcoord = static_cast<std::uint32_t>(texcoord);
  AddReference(stage, material, kNone, texcoord, path);
  stage.extensions.Check(f[kTransformExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kTransformExtras]);
  if (!object) return std::nullopt;
  return transform;
}

template <std::size_t N>
TextureInfo ReadInfoMembers(SchemaStage& stage, const Fields<N>& f, const Path& path,
                            MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  TextureInfo info;
  info.texture = reader.Index(f[kIndex], Need::kRequired);
  if (info.texture == kNone) reader.judge().Mended("texture-dropped", path.Pointer());
  info.texcoord = f[kTexCoord].present() ? ReadTexcoord(stage, f[kTexCoord]) : 0;
  AddReference(stage, material, info.texture, info.texcoord, path);
  if (f[kInfoExtensions].present()) {
    stage.extensions.ForEach(
        f[kInfoExtensions], Host::kTextureInfo, reader,
        [&](Extension extension, std::optional<Value> inner, const Path& place) {
          if (extension != Extension::kTextureTransform) return;
          info.transform = ReadTransform(stage, inner, place, material);
        });
  }
  reader.Extras(f[kInfoExtras]);
  return info;
}

// The texture of a material's own property.
std::optional<TextureUse> ReadUse(SchemaStage& stage, Field field, MaterialDef& material) {
  const std::optional<TextureInfo> info =
      ReadTextureInfo(stage, field, TextureInfoKind::kPlain, material);
  return info ? info->Use() : std::nullopt;
}

void ReadPbr(SchemaStage& stage, Value object, const Path& path, MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kPbrKeys, path);
  Material& out = material.value;
  float color[] = {1, 1, 1, 1};
  ReadFactors(stage, f[kBaseColorFactor], {.min = 0, .max = 1}, color);
  out.base_color = {color[0], color[1], color[2], color[3]};
  out.base_color_texture = ReadUse(stage, f[kBaseColorTexture], material);
  out.metallic = ReadFactor(stage, f[kMetallicFactor], {.min = 0, .max = 1}, 1);
  out.roughness = ReadFactor(stage, f[kRoughnessFactor], {.min = 0, .max = 1}, 1);
  out.metallic_roughness_texture = ReadUse(stage, f[kMetallicRoughnessTexture], material);
  stage.extensions.Check(f[kPbrExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kPbrExtras]);
}

void ReadAlpha(SchemaStage& stage, const Fields<11>& f, Material& material) {
  SchemaReader& reader = stage.reader;
  constexpr std::string_view kModes[] = {"OPAQUE", "MASK", "BLEND"};
  if (f[kAlphaMode].present()) {
    const std::optional<Value> mode = reader.String(f[kAlphaMode]);
    const int found = mode ? reader.OneOf(f[kAlphaMode], *mode, kModes) : -1;
    if (found < 0) Repaired(stage, f[kAlphaMode]);
    material.alpha = static_cast<Material::Alpha>(std::max(found, 0));
  }
  material.alpha_cutoff = ReadFactor(stage, f[kAlphaCutoff], {.min = 0}, 0.5f);
  if (f[kAlphaCutoff].present() && material.alpha != Material::Alpha::kMask) {
    reader.Add(issue::kMaterialAlphaCutoffInvalidMode, f[kAlphaCutoff],
               Words("alphaCutoff means nothing where alphaMode is ",
                     kModes[static_cast<std::size_t>(material.alpha)]));
  }
}

// True where the factor is zero, and not by a repair.
bool ReadEmissive(SchemaStage& stage, Field field, Material& material) {
  float color[] = {0, 0, 0};
  const bool good = ReadFactors(stage, field, {.min = 0, .max = 1}, color);
  material.emissive = {color[0], color[1], color[2]};
  return good && material.emissive == Vec3{};
}

}  // namespace

std::optional<TextureUse> TextureInfo::Use() const {
  if (texture == kNone) return std::nullopt;
  return TextureUse{.texture = static_cast<std::uint32_t>(texture),
                    .texcoord = static_cast<std::uint32_t>(std::max(texcoord, 0)),
                    .transform = transform};
}

float ReadFactor(SchemaStage& stage, Field field, FloatRule rule, float standard) {
  if (!field.present()) return standard;
  const ListRule range{.min = rule.min, .max = rule.max};
  const double number = stage.reader.Float(field, rule);
  if (IsFactor(number, range)) return static_cast<float>(number);
  Repaired(stage, field);
  const Value value = stage.reader.At(field.json);
  return value.is_number() ? Nearest(value.number(), range, standard) : standard;
}

std::optional<TextureInfo> ReadTextureInfo(SchemaStage& stage, Field field, TextureInfoKind kind,
                                           MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const std::optional<Value> object = reader.Object(field);
  if (!object) return std::nullopt;
  const Path path = field.path();
  if (kind == TextureInfoKind::kPlain) {
    return ReadInfoMembers(stage, reader.Members(*object, kPlainInfoKeys, path), path, material);
  }
  const bool is_normal = kind == TextureInfoKind::kNormal;
  const auto f = reader.Members(*object, is_normal ? kNormalInfoKeys : kOcclusionInfoKeys, path);
  const FloatRule rule = is_normal ? FloatRule{} : FloatRule{.min = 0, .max = 1};
  const float scale_or_strength = ReadFactor(stage, f[kScaleOrStrength], rule, 1);
  if (is_normal) material.needs_tangent = true;
  TextureInfo info = ReadInfoMembers(stage, f, path, material);
  info.scale_or_strength = scale_or_strength;
  return info;
}

void ReadMaterial(SchemaStage& stage, Value object, const Path& path, MaterialDef& material) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kMaterialKeys, path);
  Material& out = material.value;
  material.json = object.index();
  material.first_texture_reference =
      static_cast<std::uint32_t>(stage.document.texture_references.size());
  if (const std::optional<Value> pbr = reader.Object(f[kPbr])) {
    const Path place = path.At("pbrMetallicRoughness");
    ReadPbr(stage, *pbr, place, material);
  }
  MaterialFacts facts;
  facts.normal_texture =
      ReadTextureInfo(stage, f[kNormalTexture], TextureInfoKind::kNormal, material);
  material.has_normal_texture = facts.normal_texture.has_value();
  if (facts.normal_texture) {
    out.normal_texture = facts.normal_texture->Use();
    out.normal_scale = facts.normal_texture->scale_or_strength;
  }
  if (const std::optional<TextureInfo> occlusion =
          ReadTextureInfo(stage, f[kOcclusionTexture], TextureInfoKind::kOcclusion, material)) {
    out.occlusion_texture = occlusion->Use();
    out.occlusion_strength = occlusion->scale_or_strength;
  }
  out.emissive_texture = ReadUse(stage, f[kEmissiveTexture], material);
  facts.emissive_factor_is_zero = ReadEmissive(stage, f[kEmissiveFactor], out);
  ReadAlpha(stage, f, out);
  out.double_sided = facts.double_sided = reader.Bool(f[kDoubleSided], false);
  ReadMaterialExtensions(stage, f[kMaterialExtensions], facts, material);
  reader.Name(f[kMaterialName]);
  reader.Extras(f[kMaterialExtras]);
}

}  // namespace sinew::gltf

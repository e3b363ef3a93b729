// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime/runtime_materials.h"

#include <cstring>

#include "model/material_checks.h"

namespace sinew {
namespace {

TextureUseRecord RecordOfUse(const std::optional<TextureUse>& use) {
  TextureUseRecord record{};
  record.texture = -1;
  if (!use) return record;
  record.texture = static_cast<std::int32_t>(use->texture);
  record.texcoord = use->texcoord;
  if (!use->transform) return record;
  const TextureTransform& transform = *use->transform;
  record.flags = TextureUseRecord::kTransform;
  if (transform.texcoord) {
    record.flags |= TextureUseRecord::kTransformTexcoord;
    record.transform_texcoord = *transform.texcoord;
  }
  record.offset = transform.offset;
  record.rotation = transform.rotation;
  record.scale = transform.scale;
  return record;
}

std::optional<TextureUse> UseOf(const TextureUseRecord& record) {
  if (record.texture < 0) return std::nullopt;
  TextureUse use{.texture = static_cast<std::uint32_t>(record.texture),
                 .texcoord = record.texcoord};
  if ((record.flags & TextureUseRecord::kTransform) == 0) return use;
  use.transform.emplace();
  use.transform->offset = record.offset;
  use.transform->rotation = record.rotation;
  use.transform->scale = record.scale;
  if ((record.flags & TextureUseRecord::kTransformTexcoord) != 0) {
    use.transform->texcoord = record.transform_texcoord;
  }
  return use;
}

// There is one record for one content: it is what writing what was read gives again, but for names.
template <typename Record>
bool IsWhatIsWritten(const Record& record, const Record& written) {
  constexpr std::size_t kBegin = Record::kNameBytes;
  return std::memcmp(reinterpret_cast<const std::byte*>(&record) + kBegin,
                     reinterpret_cast<const std::byte*>(&written) + kBegin,
                     sizeof(Record) - kBegin) == 0;
}

std::optional<Failure> Unused() {
  return Failure{FailureCode::kInvalid, "", "has something where nothing is"};
}

}  // namespace

MaterialRecord RecordOf(const Material& material) {
  MaterialRecord record{};
  record.base_color = material.base_color;
  record.metallic = material.metallic;
  record.roughness = material.roughness;
  record.normal_scale = material.normal_scale;
  record.occlusion_strength = material.occlusion_strength;
  record.emissive = material.emissive;
  record.emissive_strength = material.emissive_strength;
  record.alpha_cutoff = material.alpha_cutoff;
  record.alpha = static_cast<std::uint8_t>(material.alpha);
  record.double_sided = material.double_sided ? 1 : 0;
  record.unlit = material.unlit ? 1 : 0;
  for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
    record.textures[i] = RecordOfUse(material.*kMaterialTextures[i]);
  }
  return record;
}

Material MaterialOf(const MaterialRecord& record) {
  Material material;
  material.base_color = record.base_color;
  material.metallic = record.metallic;
  material.roughness = record.roughness;
  material.normal_scale = record.normal_scale;
  material.occlusion_strength = record.occlusion_strength;
  material.emissive = record.emissive;
  material.emissive_strength = record.emissive_strength;
  material.alpha_cutoff = record.alpha_cutoff;
  material.alpha = static_cast<Material::Alpha>(record.alpha);
  material.double_sided = record.double_sided != 0;
  material.unlit = record.unlit != 0;
  for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
    material.*kMaterialTextures[i] = UseOf(record.textures[i]);
  }
  return material;
}

TextureRecord RecordOf(const Texture& texture) {
  TextureRecord record{};
  record.image = texture.image ? static_cast<std::int32_t>(*texture.image) : -1;
  const TextureSampler& sampler = texture.sampler;
  if (sampler.mag_filter) record.mag_filter = static_cast<std::uint16_t>(*sampler.mag_filter);
  if (sampler.min_filter) record.min_filter = static_cast<std::uint16_t>(*sampler.min_filter);
  record.wrap_s = static_cast<std::uint16_t>(sampler.wrap_s);
  record.wrap_t = static_cast<std::uint16_t>(sampler.wrap_t);
  return record;
}

Texture TextureOf(const TextureRecord& record) {
  Texture texture;
  if (record.image >= 0) texture.image = static_cast<std::uint32_t>(record.image);
  TextureSampler& sampler = texture.sampler;
  if (record.mag_filter != 0) sampler.mag_filter = static_cast<MagFilter>(record.mag_filter);
  if (record.min_filter != 0) sampler.min_filter = static_cast<MinFilter>(record.min_filter);
  sampler.wrap_s = static_cast<TextureWrap>(record.wrap_s);
  sampler.wrap_t = static_cast<TextureWrap>(record.wrap_t);
  return texture;
}

std::optional<Failure> CheckRecord(const MaterialRecord& record, std::size_t texture_count) {
  const Material material = MaterialOf(record);
  if (auto failure = model::CheckMaterial(material, texture_count)) return failure;
  if (!IsWhatIsWritten(record, RecordOf(material))) return Unused();
  return std::nullopt;
}

std::optional<Failure> CheckRecord(const TextureRecord& record, std::size_t image_count) {
  const Texture texture = TextureOf(record);
  if (auto failure = model::CheckTexture(texture, image_count)) return failure;
  if (!IsWhatIsWritten(record, RecordOf(texture))) return Unused();
  return std::nullopt;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/material_checks.h"

#include <string>
#include <utility>

#include "model/checks.h"

namespace sinew::model {
namespace {

constexpr const char* kTextureFields[] = {"base_color_texture", "metallic_roughness_texture",
                                          "normal_texture", "occlusion_texture",
                                          "emissive_texture"};
static_assert(std::size(kTextureFields) == kMaterialTextures.size());

struct Factor {
  const char* field;
  float value;
  float min;
  float max;
};

std::optional<Failure> CheckFactors(const Material& m) {
  const Factor factors[] = {
      {"base_color/x", m.base_color.x, 0, 1},
      {"base_color/y", m.base_color.y, 0, 1},
      {"base_color/z", m.base_color.z, 0, 1},
      {"base_color/w", m.base_color.w, 0, 1},
      {"metallic", m.metallic, 0, 1},
      {"roughness", m.roughness, 0, 1},
      {"normal_scale", m.normal_scale, -kLargest, kLargest},
      {"occlusion_strength", m.occlusion_strength, 0, 1},
      {"emissive/x", m.emissive.x, 0, 1},
      {"emissive/y", m.emissive.y, 0, 1},
      {"emissive/z", m.emissive.z, 0, 1},
      {"emissive_strength", m.emissive_strength, 0, kLargest},
      {"alpha_cutoff", m.alpha_cutoff, 0, kLargest},
  };
  for (const Factor& factor : factors) {
    if (!IsUsable(factor.value)) return Broken(factor.field, kNotUsable);
    if (factor.value < factor.min || factor.value > factor.max) {
      return Broken(factor.field, "found " + TextOf(factor.value) + ", expected " +
                                      TextOf(factor.min) + " to " + TextOf(factor.max));
    }
  }
  if (m.alpha > Material::Alpha::kBlend) return Broken("alpha", "found no alpha mode");
  return std::nullopt;
}

std::optional<Failure> CheckUse(const char* field, const TextureUse& use,
                                std::size_t texture_count) {
  if (use.texture >= texture_count) return NoSuch(field, "texture", use.texture, texture_count);
  if (!use.transform) return std::nullopt;
  const TextureTransform& t = *use.transform;
  const float numbers[] = {t.offset.x, t.offset.y, t.rotation, t.scale.x, t.scale.y};
  if (FirstUnusable(std::span<const float>(numbers))) {
    return Broken(std::string(field) + "/transform", kNotUsable);
  }
  return std::nullopt;
}

bool IsFilter(MagFilter filter) {
  return filter == MagFilter::kNearest || filter == MagFilter::kLinear;
}

bool IsFilter(MinFilter filter) {
  switch (filter) {
    case MinFilter::kNearest:
    case MinFilter::kLinear:
    case MinFilter::kNearestMipmapNearest:
    case MinFilter::kLinearMipmapNearest:
    case MinFilter::kNearestMipmapLinear:
    case MinFilter::kLinearMipmapLinear:
      return true;
  }
  return false;
}

bool IsWrap(TextureWrap wrap) {
  return wrap == TextureWrap::kRepeat || wrap == TextureWrap::kClampToEdge ||
         wrap == TextureWrap::kMirroredRepeat;
}

template <typename E>
Failure NoEnumerator(std::string place, const char* what, E value) {
  return Broken(std::move(place),
                "found " + std::to_string(static_cast<unsigned>(value)) + ", which is no " + what);
}

std::optional<Failure> CheckSampler(const TextureSampler& sampler) {
  if (sampler.mag_filter && !IsFilter(*sampler.mag_filter)) {
    return NoEnumerator("sampler/mag_filter", "filter", *sampler.mag_filter);
  }
  if (sampler.min_filter && !IsFilter(*sampler.min_filter)) {
    return NoEnumerator("sampler/min_filter", "filter", *sampler.min_filter);
  }
  if (!IsWrap(sampler.wrap_s)) return NoEnumerator("sampler/wrap_s", "wrap", sampler.wrap_s);
  if (!IsWrap(sampler.wrap_t)) return NoEnumerator("sampler/wrap_t", "wrap", sampler.wrap_t);
  return std::nullopt;
}

Failure Below(std::string place, Failure failure) {
  failure.place = std::move(place) + "/" + failure.place;
  return failure;
}

}  // namespace

std::optional<Failure> CheckMaterial(const Material& material, std::size_t texture_count) {
  if (auto failure = CheckFactors(material)) return failure;
  for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
    const std::optional<TextureUse>& use = material.*kMaterialTextures[i];
    if (!use) continue;
    if (auto failure = CheckUse(kTextureFields[i], *use, texture_count)) return failure;
  }
  return std::nullopt;
}

std::optional<Failure> CheckTexture(const Texture& texture, std::size_t image_count) {
  if (texture.image && *texture.image >= image_count) {
    return NoSuch("image", "image", *texture.image, image_count);
  }
  return CheckSampler(texture.sampler);
}

std::optional<Failure> CheckMaterials(std::span<const Material> materials,
                                      std::span<const Texture> textures, std::size_t image_count) {
  for (std::size_t m = 0; m < materials.size(); ++m) {
    if (auto failure = CheckMaterial(materials[m], textures.size())) {
      return Below(At("materials", m), *std::move(failure));
    }
  }
  for (std::size_t t = 0; t < textures.size(); ++t) {
    if (auto failure = CheckTexture(textures[t], image_count)) {
      return Below(At("textures", t), *std::move(failure));
    }
  }
  return std::nullopt;
}

}  // namespace sinew::model

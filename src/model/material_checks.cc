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

std::optional<Failure> CheckFactors(const std::string& place, const Material& m) {
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
    if (!IsUsable(factor.value)) return Broken(place + "/" + factor.field, kNotUsable);
    if (factor.value < factor.min || factor.value > factor.max) {
      return Broken(place + "/" + factor.field, "found " + TextOf(factor.value) + ", expected " +
                                                    TextOf(factor.min) + " to " +
                                                    TextOf(factor.max));
    }
  }
  if (m.alpha > Material::Alpha::kBlend) return Broken(place + "/alpha", "found no alpha mode");
  return std::nullopt;
}

std::optional<Failure> CheckUse(const std::string& place, const TextureUse& use,
                                std::size_t texture_count) {
  if (use.texture >= texture_count) return NoSuch(place, "texture", use.texture, texture_count);
  if (!use.transform) return std::nullopt;
  const TextureTransform& t = *use.transform;
  const float numbers[] = {t.offset.x, t.offset.y, t.rotation, t.scale.x, t.scale.y};
  if (FirstUnusable(std::span<const float>(numbers))) {
    return Broken(place + "/transform", kNotUsable);
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

std::optional<Failure> CheckSampler(const std::string& place, const TextureSampler& sampler) {
  if (sampler.mag_filter && !IsFilter(*sampler.mag_filter)) {
    return NoEnumerator(place + "/mag_filter", "filter", *sampler.mag_filter);
  }
  if (sampler.min_filter && !IsFilter(*sampler.min_filter)) {
    return NoEnumerator(place + "/min_filter", "filter", *sampler.min_filter);
  }
  if (!IsWrap(sampler.wrap_s)) return NoEnumerator(place + "/wrap_s", "wrap", sampler.wrap_s);
  if (!IsWrap(sampler.wrap_t)) return NoEnumerator(place + "/wrap_t", "wrap", sampler.wrap_t);
  return std::nullopt;
}

}  // namespace

std::optional<Failure> CheckMaterials(std::span<const Material> materials,
                                      std::span<const Texture> textures, std::size_t image_count) {
  for (std::size_t m = 0; m < materials.size(); ++m) {
    const std::string place = At("materials", m);
    if (auto failure = CheckFactors(place, materials[m])) return failure;
    for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
      const std::optional<TextureUse>& use = materials[m].*kMaterialTextures[i];
      if (!use) continue;
      if (auto failure = CheckUse(place + "/" + kTextureFields[i], *use, textures.size())) {
        return failure;
      }
    }
  }
  for (std::size_t t = 0; t < textures.size(); ++t) {
    const std::string place = At("textures", t);
    if (textures[t].image && *textures[t].image >= image_count) {
      return NoSuch(place + "/image", "image", *textures[t].image, image_count);
    }
    if (auto failure = CheckSampler(place + "/sampler", textures[t].sampler)) return failure;
  }
  return std::nullopt;
}

}  // namespace sinew::model

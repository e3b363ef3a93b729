// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/describe_material.h"

#include <fmt/format.h>

#include "text/printable.h"

namespace sinew::cli {
namespace {

constexpr const char* kTextureWords[] = {"color", "metal-rough", "normal", "occlusion", "emissive"};
static_assert(std::size(kTextureWords) == kMaterialTextures.size());

constexpr const char* kAlphaWords[] = {"opaque", "mask", "blend"};

const Image* ImageOf(const Model& model, const TextureUse& use) {
  const std::optional<std::uint32_t> image = model.textures()[use.texture].image;
  return image ? &model.images()[*image] : nullptr;
}

void Append(std::string& list, std::string_view more) {
  list += list.empty() ? "" : ", ";
  list += more;
}

}  // namespace

std::string BaseColorText(const Material& material) {
  const Vec4 color = material.base_color;
  return fmt::format("{:.3g} {:.3g} {:.3g} {:.3g}", color.x, color.y, color.z, color.w);
}

std::string TexturesText(const Model& model, const Material& material) {
  std::string text;
  for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
    const std::optional<TextureUse>& use = material.*kMaterialTextures[i];
    if (!use) continue;
    const Image* const image = ImageOf(model, *use);
    const std::string name = image == nullptr ? "" : image->name.empty() ? image->uri : image->name;
    Append(text, name.empty() ? std::string(kTextureWords[i])
                              : fmt::format("{} ({})", kTextureWords[i], Shortened(name, 24)));
  }
  return text.empty() ? "-" : text;
}

std::string MaterialTraits(const Material& material) {
  std::string text;
  if (material.alpha == Material::Alpha::kMask) {
    Append(text, fmt::format("mask below {:.3g}", material.alpha_cutoff));
  }
  if (material.alpha == Material::Alpha::kBlend) Append(text, "blend");
  if (material.double_sided) Append(text, "double-sided");
  if (material.unlit) Append(text, "unlit");
  if (material.emissive != Vec3{} && material.emissive_strength != 0) Append(text, "emissive");
  return text.empty() ? "-" : text;
}

void WriteMaterial(const Model& model, const Material& material, JsonWriter& json) {
  const Vec4 color = material.base_color;
  const float base_color[] = {color.x, color.y, color.z, color.w};
  json.BeginObject().Key("name").String(material.name).Key("baseColor").Floats(base_color);
  json.Key("metallic").Number(material.metallic).Key("roughness").Number(material.roughness);
  json.Key("normalScale").Number(material.normal_scale);
  json.Key("occlusionStrength").Number(material.occlusion_strength);
  json.Key("emissive").Vector(material.emissive);
  json.Key("emissiveStrength").Number(material.emissive_strength);
  json.Key("alpha").String(kAlphaWords[static_cast<std::size_t>(material.alpha)]);
  json.Key("alphaCutoff").Number(material.alpha_cutoff);
  json.Key("doubleSided").Bool(material.double_sided).Key("unlit").Bool(material.unlit);
  json.Key("textures").BeginArray();
  for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
    const std::optional<TextureUse>& use = material.*kMaterialTextures[i];
    if (!use) continue;
    json.BeginObject().Key("slot").String(kMaterialTextureNames[i]);
    json.Key("texture").Integer(use->texture).Key("texCoord").Integer(TexcoordOf(*use));
    json.Key("transformed").Bool(use->transform.has_value()).Key("image");
    const std::optional<std::uint32_t> image = model.textures()[use->texture].image;
    if (image) {
      json.Integer(*image);
    } else {
      json.Null();
    }
    json.EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace sinew::cli

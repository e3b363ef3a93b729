// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials, as far as a colour goes. The program's surfaces are matt.
#include <utility>

#include "io/js3d/scene_parts.h"
#include "math/usable.h"

namespace sinew::js3d {
namespace {

// The colours of constant textures; white for pictures.
struct Textures {
  Names names{};
  std::vector<Vec3> colors{};
};

float Clamped(float value) { return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value; }

bool ReadTextures(Source& source, json::Value scene, Textures& textures) {
  return ForEachMember(source, scene, "textures", [&](std::string name, json::Value object) {
    std::string type = "Constant";
    Vec3 color{1.0f, 1.0f, 1.0f};
    if (!source.Read(object, "type", type)) return false;
    if (type == "Constant") {
      float scale = 1.0f;
      color = {0.75f, 0.75f, 0.75f};
      if (!source.Read(object, "color", color) || !source.Read(object, "scale", scale)) {
        return false;
      }
      color = {color.x * scale, color.y * scale, color.z * scale};
      if (!scalar::IsUsable(color)) {
        return source.Invalid(object, "its colour times its scale exceeds 1e18");
      }
    } else {
      source.Lost(Loss::kImageTextures, object);
    }
    if (!source.Take(1, sizeof(Names::value_type) + 96 + name.size(), object)) return false;
    textures.names.emplace(std::move(name), static_cast<std::uint32_t>(textures.colors.size()));
    textures.colors.push_back(color);
    return true;
  });
}

}  // namespace

bool ReadMaterials(Source& source, json::Value scene, SceneParts& parts) {
  Textures textures;
  if (!ReadTextures(source, scene, textures)) return false;
  return ForEachMember(source, scene, "materials", [&](std::string name, json::Value object) {
    std::string type = "Lambertian";
    if (!source.Read(object, "type", type)) return false;
    if (type != "Lambertian") source.Lost(Loss::kMaterialKinds, object);
    const char* const texture_key = type == "Mirror"     ? "reflectance"
                                    : type == "Refract"  ? "transmittance"
                                    : type == "Glass"    ? "transmittance"
                                    : type == "Emissive" ? "emissive"
                                                         : "albedo";
    std::optional<std::uint32_t> texture;
    if (!ReadReference(source, object, texture_key, textures.names, "texture", texture)) {
      return false;
    }
    Material material{.name = name, .metallic = 0.0f};
    if (texture) {
      const Vec3 color = textures.colors[*texture];
      material.base_color = {Clamped(color.x), Clamped(color.y), Clamped(color.z), 1.0f};
      if (material.base_color != Vec4{color.x, color.y, color.z, 1.0f}) {
        source.Mended("color-clamped", object);
      }
    }
    constexpr std::uint64_t kBytes = sizeof(Material) + sizeof(Names::value_type) + 128;
    if (!source.Take(1, kBytes + 2 * name.size(), object)) return false;
    const auto index = static_cast<std::uint32_t>(parts.model.materials.size());
    parts.materials.emplace(std::move(name), index);
    parts.model.materials.push_back(std::move(material));
    return true;
  });
}

}  // namespace sinew::js3d

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials: how surfaces look, in glTF's terms (metallic-roughness), with the textures they read.
// Every default is glTF's, so an empty Material is the one that glTF gives to what has none.
//
//   Colors    base_color and emissive are linear. Of textures, base color and emissive are sRGB,
//             the others linear: metallic in blue, roughness in green, occlusion in red.
//   Values    a factor and its texture are multiplied; the vertex color is a third factor of the
//             base color.
//   Indices   Material -> Model::textures -> Model::images. Model::Create checks them all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/math.h"
#include "sinew/shared_bytes.h"

namespace sinew {

// --- images and textures ---

// An image as the file holds it: still encoded.
struct Image {
  std::string name{};
  std::string mime_type{};  // "image/png", "image/jpeg" or as the file says.
  std::string uri{};        // Where it lies beside the file; empty where bytes are here.
  SharedBytes bytes{};      // Images of the same content may share them.
};

// The same where somebody else holds it: an Image, or a runtime file in mapped memory.
struct ImageView {
  std::string_view name{};
  std::string_view mime_type{};
  std::string_view uri{};
  std::span<const std::byte> bytes{};
};

// The enumerators have glTF's numbers, which are OpenGL's.
enum class MagFilter : std::uint16_t { kNearest = 9728, kLinear = 9729 };
enum class MinFilter : std::uint16_t {
  kNearest = 9728,
  kLinear = 9729,
  kNearestMipmapNearest = 9984,  // The texel nearest, in the level nearest.
  kLinearMipmapNearest = 9985,
  kNearestMipmapLinear = 9986,
  kLinearMipmapLinear = 9987,
};
enum class TextureWrap : std::uint16_t {
  kRepeat = 10497,
  kClampToEdge = 33071,
  kMirroredRepeat = 33648,
};

// How texels are read.
struct TextureSampler {
  std::string name{};
  std::optional<MagFilter> mag_filter{};  // Nothing: as the renderer likes.
  std::optional<MinFilter> min_filter{};
  TextureWrap wrap_s = TextureWrap::kRepeat;
  TextureWrap wrap_t = TextureWrap::kRepeat;
  bool operator==(const TextureSampler&) const = default;
};

// An image and how it is read. Textures that share a sampler in glTF have a copy each.
struct Texture {
  std::string name{};
  std::optional<std::uint32_t> image{};  // Into Model::images.
  TextureSampler sampler{};
  bool operator==(const Texture&) const = default;
};

// Moves texture coordinates, as KHR_texture_transform does: scales them, rotates them about the
// origin (counter-clockwise: the image turns clockwise), then adds the offset.
struct TextureTransform {
  Vec2 offset{};
  float rotation = 0.0f;  // Radians.
  Vec2 scale{1.0f, 1.0f};
  std::optional<std::uint32_t> texcoord{};  // Replaces TextureUse::texcoord.
  bool operator==(const TextureTransform&) const = default;
};

// A texture as a material uses it.
struct TextureUse {
  std::uint32_t texture = 0;   // Into Model::textures.
  std::uint32_t texcoord = 0;  // A set of Primitive::texcoords; ask TexcoordOf.
  std::optional<TextureTransform> transform{};
  bool operator==(const TextureUse&) const = default;
};

// Which set of texture coordinates is read: the transform's, where it names one.
std::uint32_t TexcoordOf(const TextureUse& use);

// --- materials ---

struct Material {
  enum class Alpha : std::uint8_t {
    kOpaque,  // Alpha is ignored.
    kMask,    // Opaque where alpha >= alpha_cutoff, else not there.
    kBlend,
  };

  std::string name{};
  Vec4 base_color{1.0f, 1.0f, 1.0f, 1.0f};  // Each 0 to 1.
  std::optional<TextureUse> base_color_texture{};
  float metallic = 1.0f;   // 0 to 1.
  float roughness = 1.0f;  // 0 to 1.
  std::optional<TextureUse> metallic_roughness_texture{};
  std::optional<TextureUse> normal_texture{};  // Tangent space.
  float normal_scale = 1.0f;                   // Of the normal texture's x and y.
  std::optional<TextureUse> occlusion_texture{};
  float occlusion_strength = 1.0f;  // 0 to 1. Of the occlusion texture.
  Vec3 emissive{};                  // Each 0 to 1.
  float emissive_strength = 1.0f;   // Of emissive, 0 or more (KHR_materials_emissive_strength).
  std::optional<TextureUse> emissive_texture{};
  Alpha alpha = Alpha::kOpaque;
  float alpha_cutoff = 0.5f;  // 0 or more. Only kMask looks at it.
  bool double_sided = false;  // Drawn from behind too, with the normal turned around.
  bool unlit = false;         // Shows the base color as it is (KHR_materials_unlit).
  bool operator==(const Material&) const = default;
};

// The textures of a material, to walk over: `material.*kMaterialTextures[i]`.
inline constexpr std::array kMaterialTextures{
    &Material::base_color_texture, &Material::metallic_roughness_texture, &Material::normal_texture,
    &Material::occlusion_texture, &Material::emissive_texture};
// What each of them is called in glTF.
inline constexpr std::array kMaterialTextureNames{"baseColorTexture", "metallicRoughnessTexture",
                                                  "normalTexture", "occlusionTexture",
                                                  "emissiveTexture"};

}  // namespace sinew

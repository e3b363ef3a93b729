// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/full_model.h"

#include <utility>

namespace sinew::testing {
namespace {

constexpr float kHalf = 0.70710678f;  // Half a right angle's sine and cosine.

Skeleton Joints() {
  Skeleton::Parts parts;
  parts.parents = {-1, -1, 0, 0, 2, 4};
  parts.names = {"stage", "camera", "left arm", "body", "left hand", ""};
  parts.file_nodes = {2, 5, 1, 4, 0, 3};
  parts.rest.resize(6);
  parts.rest[0] = {{0, 0.5f, 0}, {0, kHalf, 0, kHalf}, {1, 1, 1}};
  parts.rest[2] = {{1, 2, 3}, {kHalf, 0, 0, kHalf}, {1, 1, 1}};
  parts.rest[4] = {{0.1f, 0.2f, 0.3f}, {0, 0, 0, 1}, {2, 3, -4}};
  parts.rest[5] = {{0, 0, 1}, {0.5f, -0.5f, 0.5f, 0.5f}, {0, 1, 1}};
  return Skeleton::Create(std::move(parts)).value();
}

Mesh Quad() {
  Primitive quad;
  quad.positions = {{0, 0, 0}, {1, 0, 0.1f}, {1, 1, -0.2f}, {0, 1, 1e-9f}};
  quad.normals = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0.6f, 0.8f}};
  quad.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 0, 1}, {1, 0, 0, 1}};
  quad.texcoords = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{2, 2}, {-1, 0.25f}, {0.1f, 0.3f}, {0, 0}}};
  quad.colors = {{{1, 0, 0, 1}, {0, 1, 0, 0.5f}, {0, 0, 1, 0}, {0.1f, 0.2f, 0.3f, 0.4f}}};
  quad.influences = {{0, 1, 3, 6, 7},
                     {{0, 1}, {0, 0.25f}, {1, 0.75f}, {0, 0.5f}, {1, 0.25f}, {2, 0.25f}, {2, 1}}};
  quad.morph_targets = {{.positions = {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {0.5f, 0, 0}},
                         .normals = {{0, 0, 0}, {0.1f, 0.2f, 0.3f}, {0, 0, 0}, {0, 0, 0}},
                         .tangents = {{0, 0, 0}, {0.3f, 0.1f, 0.2f}, {0, 0, 0}, {0, 0, 0}}},
                        {.positions = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}},
                         .normals = std::vector<Vec3>(4),
                         .tangents = std::vector<Vec3>(4)}};
  quad.indexed = true;
  quad.indices = {0, 1, 2, 2, 3, 0};
  quad.material = 1;

  Primitive line;
  line.topology = Topology::kLineStrip;
  line.positions = {{0, 0, 0}, {0, 2, 0}, {0, 4, 0}};
  line.morph_targets = {{.positions = std::vector<Vec3>(3, {0, 1, 0})},
                        {.positions = std::vector<Vec3>(3, {0, 0, 1})}};
  return Mesh::Create({.name = "quad",
                       .primitives = {quad, line},
                       .morph_weights = {0.25f, 0},
                       .morph_names = {"smile", "\"frown\"\n\u00e9"}})
      .value();
}

Mesh ColoredStrip() {
  Primitive strip;
  strip.topology = Topology::kTriangleStrip;
  strip.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  strip.material = 0;
  return Mesh::Create({.name = "strip", .primitives = {strip}}).value();
}

Clip Wave() {
  Clip::Parts parts;
  parts.name = "wave";
  parts.duration_s = 2;
  parts.times = {0, 0.5f, 2, 0.25f, 1.5f};
  const std::vector<float> of_tracks[] = {
      {0, 0, 0, 0, 1, 0, 0, 2, 0},                           // Translation.
      {kHalf, 0, 0, kHalf, 0, 0, 0, 1, 0, kHalf, kHalf, 0},  // Rotation.
      {0.1f, 0.2f, 0.3f, 1, 2, -3, 0.4f, 0.5f, 0.6f,         // Cubic scale.
       0, 0, 0, 4, 5, 6, 0.7f, 0.8f, 0.9f},                  //
      {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f},                  // Morph slots.
      {1, 2, 3, 4, 0,     0, 0, 1,     5, 6,  7,  8,         // Cubic rotation.
       0, 0, 0, 0, kHalf, 0, 0, kHalf, 9, 10, 11, 12}};      //
  for (const std::vector<float>& values : of_tracks) {
    parts.values.insert(parts.values.end(), values.begin(), values.end());
  }
  const auto range = [](std::uint32_t target, Property property, Interpolation interpolation,
                        std::uint32_t width, std::uint32_t first_time, std::uint32_t key_count,
                        std::uint32_t first_value) {
    return TrackRange{target, property, interpolation, width, first_time, key_count, first_value};
  };
  parts.tracks = {range(4, Property::kTranslation, Interpolation::kLinear, 3, 0, 3, 0),
                  range(4, Property::kRotation, Interpolation::kStep, 4, 0, 3, 9),
                  range(4, Property::kScale, Interpolation::kCubicSpline, 3, 3, 2, 21),
                  range(0, Property::kMorphWeights, Interpolation::kLinear, 2, 0, 3, 39),
                  range(1, Property::kRotation, Interpolation::kCubicSpline, 4, 3, 2, 45)};
  return Clip::Create(std::move(parts)).value();
}

Affine InverseBind(float seed) {
  return {{{{seed, 0.5f, 0.25f, 1}, {-0.5f, 1, 0.125f, seed}, {0, 0.75f, 2, -3}}}};
}

}  // namespace

Model::Parts FullModelParts() {
  Model::Parts parts;
  parts.skeleton = Joints();
  parts.skins = {Skin::Create({.name = "arm",
                               .joints = {2, 4, 0},
                               .inverse_bind = {InverseBind(1), InverseBind(2), InverseBind(3)},
                               .root = 0},
                              6)
                     .value(),
                 Skin::Create({.name = "",
                               .joints = {4, 5, 0},
                               .inverse_bind = {InverseBind(4), InverseBind(5), InverseBind(6)},
                               .root = {}},
                              6)
                     .value()};
  parts.meshes = {Quad(), ColoredStrip()};
  parts.instances = {
      {.joint = 2, .mesh = 1}, {.joint = 5, .mesh = 1}, {.joint = 3, .mesh = 0, .skin = 0}};
  parts.morph_rest = {0.75f, 0.125f};
  parts.clips = {Wave(), Clip::Create({.name = "none"}).value()};
  parts.materials = {
      {.name = "plain", .base_color = {0.5f, 0.25f, 1, 1}, .base_color_texture = {}, .unlit = true},
      {.name = "cut",
       .base_color = {1, 1, 1, 0.5f},
       .base_color_texture = TextureUse{.texture = 1, .texcoord = 1},
       .metallic = 0.25f,
       .roughness = 0.75f,
       .metallic_roughness_texture = TextureUse{.texture = 0},
       .normal_texture = TextureUse{.texture = 1,
                                    .texcoord = 1,
                                    .transform = TextureTransform{.offset = {0.5f, 0},
                                                                  .rotation = 0.125f,
                                                                  .scale = {2, 3},
                                                                  .texcoord = 0}},
       .normal_scale = 0.5f,
       .occlusion_texture = TextureUse{.texture = 0},
       .occlusion_strength = 0.375f,
       .emissive = {1, 0.5f, 0.25f},
       .emissive_strength = 4,
       .emissive_texture = TextureUse{.texture = 1},
       .alpha = Material::Alpha::kMask,
       .alpha_cutoff = 0.25f,
       .double_sided = true}};
  parts.textures = {{.name = "", .image = 0},
                    {.name = "checks",
                     .image = 1,
                     .sampler = {.mag_filter = MagFilter::kLinear,
                                 .min_filter = MinFilter::kLinearMipmapLinear,
                                 .wrap_s = TextureWrap::kClampToEdge,
                                 .wrap_t = TextureWrap::kMirroredRepeat}}};
  // The smallest PNG there is: one grey pixel.
  const unsigned char png[] = {
      0x89, 'P',  'N',  'G',  0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 'I',  'H',
      'D',  'R',  0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
      0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00, 0x00, 0x00, 0x0a, 'I',  'D',  'A',  'T',  0x78,
      0x9c, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0x77, 0xcd, 0x72, 0xb6, 0x00,
      0x00, 0x00, 0x00, 'I',  'E',  'N',  'D',  0xae, 0x42, 0x60, 0x82};
  std::vector<std::byte> bytes;
  for (const unsigned char byte : png) bytes.push_back(std::byte{byte});
  const Image pixel{.name = "pixel", .mime_type = "image/png", .uri = "", .bytes = bytes};
  parts.images = {{.name = "beside", .mime_type = "", .uri = "beside%20it.png", .bytes = {}},
                  pixel};
  parts.scenes = {{.name = "main", .roots = {0, 1}}, {.name = "only camera", .roots = {1}}};
  parts.default_scene = 0;
  // In the order in which a reader meets them.
  parts.carried = {{.owner = CarriedJson::Owner::kRoot, .extras = "\"hello\""},
                   {.owner = CarriedJson::Owner::kNode, .index = 2, .extras = "{\"hp\": [1, 2]}"},
                   {.owner = CarriedJson::Owner::kMesh, .index = 0, .extras = "{\"lod\":3}"},
                   {.owner = CarriedJson::Owner::kPrimitive, .index = 0, .part = 1, .extras = "7"},
                   {.owner = CarriedJson::Owner::kMaterial,
                    .index = 0,
                    .extensions = "{\"KHR_materials_ior\":{\"ior\":1.25}}"},
                   {.owner = CarriedJson::Owner::kMaterial,
                    .index = 1,
                    .part = CarriedJson::kPbrPart,
                    .extras = "1"},
                   {.owner = CarriedJson::Owner::kMaterial,
                    .index = 1,
                    .part = CarriedJson::kTexturePart + 3,
                    .extras = "2"},
                   {.owner = CarriedJson::Owner::kTexture,
                    .index = 1,
                    .part = CarriedJson::kSamplerPart,
                    .extras = "3"}};
  parts.extensions_used = {"KHR_texture_transform", "KHR_materials_ior",
                           "KHR_materials_emissive_strength", "KHR_materials_unlit"};
  parts.extensions_required = {"KHR_texture_transform"};
  parts.generator = "by hand";
  parts.copyright = "nobody \u00a9";
  return parts;
}

Model FullModel() { return Model::Create(FullModelParts()).value(); }

}  // namespace sinew::testing

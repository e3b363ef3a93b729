// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the core of a material and its extensions share.
#pragma once

#include <cstdint>
#include <optional>

#include "io/gltf/schema_stage.h"
#include "sinew/material.h"

namespace sinew::gltf {

enum class TextureInfoKind : std::uint8_t { kPlain, kNormal, kOcclusion };

struct TextureInfo {
  std::int32_t texture = kNone;
  std::int32_t texcoord = kNone;
  std::optional<TextureTransform> transform;
  float scale_or_strength = 1.0f;

  // As a material uses it; nothing where it names no texture.
  std::optional<TextureUse> Use() const;
};

// Also enters the texture into the document's list of references.
std::optional<TextureInfo> ReadTextureInfo(SchemaStage& stage, Field field, TextureInfoKind kind,
                                           MaterialDef& material);

// A number of a material. Where it is absent it has its default; out of range it is clamped, and
// where it is of no other use it has its default too, both by the rule "material-value".
float ReadFactor(SchemaStage& stage, Field field, FloatRule rule, float standard);

// What the extensions' own rules ask about the material.
struct MaterialFacts {
  std::optional<TextureInfo> normal_texture;
  bool emissive_factor_is_zero = true;
  bool double_sided = false;
};

void ReadMaterialExtensions(SchemaStage& stage, Field extensions, const MaterialFacts& facts,
                            MaterialDef& material);

}  // namespace sinew::gltf

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the core of a material and its extensions share.
#pragma once

#include <cstdint>
#include <optional>

#include "io/gltf/schema_stage.h"

namespace sinew::gltf {

enum class TextureInfoKind : std::uint8_t { kPlain, kNormal, kOcclusion };

struct TextureInfo {
  std::int32_t texture = kNone;
  std::int32_t texcoord = kNone;
};

// Also enters the texture into the document's list of uses.
std::optional<TextureInfo> ReadTextureInfo(SchemaStage& stage, Field field, TextureInfoKind kind,
                                           MaterialDef& material);

// What the extensions' own rules ask about the material.
struct MaterialFacts {
  std::optional<TextureInfo> normal_texture;
  bool emissive_factor_is_zero = true;
  bool double_sided = false;
};

void ReadMaterialExtensions(SchemaStage& stage, Field extensions, const MaterialFacts& facts,
                            MaterialDef& material);

}  // namespace sinew::gltf

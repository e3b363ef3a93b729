// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Extensions that the model has fields for, and the members of their objects that those fields
// hold. All else in such an object is preserved as text.
#pragma once

#include <span>
#include <string_view>

namespace sinew::gltf {

struct Understood {
  std::string_view name;
  std::span<const std::string_view> members;
};

inline constexpr std::string_view kEmissiveStrengthMembers[] = {"emissiveStrength"};
inline constexpr std::string_view kTextureTransformMembers[] = {"offset", "rotation", "scale",
                                                                "texCoord"};

// Of a material.
inline constexpr Understood kUnderstoodStrength{"KHR_materials_emissive_strength",
                                                kEmissiveStrengthMembers};
inline constexpr Understood kUnderstoodUnlit{"KHR_materials_unlit", {}};
// Of a texture as a material uses it.
inline constexpr Understood kUnderstoodTransform{"KHR_texture_transform", kTextureTransformMembers};

}  // namespace sinew::gltf

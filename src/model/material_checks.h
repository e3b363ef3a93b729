// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What Model::Create asks of materials and textures; a runtime file asks the same of each of its
// own. Nothing allocates unless something is broken.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sinew/material.h"
#include "sinew/result.h"

namespace sinew::model {

// The place of a failure is one of the material, or of the texture.
std::optional<Failure> CheckMaterial(const Material& material, std::size_t texture_count);
std::optional<Failure> CheckTexture(const Texture& texture, std::size_t image_count);

std::optional<Failure> CheckMaterials(std::span<const Material> materials,
                                      std::span<const Texture> textures, std::size_t image_count);

}  // namespace sinew::model

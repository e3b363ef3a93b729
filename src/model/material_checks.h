// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What Model::Create asks of materials and textures.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sinew/material.h"
#include "sinew/result.h"

namespace sinew::model {

std::optional<Failure> CheckMaterials(std::span<const Material> materials,
                                      std::span<const Texture> textures, std::size_t image_count);

}  // namespace sinew::model

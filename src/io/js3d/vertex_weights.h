// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which bones move a mesh's vertices: the arrays bone_weight_bones, bone_weight_weights and
// vertex_bone_weight_ends of a mesh object.
#pragma once

#include <cstdint>

#include "io/js3d/source.h"
#include "sinew/mesh.h"

namespace sinew::js3d {

// Clamped, merged and summing to one, in ascending bone (C10); a list a vertex, which may be empty.
// Without bones nothing, and weights that are there all the same are left behind.
bool ReadVertexWeights(Source& source, json::Value mesh, std::uint32_t vertex_count,
                       std::uint32_t bone_count, Influences& influences);

}  // namespace sinew::js3d

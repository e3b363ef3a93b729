// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A mesh in parts that a draw call can hold: so many vertices, so many bones.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/mesh.h"

namespace sinew::console {

struct MeshPart {
  Primitive vertices{};                  // Attributes alone: no indices.
  std::vector<std::uint32_t> indices{};  // Triangles.
  std::vector<std::uint32_t> bones{};    // Ascending; influences index it. Empty: they name bones.
};

struct PartLimits {
  std::uint32_t max_vertices = 0;
  std::uint32_t max_bones = 0;   // At least 12: those of a triangle.
  std::uint32_t bone_count = 0;  // Of the skeleton; 0: the mesh is not skinned.
};

// Triangles keep their order and go into one part until it is full. A mesh within the limits is one
// part, as it is; the vertices of several parts are in the order of their first use.
std::vector<MeshPart> SplitMesh(Primitive&& vertices, std::vector<std::uint32_t>&& triangles,
                                const PartLimits& limits);

}  // namespace sinew::console

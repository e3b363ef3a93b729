// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From half a surface to the primitive that is drawn.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rig/character/half_surface.h"
#include "sinew/mesh.h"
#include "sinew/result.h"

namespace sinew::character {

// How much of a step is done, from 0 to 1.
using Share = std::function<void(float share)>;

// Both halves joined: a closed surface in which every place is one vertex.
struct WholeSurface {
  std::vector<Vec3> positions{};
  std::vector<Vec3> normals{};
  std::vector<std::uint32_t> triangles{};  // Three each; the left half first, then the right one.
  std::vector<Part> parts{};               // One a triangle.
  std::vector<std::uint32_t> mirrored{};   // Of each vertex, the one on the other side.
};
WholeSurface MakeSurface(const Share& progress);

// Who moves each vertex of the surface; joints are entries of the skin: see SkinEntry.
Result<Influences> WeighSurface(const WholeSurface& surface, std::uint32_t max_influences,
                                const Share& progress);

// With colours and texture coordinates, split where they change.
Primitive DressSurface(const WholeSurface& surface, const Influences& influences);

}  // namespace sinew::character

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes that get weights together, as one list of vertices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sinew/model.h"
#include "sinew/model_weights.h"

namespace sinew::weights {

// A mesh under a skin, with where its vertices stand among the others of its group.
struct Piece {
  std::uint32_t mesh = 0;
  Affine bind_from_mesh{};
};

struct Gathered {
  std::vector<Vec3> positions{};
  std::vector<std::uint32_t> triangles{};
  Influences before{};
  bool weighted = false;  // Some vertex had influences before.
  std::vector<WeightedGroup::Part> parts{};
};

// Fails (kLimit) where these are more vertices than weights can be computed for.
Result<Gathered> GatherMeshes(std::span<const Mesh> meshes, std::span<const Piece> pieces);

// The influences of the vertices from `first` on as those of a primitive.
Influences Scattered(const Influences& all, std::uint32_t first, std::uint32_t count);

// What people call the skin's entries.
std::vector<std::string> JointLabels(const Skeleton& skeleton, const Skin& skin);

}  // namespace sinew::weights

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes that are weighed together, as one list of vertices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/model.h"
#include "text/exit_code.h"
#include "weigh_model.h"

namespace sinew::cli {

// The value, or what the library said about `file` as a CommandError.
template <typename T>
T Taken(const std::string& file, Result<T> result) {
  if (!result.ok()) throw CommandError(file, result.failure());
  return std::move(result).value();
}

// A mesh under a skin, with where its vertices stand among the others of its group.
struct Piece {
  std::uint32_t mesh = 0;
  Affine bind_from_mesh{};
  bool operator==(const Piece&) const = default;
};

struct Gathered {
  std::vector<Vec3> positions{};
  std::vector<std::uint32_t> triangles{};
  Influences before{};
  bool weighted = false;  // Some vertex was before.
  std::vector<WeighedGroup::Part> parts{};
};

Gathered Gather(std::span<const Mesh> meshes, std::span<const Piece> pieces);

// What people call the skin's entries.
std::vector<std::string> JointLabels(const Skeleton& skeleton, const Skin& skin);

}  // namespace sinew::cli

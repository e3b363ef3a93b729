// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/picking.h"

namespace sinew {

// Triangles whose corners the same boxes of SkinBounds hold (those of the joints, still, rigid) lie
// together. Each corner is between points of the boxes of its influences, so the triangle lies in
// the box around all of them.
struct PickMesh::Layout {
  struct Group {
    std::uint32_t box_begin = 0, box_end = 0;            // Into boxes.
    std::uint32_t triangle_begin = 0, triangle_end = 0;  // Into triangles.
  };

  std::uint32_t vertex_count = 0;
  std::uint32_t triangle_count = 0;
  std::vector<Group> groups{};
  std::vector<std::uint32_t> boxes{};
  std::vector<std::uint32_t> triangles{};  // Ascending within a group.
};

}  // namespace sinew

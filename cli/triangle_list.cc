// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "triangle_list.h"

#include <numeric>

namespace sinew::cli {

std::vector<std::uint32_t> TriangleListOf(const Primitive& primitive) {
  std::vector<std::uint32_t> corners = primitive.indices;
  if (!primitive.indexed) {
    corners.resize(primitive.positions.size());
    std::iota(corners.begin(), corners.end(), 0u);
  }
  std::vector<std::uint32_t> triangles;
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    switch (primitive.topology) {
      case Topology::kTriangles:
        if (i % 3 != 0) continue;
        triangles.insert(triangles.end(), {corners[i], corners[i + 1], corners[i + 2]});
        break;
      case Topology::kTriangleStrip: {
        const std::size_t turn = i % 2;
        triangles.insert(triangles.end(),
                         {corners[i], corners[i + 1 + turn], corners[i + 2 - turn]});
        break;
      }
      case Topology::kTriangleFan:
        triangles.insert(triangles.end(), {corners[i + 1], corners[i + 2], corners[0]});
        break;
      default:
        return {};
    }
  }
  return triangles;
}

}  // namespace sinew::cli

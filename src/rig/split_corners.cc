// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/triangulation.h"

namespace sinew {

CornerMesh SplitCorners(const PolygonMesh& mesh) {
  const PolygonMesh::Parts& parts = mesh.parts();
  CornerMesh split{.normals = parts.corner_normals,
                   .texcoords = parts.corner_texcoords,
                   .corner_vertices = parts.corners};
  split.positions.reserve(parts.corners.size());
  for (const std::uint32_t vertex : parts.corners) {
    split.positions.push_back(parts.positions[vertex]);
  }
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const std::uint32_t begin = parts.face_begins[f], end = parts.face_begins[f + 1];
    for (std::uint32_t c = begin + 1; c + 1 < end; ++c) {
      split.indices.insert(split.indices.end(), {begin, c, c + 1});
    }
  }
  return split;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/triangulation.h"

namespace sinew {

CornerMesh SplitCorners(const PolygonMesh& mesh) {
  const PolygonMesh::Parts& parts = mesh.parts();
  CornerMesh split{.normals = parts.corner_normals,
                   .texcoords = parts.corner_texcoords,
                   .corner_vertices = parts.corners,
                   .indices = CutIntoTriangles(mesh)};
  split.positions.reserve(parts.corners.size());
  for (const std::uint32_t vertex : parts.corners) {
    split.positions.push_back(parts.positions[vertex]);
  }
  return split;
}

}  // namespace sinew

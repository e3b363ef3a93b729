// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Small surfaces, drawn.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "sinew/polygon_mesh.h"

namespace sinew::testing {

// Faces on so many vertices, which lie on a curve that no plane holds.
inline PolygonMesh::Parts FacesOn(std::uint32_t vertex_count,
                                  std::vector<std::vector<std::uint32_t>> faces) {
  PolygonMesh::Parts parts;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const auto t = static_cast<float>(v);
    parts.positions.push_back({t, t * t, t * t * t});
  }
  for (const std::vector<std::uint32_t>& face : faces) {
    parts.corners.insert(parts.corners.end(), face.begin(), face.end());
    parts.face_begins.push_back(static_cast<std::uint32_t>(parts.corners.size()));
  }
  return parts;
}

inline PolygonMesh Polygons(PolygonMesh::Parts parts) {
  return PolygonMesh::Create(std::move(parts)).value();
}

// Two triangles:   2---3
//                  | \ |
//                  0---1
inline PolygonMesh::Parts TwoTriangles() {
  PolygonMesh::Parts parts = FacesOn(4, {{0, 1, 2}, {1, 3, 2}});
  parts.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  return parts;
}

// Closed, six quads: the bottom 0 1 2 3 below the top 4 5 6 7.
inline PolygonMesh::Parts Cube() {
  PolygonMesh::Parts parts = FacesOn(
      8, {{3, 2, 1, 0}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}});
  parts.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  return parts;
}

inline PolygonMesh::Parts Tetrahedron() {
  return FacesOn(4, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
}

// width by height quads, the corners numbered row by row.
inline PolygonMesh::Parts Grid(std::uint32_t width, std::uint32_t height) {
  std::vector<std::vector<std::uint32_t>> faces;
  const std::uint32_t row = width + 1;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t v = y * row + x;
      faces.push_back({v, v + 1, v + row + 1, v + row});
    }
  }
  PolygonMesh::Parts parts = FacesOn(row * (height + 1), faces);
  for (std::uint32_t v = 0; v < parts.positions.size(); ++v) {
    parts.positions[v] = {static_cast<float>(v % row), static_cast<float>(v / row), 0.0f};
  }
  return parts;
}

}  // namespace sinew::testing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The triangles of a primitive, whether it is a list, a strip or a fan.
//
//   Order   triangles in the order of the file; corners in glTF's: every second triangle of a strip
//           is turned about, so that all show the same side, and a fan's end at its first vertex.
//   Left    corners that make no whole triangle, and the points and lines of other primitives.
//   Memory  TriangleCount and TriangleAt do not allocate.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sinew/mesh.h"

namespace sinew {

// Of so many corners; 0 where they are points or lines.
inline std::uint32_t TriangleCount(Topology topology, std::size_t corner_count) {
  switch (topology) {
    case Topology::kTriangles:
      return static_cast<std::uint32_t>(corner_count / 3);
    case Topology::kTriangleStrip:
    case Topology::kTriangleFan:
      return static_cast<std::uint32_t>(corner_count < 3 ? 0 : corner_count - 2);
    default:
      return 0;
  }
}

// 0 where the primitive is points or lines.
inline std::uint32_t TriangleCount(const Primitive& primitive) {
  return TriangleCount(primitive.topology,
                       primitive.indexed ? primitive.indices.size() : primitive.positions.size());
}

// Which corners, in the order of the indices, make a triangle.
inline std::array<std::size_t, 3> TriangleCorners(Topology topology, std::uint32_t triangle) {
  const std::size_t i = triangle;
  if (topology == Topology::kTriangleStrip) {
    const std::size_t turn = i % 2;
    return {i, i + 1 + turn, i + 2 - turn};
  }
  if (topology == Topology::kTriangleFan) return {i + 1, i + 2, 0};
  return {3 * i, 3 * i + 1, 3 * i + 2};
}

// The vertices of one triangle, below TriangleCount.
inline std::array<std::uint32_t, 3> TriangleAt(const Primitive& primitive, std::uint32_t triangle) {
  assert(triangle < TriangleCount(primitive));
  const std::array<std::size_t, 3> corners = TriangleCorners(primitive.topology, triangle);
  std::array<std::uint32_t, 3> vertices;
  for (std::size_t k = 0; k < 3; ++k) {
    vertices[k] =
        primitive.indexed ? primitive.indices[corners[k]] : static_cast<std::uint32_t>(corners[k]);
  }
  return vertices;
}

// All of them, three vertices each: the indices of the same surface as Topology::kTriangles.
std::vector<std::uint32_t> TriangleList(const Primitive& primitive);

}  // namespace sinew

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
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sinew/assertion.h"
#include "sinew/mesh.h"

namespace sinew {

// 0 where the primitive is points or lines.
inline std::uint32_t TriangleCount(const Primitive& primitive) {
  const std::size_t corners =
      primitive.indexed ? primitive.indices.size() : primitive.positions.size();
  switch (primitive.topology) {
    case Topology::kTriangles:
      return static_cast<std::uint32_t>(corners / 3);
    case Topology::kTriangleStrip:
    case Topology::kTriangleFan:
      return static_cast<std::uint32_t>(corners < 3 ? 0 : corners - 2);
    default:
      return 0;
  }
}

// The vertices of one triangle, below TriangleCount.
inline std::array<std::uint32_t, 3> TriangleAt(const Primitive& primitive, std::uint32_t triangle) {
  SINEW_ASSERT(triangle < TriangleCount(primitive));
  const std::size_t i = triangle;
  std::array<std::size_t, 3> corners{3 * i, 3 * i + 1, 3 * i + 2};
  if (primitive.topology == Topology::kTriangleStrip) {
    const std::size_t turn = i % 2;
    corners = {i, i + 1 + turn, i + 2 - turn};
  } else if (primitive.topology == Topology::kTriangleFan) {
    corners = {i + 1, i + 2, 0};
  }
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

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/primitive_triangles.h"

namespace sinew {

std::vector<std::uint32_t> TriangleList(const Primitive& primitive) {
  const std::uint32_t count = TriangleCount(primitive);
  std::vector<std::uint32_t> list;
  list.reserve(std::size_t{3} * count);
  for (std::uint32_t triangle = 0; triangle < count; ++triangle) {
    const std::array<std::uint32_t, 3> vertices = TriangleAt(primitive, triangle);
    list.insert(list.end(), vertices.begin(), vertices.end());
  }
  return list;
}

}  // namespace sinew

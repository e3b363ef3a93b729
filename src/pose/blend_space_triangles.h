// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Delaunay triangulation of points on a grid, exact where topology depends on it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

// Coordinates in [0, kGridSteps]: products of two differences fit 64 bits with room for a sum.
inline constexpr std::int64_t kGridSteps = std::int64_t{1} << 29;

using GridPoint = std::array<std::int64_t, 2>;  // x, y.

// Twice the area of abc: positive where it runs counter-clockwise. Exact.
static inline std::int64_t TwiceArea(GridPoint a, GridPoint b, GridPoint c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

struct Triangulation {
  std::vector<std::array<std::uint32_t, 3>> triangles;  // Counter-clockwise.
  // The hull, counter-clockwise; of points on one line, the pieces from end to end.
  std::vector<std::array<std::uint32_t, 2>> edges;
};

// No two points are equal. The result depends on where the points are, not on their order, but for
// their numbers.
Triangulation Triangulate(std::span<const GridPoint> points);

}  // namespace sinew

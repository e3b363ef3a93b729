// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Surface nets: one vertex in every cell of a grid that the surface passes through, one quad at
// every edge of the grid that it crosses.
//
// The cells of the first column lie across the mirror plane, and their vertices on it:
//
//     node      0   1   2   3         x of node i: (i - 1/2) cell
//     cell        0   1   2           the plane x = 0 halves column 0
#include <cstddef>

#include "rig/character/half_surface.h"

namespace sinew::character {
namespace {

struct Grid {
  static constexpr Vec3D kLow{0.0, -0.04, -0.21}, kHigh{0.76, 1.82, 0.22};

  explicit Grid(double cell_size) : cell(cell_size) {
    const auto nodes = [&](double from, double to) {
      return static_cast<std::size_t>((to - from) / cell) + 2;
    };
    nx = nodes(-0.5 * cell, kHigh.x);
    ny = nodes(kLow.y, kHigh.y);
    nz = nodes(kLow.z, kHigh.z);
    values.resize(nx * ny * nz);
    Fill();
  }

  Vec3D Node(std::size_t x, std::size_t y, std::size_t z) const {
    return {(static_cast<double>(x) - 0.5) * cell, kLow.y + static_cast<double>(y) * cell,
            kLow.z + static_cast<double>(z) * cell};
  }
  std::size_t Index(std::size_t x, std::size_t y, std::size_t z) const {
    return (y * nz + z) * nx + x;
  }
  double At(std::size_t x, std::size_t y, std::size_t z) const { return values[Index(x, y, z)]; }

  // Brick by brick: where the surface is far from a brick's middle only the sign is of interest.
  void Fill() {
    constexpr std::size_t kBrick = 5;
    for (std::size_t by = 0; by < ny; by += kBrick) {
      for (std::size_t bz = 0; bz < nz; bz += kBrick) {
        for (std::size_t bx = 0; bx < nx; bx += kBrick) FillBrick(bx, by, bz, kBrick);
      }
    }
  }

  void FillBrick(std::size_t bx, std::size_t by, std::size_t bz, std::size_t brick) {
    const double half = 0.5 * static_cast<double>(brick - 1) * cell;
    const double middle = Field(Add(Node(bx, by, bz), {half, half, half}));
    // Flattened shapes tell distances up to half as large again.
    const bool far = middle > 4.0 * half || middle < -4.0 * half;
    for (std::size_t y = by; y < by + brick && y < ny; ++y) {
      for (std::size_t z = bz; z < bz + brick && z < nz; ++z) {
        for (std::size_t x = bx; x < bx + brick && x < nx; ++x) {
          values[Index(x, y, z)] = far ? middle : Field(Node(x, y, z));
        }
      }
    }
  }

  static double Field(Vec3D p) { return BodyField({p.x < 0.0 ? -p.x : p.x, p.y, p.z}); }

  double cell;
  std::size_t nx, ny, nz;
  std::vector<double> values;
};

// The middle of where the surface crosses the cell's edges; nothing is said where it does not.
bool CellPoint(const Grid& grid, std::size_t x, std::size_t y, std::size_t z, Vec3D& point) {
  std::array<double, 8> value;
  std::array<Vec3D, 8> corner;
  bool any_in = false, any_out = false;
  for (std::size_t c = 0; c < 8; ++c) {
    const std::size_t cx = x + (c & 1), cy = y + (c >> 1 & 1), cz = z + (c >> 2);
    value[c] = grid.At(cx, cy, cz);
    corner[c] = grid.Node(cx, cy, cz);
    (value[c] < 0.0 ? any_in : any_out) = true;
  }
  if (!any_in || !any_out) return false;
  Vec3D sum;
  int count = 0;
  for (std::size_t c = 0; c < 8; ++c) {
    for (const std::size_t bit : {1u, 2u, 4u}) {
      if (c & bit) continue;
      const double from = value[c], to = value[c | bit];
      if ((from < 0.0) == (to < 0.0)) continue;
      sum = Add(sum, Between(corner[c], corner[c | bit], from / (from - to)));
      ++count;
    }
  }
  point = Scale(sum, 1.0 / count);
  if (x == 0) point.x = 0.0;
  return true;
}

}  // namespace

HalfSurface HalfSurface::OfBody(double cell) {
  const Grid grid(cell);
  HalfSurface surface;
  std::vector<std::uint32_t> vertex_of_cell(grid.values.size(), kGone);
  for (std::size_t y = 0; y + 1 < grid.ny; ++y) {
    for (std::size_t z = 0; z + 1 < grid.nz; ++z) {
      for (std::size_t x = 0; x + 1 < grid.nx; ++x) {
        Vec3D point;
        if (!CellPoint(grid, x, y, z, point)) continue;
        vertex_of_cell[grid.Index(x, y, z)] = static_cast<std::uint32_t>(surface.points_.size());
        surface.points_.push_back(OntoBody(point));
      }
    }
  }
  const auto add_quad = [&](std::array<std::size_t, 4> cells, bool turned) {
    std::array<std::uint32_t, 4> v;
    for (std::size_t i = 0; i < 4; ++i) v[i] = vertex_of_cell[cells[turned ? i : 3 - i]];
    const auto apart = [&](std::size_t i, std::size_t j) {
      return Length(Sub(surface.points_[v[i]], surface.points_[v[j]]));
    };
    // The shorter diagonal; but never one between two vertices of the rim.
    const bool rim_02 = surface.on_rim(v[0]) && surface.on_rim(v[2]);
    const bool rim_13 = surface.on_rim(v[1]) && surface.on_rim(v[3]);
    if (!rim_02 && (rim_13 || apart(0, 2) <= apart(1, 3))) {
      surface.triangles_.push_back({v[0], v[1], v[2]});
      surface.triangles_.push_back({v[0], v[2], v[3]});
    } else {
      surface.triangles_.push_back({v[0], v[1], v[3]});
      surface.triangles_.push_back({v[1], v[2], v[3]});
    }
  };
  // Edges between nodes of x >= 1: all of this half, and none of the other.
  for (std::size_t y = 1; y + 1 < grid.ny; ++y) {
    for (std::size_t z = 1; z + 1 < grid.nz; ++z) {
      for (std::size_t x = 1; x + 1 < grid.nx; ++x) {
        const bool in = grid.At(x, y, z) < 0.0;
        const auto cell_at = [&](std::size_t dx, std::size_t dy, std::size_t dz) {
          return grid.Index(x - dx, y - dy, z - dz);
        };
        if (in != (grid.At(x + 1, y, z) < 0.0)) {
          add_quad({cell_at(0, 0, 0), cell_at(0, 1, 0), cell_at(0, 1, 1), cell_at(0, 0, 1)}, in);
        }
        if (in != (grid.At(x, y + 1, z) < 0.0)) {
          add_quad({cell_at(0, 0, 0), cell_at(0, 0, 1), cell_at(1, 0, 1), cell_at(1, 0, 0)}, in);
        }
        if (in != (grid.At(x, y, z + 1) < 0.0)) {
          add_quad({cell_at(0, 0, 0), cell_at(1, 0, 0), cell_at(1, 1, 0), cell_at(0, 1, 0)}, in);
        }
      }
    }
  }
  surface.on_border_.assign(surface.points_.size(), 0);
  surface.BuildFans();
  return surface;
}

}  // namespace sinew::character

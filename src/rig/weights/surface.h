// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The surface behind a mesh: vertices at one place welded, connected parts found, everything in an
// order that follows from the positions alone. Whoever computes on a Surface gets the same bits
// however the mesh's vertices and triangles were ordered.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/vec_double.h"
#include "sinew/math.h"

namespace sinew::weights {

using scalar::Add;
using scalar::Cross;
using scalar::Dot;
using scalar::Length;
using scalar::Scale;
using scalar::Sub;
using scalar::Vec3D;

inline constexpr std::uint32_t kNoIsland = 0xFFFFFFFFu;

struct Surface {
  // Where vertices stand, in lexicographic order; moved and scaled so that the centroid is the
  // origin and the farthest place 0.5 away: bounds on lengths can then be plain numbers.
  std::vector<Vec3D> places{};
  std::vector<std::uint32_t> place_of_vertex{};
  // Corners are places, all different; the lowest comes first; sorted, none twice. The winding is
  // the mesh's.
  std::vector<std::array<std::uint32_t, 3>> triangles{};
  // The connected part of each place, numbered by their lowest places; kNoIsland: in no triangle.
  std::vector<std::uint32_t> island_of_place{};
  std::uint32_t island_count = 0;
  std::uint32_t flat_triangle_count = 0;  // Of the mesh's.

  Vec3D centre{};  // From the mesh's space:
  double scale = 1.0;
  Vec3D Scaled(Vec3 point) const {  // (point - centre) * scale.
    return Scale(Sub(scalar::Widen(point), centre), scale);
  }
};

// Positions are usable, corners in range, three a triangle.
Surface MakeSurface(std::span<const Vec3> positions, std::span<const std::uint32_t> triangles);

// Lists of numbers, one list a place: list(p) = items[begins[p] .. begins[p + 1]).
struct Lists {
  std::vector<std::size_t> begins{0};
  std::vector<std::uint32_t> items{};
  std::span<const std::uint32_t> of(std::uint32_t index) const {
    return std::span(items).subspan(begins[index], begins[index + 1] - begins[index]);
  }
};
// The places at the other ends of each place's edges, ascending.
Lists NeighboursOf(const Surface& surface);

}  // namespace sinew::weights

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes to weigh, made in code.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sinew/math.h"
#include "sinew/weights.h"

namespace sinew::testing {

struct Shape {
  std::vector<Vec3> positions{};
  std::vector<std::uint32_t> triangles{};

  void Append(const Shape& other) {
    const auto first = static_cast<std::uint32_t>(positions.size());
    positions.insert(positions.end(), other.positions.begin(), other.positions.end());
    for (const std::uint32_t corner : other.triangles) triangles.push_back(first + corner);
  }

  WeightsRequest Request(std::span<const BoneSegment> bones, std::uint32_t joint_count) const {
    return {
        .positions = positions, .triangles = triangles, .bones = bones, .joint_count = joint_count};
  }
};

// A closed tube of radius 1 (thinner or thicker by `bulge` in the middle) along +Y from y = 0 to
// `length`, wound outward; the caps have a vertex in their middle.
inline Shape Tube(std::uint32_t rings, std::uint32_t sides, float length, float bulge = 0.0f) {
  Shape shape;
  const auto ring_vertex = [&](std::uint32_t ring, std::uint32_t side) {
    return ring * sides + side % sides;
  };
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    const float along = static_cast<float>(ring) / static_cast<float>(rings - 1);
    const float radius = 1.0f + bulge * 4.0f * along * (1.0f - along);
    for (std::uint32_t side = 0; side < sides; ++side) {
      const double angle = 6.283185307179586 * side / sides;
      shape.positions.push_back({radius * static_cast<float>(Sin(angle)), length * along,
                                 radius * static_cast<float>(Cos(angle))});
    }
  }
  for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
    for (std::uint32_t side = 0; side < sides; ++side) {
      const std::uint32_t a = ring_vertex(ring, side), b = ring_vertex(ring, side + 1),
                          c = ring_vertex(ring + 1, side + 1), d = ring_vertex(ring + 1, side);
      shape.triangles.insert(shape.triangles.end(), {a, b, c, a, c, d});
    }
  }
  const auto bottom = static_cast<std::uint32_t>(shape.positions.size());
  shape.positions.push_back({0, 0, 0});
  shape.positions.push_back({0, length, 0});
  for (std::uint32_t side = 0; side < sides; ++side) {
    shape.triangles.insert(shape.triangles.end(),
                           {bottom, ring_vertex(0, side + 1), ring_vertex(0, side)});
    shape.triangles.insert(shape.triangles.end(), {bottom + 1, ring_vertex(rings - 1, side),
                                                   ring_vertex(rings - 1, side + 1)});
  }
  return shape;
}

// Bones one after the other along +Y, each `step` long; bone i is joint i's.
inline std::vector<BoneSegment> Chain(std::uint32_t count, float step) {
  std::vector<BoneSegment> bones;
  for (std::uint32_t i = 0; i < count; ++i) {
    const float at = step * static_cast<float>(i);
    bones.push_back({i, {0, at, 0}, {0, at + step, 0}});
  }
  return bones;
}

inline Shape Moved(Shape shape, const Transform& by) {
  for (Vec3& p : shape.positions) p = TransformPoint(AffineOf(by), p);
  return shape;
}

// A weight by joint, zero where there is none.
inline float WeightOf(const Influences& influences, std::uint32_t vertex, std::uint32_t joint) {
  for (const Influence& one : influences.of(vertex)) {
    if (one.joint == joint) return one.weight;
  }
  return 0.0f;
}

// Of any joint at any vertex of two meshes with as many.
inline float LargestDifference(const Influences& a, const Influences& b,
                               std::uint32_t joint_count) {
  float largest = 0.0f;
  for (std::uint32_t v = 0; v + 1 < std::min(a.begins.size(), b.begins.size()); ++v) {
    for (std::uint32_t j = 0; j < joint_count; ++j) {
      largest = std::max(largest, std::abs(WeightOf(a, v, j) - WeightOf(b, v, j)));
    }
  }
  return largest;
}

}  // namespace sinew::testing

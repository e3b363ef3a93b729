// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A tree of boxes around a surface's triangles: what stands in the way, and what is nearest.
// Answers do not depend on how the tree was built.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rig/weights/surface.h"

namespace sinew::weights {

struct NearestPoint {
  std::uint32_t triangle = 0;      // The lowest of those that are equally near.
  std::array<double, 3> shares{};  // Of its corners; not negative, sum to one.
  double distance = 0.0;           // In the surface's scaled unit.
};

class TriangleTree {
 public:
  // Keeps a reference to the surface.
  explicit TriangleTree(const Surface& surface);

  // Whether a triangle stands between a place (of an island) and a point: one of the place's own
  // island, or one of another. Triangles at the place itself and at the point itself are in
  // nobody's way. The first one found answers; the own island has a tree of its own, so that a long
  // way through many islands costs nothing to the question about one.
  bool OwnBetween(std::uint32_t place, Vec3D point) const;
  bool OthersBetween(std::uint32_t place, Vec3D point) const;

  // The surface has triangles.
  NearestPoint Nearest(Vec3D point) const;

  // Boxes and triangles that all questions so far looked at. Follows from the surface and the
  // questions alone.
  std::uint64_t box_count() const { return box_count_; }

 private:
  struct Box {
    Vec3D low, high;
  };
  struct Node {
    Box box;
    // A leaf: order_[first .. first + count). Else count is 0, one half follows the node and the
    // other begins at `first`.
    std::uint32_t first = 0, count = 0;
  };

  Box BoxOf(std::uint32_t triangle) const;
  void Build(std::uint32_t begin, std::uint32_t end, const std::vector<Vec3D>& middles);
  // Whether a triangle of the tree below `root`, of the place's island or of others, is met.
  bool IsMet(std::uint32_t root, std::uint32_t place, Vec3D point, bool own) const;

  const Surface& surface_;
  std::vector<std::uint32_t> order_;  // Of all, and where there are several islands of each again.
  std::vector<Node> nodes_;           // Of all from 0 on.
  std::vector<std::uint32_t> island_roots_;
  mutable std::uint64_t box_count_ = 0;  // One thread asks.
};

}  // namespace sinew::weights

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The left half of a mirror-symmetric surface as triangles that can be edited. Its rim lies on the
// plane x = 0, where the mirrored half joins it.
//
//   Invariants  closed but for the rim; every rim vertex has x == 0 and no other vertex has; no
//               edge but those of the rim joins two rim vertices, so that the mirrored whole is
//               manifold; triangles run counter-clockwise seen from outside.
//   Order       all walks are by index: the same result everywhere.
//   Structure   not a HalfEdgeMesh: points are doubles, and the triangles around a vertex stand in
//               the order of the edits, which decides the bits of the character.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "rig/character/body.h"
#include "rig/character/field.h"

namespace sinew::character {

using Triangle = std::array<std::uint32_t, 3>;

class HalfSurface {
 public:
  // Where the field crosses zero, by surface nets on a grid of cells `cell` wide.
  static HalfSurface OfBody(double cell);

  // Moves, splits, joins and turns edges until they are about as long as BodyEdgeLength asks and
  // the triangles about even (Botsch and Kobbelt's remeshing). `after` is told how many rounds of
  // all are done.
  void Remesh(int rounds, const std::function<void(float share)>& after);

  // Cuts the surface along the borders between parts: afterwards each triangle belongs to one.
  void CutParts();

  // Rid of what the edits left over.
  void Compact();

  const std::vector<Vec3D>& points() const { return points_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  bool on_rim(std::uint32_t vertex) const { return points_[vertex].x == 0.0; }
  Part part(std::uint32_t triangle) const;  // After CutParts.

 private:
  static constexpr std::uint32_t kGone = 0xffffffffu;

  struct Edge {
    std::uint32_t a, b;
  };
  // The triangles at an edge, at most two.
  struct Sides {
    std::array<std::uint32_t, 2> triangle{kGone, kGone};
    int count = 0;
  };

  void BuildFans();
  std::vector<Edge> Edges() const;
  Sides SidesOf(Edge edge) const;
  bool Adjacent(std::uint32_t a, std::uint32_t b) const;
  void Neighbours(std::uint32_t vertex, std::vector<std::uint32_t>& found) const;
  Vec3D Normal(const Triangle& triangle) const;  // Twice the area long.
  std::uint32_t Opposite(std::uint32_t triangle, Edge edge) const;
  void Detach(std::uint32_t vertex, std::uint32_t triangle);
  void Split(Edge edge, Vec3D point);
  bool MayCollapse(Edge edge, Vec3D point, double longest) const;
  void Collapse(Edge edge, Vec3D point);
  bool ImprovedByTurning(Edge edge, const Sides& sides) const;
  void Turn(Edge edge, const Sides& sides);

  void SplitLong();
  void CollapseShort();
  void TurnEdges();
  void Relax();

  std::vector<Vec3D> points_;
  std::vector<Triangle> triangles_;               // {kGone, ...}: no longer there.
  std::vector<std::vector<std::uint32_t>> fans_;  // The triangles of each vertex.
  std::vector<std::uint8_t> on_border_;           // 1: between parts; it stays where it is.
};

}  // namespace sinew::character

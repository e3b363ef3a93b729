// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Borders between parts become lines of edges, so that colours change without a blur. Where an edge
// leads from one part to another, the border crosses it: if close to one end that end moves onto
// the border, otherwise the edge is split there.
#include <algorithm>
#include <cstddef>

#include "rig/character/half_surface.h"

namespace sinew::character {
namespace {

// How much of an edge a vertex may move to get onto the border.
constexpr double kMostSnap = 0.35;

// Where between a and b the part changes first, seen from a.
double Crossing(Vec3D a, Vec3D b, Part part_a) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 20; ++i) {
    const double middle = 0.5 * (low + high);
    (BodyPart(OntoBody(Between(a, b, middle))) == part_a ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

void HalfSurface::CutParts() {
  std::vector<Part> parts(points_.size());
  for (std::size_t v = 0; v < points_.size(); ++v) parts[v] = BodyPart(points_[v]);

  struct Snap {
    double share;  // Of the edge.
    std::uint32_t vertex;
    std::size_t order;  // In which they were found.
    Vec3D to;
  };
  std::vector<Snap> snaps;
  for (const Edge edge : Edges()) {
    if (parts[edge.a] == parts[edge.b]) continue;
    const Vec3D a = points_[edge.a], b = points_[edge.b];
    const double t = Crossing(a, b, parts[edge.a]);
    // Along the rim a vertex may slide; off the rim one may not come onto it, nor leave it.
    const bool both = on_rim(edge.a) == on_rim(edge.b);
    const Vec3D to = OntoBody(Between(a, b, t));
    if (t < kMostSnap && (both || !on_rim(edge.a))) snaps.push_back({t, edge.a, snaps.size(), to});
    if (1.0 - t < kMostSnap && (both || !on_rim(edge.b)))
      snaps.push_back({1.0 - t, edge.b, snaps.size(), to});
  }
  // The nearest first; a vertex moves once, and to the nearest place.
  std::sort(snaps.begin(), snaps.end(), [](const Snap& x, const Snap& y) {
    if (x.share != y.share) return x.share < y.share;
    return x.vertex != y.vertex ? x.vertex < y.vertex : x.order < y.order;
  });
  for (const Snap& snap : snaps) {
    if (on_border_[snap.vertex]) continue;
    on_border_[snap.vertex] = 1;
    points_[snap.vertex] = snap.to;
  }

  // What is still crossed between two vertices off the border.
  for (const Edge edge : Edges()) {
    if (on_border_[edge.a] || on_border_[edge.b]) continue;
    if (edge.a >= parts.size() || edge.b >= parts.size() || parts[edge.a] == parts[edge.b])
      continue;
    const Vec3D a = points_[edge.a], b = points_[edge.b];
    Split(edge, OntoBody(Between(a, b, Crossing(a, b, parts[edge.a]))));
    on_border_.back() = 1;
  }
  TurnEdges();
  Relax();
  Compact();
}

Part HalfSurface::part(std::uint32_t triangle) const {
  const Triangle& corners = triangles_[triangle];
  for (const std::uint32_t v : corners) {
    if (!on_border_[v]) return BodyPart(points_[v]);
  }
  const Vec3D sum = Add(points_[corners[0]], Add(points_[corners[1]], points_[corners[2]]));
  return BodyPart(OntoBody(Scale(sum, 1.0 / 3.0)));
}

}  // namespace sinew::character

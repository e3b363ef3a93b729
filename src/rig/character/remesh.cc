// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/character/half_surface.h"

namespace sinew::character {
namespace {

// Edges are split above and joined below these parts of the wanted length.
constexpr double kLongest = 1.4;
constexpr double kShortest = 0.72;

}  // namespace

void HalfSurface::SplitLong() {
  for (const Edge edge : Edges()) {
    const Vec3D middle = Between(points_[edge.a], points_[edge.b], 0.5);
    const double length = Length(Sub(points_[edge.a], points_[edge.b]));
    const bool joins_rim = on_rim(edge.a) && on_rim(edge.b) && SidesOf(edge).count == 2;
    if (length > kLongest * BodyEdgeLength(middle) || joins_rim) Split(edge, OntoBody(middle));
  }
}

void HalfSurface::CollapseShort() {
  for (Edge edge : Edges()) {
    if (fans_[edge.a].empty() || fans_[edge.b].empty()) continue;
    const Sides sides = SidesOf(edge);
    if (sides.count == 0) continue;  // Gone with another.
    const Vec3D middle = Between(points_[edge.a], points_[edge.b], 0.5);
    const double wanted = BodyEdgeLength(middle);
    if (Length(Sub(points_[edge.a], points_[edge.b])) >= kShortest * wanted) continue;
    // A vertex of the rim stays on it, and stays.
    if (on_rim(edge.a) && !on_rim(edge.b)) edge = {edge.b, edge.a};
    if (on_rim(edge.a) && sides.count == 2) continue;
    const Vec3D point = on_rim(edge.b) && !on_rim(edge.a) ? points_[edge.b] : OntoBody(middle);
    if (MayCollapse(edge, point, kLongest * wanted)) Collapse(edge, point);
  }
}

void HalfSurface::TurnEdges() {
  for (const Edge edge : Edges()) {
    const Sides sides = SidesOf(edge);
    if (ImprovedByTurning(edge, sides)) Turn(edge, sides);
  }
}

// Every vertex goes to the middle of its neighbours, along the surface. Rim vertices look along the
// rim only; vertices between parts stay.
void HalfSurface::Relax() {
  std::vector<Vec3D> moved = points_;
  std::vector<std::uint32_t> around;
  for (std::uint32_t v = 0; v < points_.size(); ++v) {
    if (fans_[v].empty() || on_border_[v]) continue;
    Neighbours(v, around);
    Vec3D sum;
    double weights = 0.0;
    for (const std::uint32_t other : around) {
      if (on_rim(v) && !on_rim(other)) continue;
      const double wanted = BodyEdgeLength(Between(points_[v], points_[other], 0.5));
      const double weight = 1.0 / wanted;
      sum = Add(sum, Scale(points_[other], weight));
      weights += weight;
    }
    if (weights == 0.0) continue;
    const Vec3D step = Scale(Sub(Scale(sum, 1.0 / weights), points_[v]), 0.6);
    const Vec3D normal = Unit(BodyGradient(points_[v]));
    Vec3D to = Add(points_[v], Sub(step, Scale(normal, Dot(step, normal))));
    if (on_rim(v)) to.x = 0.0;
    // What is not on the rim stays off it.
    if (!on_rim(v) && to.x < 0.25 * points_[v].x) to.x = 0.25 * points_[v].x;
    to = OntoBody(to);
    if (!on_rim(v) && to.x <= 0.0) continue;
    moved[v] = to;
  }
  points_ = std::move(moved);
}

void HalfSurface::Remesh(int rounds, const std::function<void(float share)>& after) {
  for (int round = 0; round < rounds; ++round) {
    SplitLong();
    CollapseShort();
    TurnEdges();
    Relax();
    Relax();
    after(static_cast<float>(round + 1) / static_cast<float>(rounds));
  }
  Compact();
}

}  // namespace sinew::character

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/character/half_surface.h"

#include <algorithm>

namespace sinew::character {

void HalfSurface::BuildFans() {
  fans_.assign(points_.size(), {});
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    if (triangles_[t][0] == kGone) continue;
    for (const std::uint32_t v : triangles_[t]) fans_[v].push_back(t);
  }
}

void HalfSurface::Compact() {
  std::vector<std::uint32_t> place(points_.size(), kGone);
  std::vector<Vec3D> points;
  std::vector<std::uint8_t> on_border;
  std::vector<Triangle> triangles;
  for (const Triangle& triangle : triangles_) {
    if (triangle[0] == kGone) continue;
    Triangle moved;
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint32_t& to = place[triangle[i]];
      if (to == kGone) {
        to = static_cast<std::uint32_t>(points.size());
        points.push_back(points_[triangle[i]]);
        on_border.push_back(on_border_[triangle[i]]);
      }
      moved[i] = to;
    }
    triangles.push_back(moved);
  }
  points_ = std::move(points);
  on_border_ = std::move(on_border);
  triangles_ = std::move(triangles);
  BuildFans();
}

std::vector<HalfSurface::Edge> HalfSurface::Edges() const {
  std::vector<Edge> edges;
  for (const Triangle& triangle : triangles_) {
    if (triangle[0] == kGone) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = triangle[i], b = triangle[(i + 1) % 3];
      // Each once: from the side on which it ascends, or from the only side there is.
      if (a < b || SidesOf({a, b}).count == 1) edges.push_back({a, b});
    }
  }
  return edges;
}

HalfSurface::Sides HalfSurface::SidesOf(Edge edge) const {
  Sides sides;
  for (const std::uint32_t t : fans_[edge.a]) {
    const Triangle& triangle = triangles_[t];
    if (triangle[0] != edge.b && triangle[1] != edge.b && triangle[2] != edge.b) continue;
    if (sides.count < 2) sides.triangle[static_cast<std::size_t>(sides.count)] = t;
    ++sides.count;
  }
  return sides;
}

bool HalfSurface::Adjacent(std::uint32_t a, std::uint32_t b) const {
  return SidesOf({a, b}).count > 0;
}

void HalfSurface::Neighbours(std::uint32_t vertex, std::vector<std::uint32_t>& found) const {
  found.clear();
  for (const std::uint32_t t : fans_[vertex]) {
    for (const std::uint32_t v : triangles_[t]) {
      if (v != vertex && std::find(found.begin(), found.end(), v) == found.end()) {
        found.push_back(v);
      }
    }
  }
}

Vec3D HalfSurface::Normal(const Triangle& triangle) const {
  const Vec3D a = points_[triangle[0]];
  return Cross(Sub(points_[triangle[1]], a), Sub(points_[triangle[2]], a));
}

std::uint32_t HalfSurface::Opposite(std::uint32_t triangle, Edge edge) const {
  for (const std::uint32_t v : triangles_[triangle]) {
    if (v != edge.a && v != edge.b) return v;
  }
  return kGone;
}

void HalfSurface::Detach(std::uint32_t vertex, std::uint32_t triangle) {
  std::vector<std::uint32_t>& fan = fans_[vertex];
  fan.erase(std::find(fan.begin(), fan.end(), triangle));
}

void HalfSurface::Split(Edge edge, Vec3D point) {
  const auto middle = static_cast<std::uint32_t>(points_.size());
  const Sides sides = SidesOf(edge);
  points_.push_back(point);
  on_border_.push_back(0);
  fans_.emplace_back();
  for (int s = 0; s < sides.count; ++s) {
    const std::uint32_t old = sides.triangle[static_cast<std::size_t>(s)];
    const auto added = static_cast<std::uint32_t>(triangles_.size());
    const std::uint32_t far = Opposite(old, edge);
    Triangle other = triangles_[old];
    for (std::uint32_t& v : triangles_[old]) {
      if (v == edge.b) v = middle;
    }
    for (std::uint32_t& v : other) {
      if (v == edge.a) v = middle;
    }
    triangles_.push_back(other);
    Detach(edge.b, old);
    fans_[edge.b].push_back(added);
    fans_[far].push_back(added);
    fans_[middle].push_back(old);
    fans_[middle].push_back(added);
  }
}

// What stays of a collapsed edge is b, at the point.
bool HalfSurface::MayCollapse(Edge edge, Vec3D point, double longest) const {
  const auto [a, b] = edge;
  const Sides sides = SidesOf(edge);
  if (sides.count == 1 && fans_[a].size() + fans_[b].size() < 6) return false;
  std::vector<std::uint32_t> of_a, of_b;
  Neighbours(a, of_a);
  Neighbours(b, of_b);
  int common = 0;
  for (const std::uint32_t v : of_a) {
    if (v == b) continue;
    const bool shared = std::find(of_b.begin(), of_b.end(), v) != of_b.end();
    common += shared ? 1 : 0;
    if (!shared && on_rim(v) && on_rim(b) && sides.count == 2) return false;
    if (Length(Sub(points_[v], point)) > longest) return false;
    // A vertex of three triangles would be left with two.
    if (shared && fans_[v].size() <= (on_rim(v) ? 2u : 3u)) return false;
  }
  if (common != sides.count) return false;
  for (const std::uint32_t v : of_b) {
    if (v != a && Length(Sub(points_[v], point)) > longest) return false;
  }
  for (const std::uint32_t moved : {a, b}) {
    for (const std::uint32_t t : fans_[moved]) {
      Triangle after = triangles_[t];
      const Vec3D before_normal = Normal(after);
      if (std::count(after.begin(), after.end(), a) + std::count(after.begin(), after.end(), b) ==
          2) {
        continue;  // It goes.
      }
      std::array<Vec3D, 3> corner;
      for (std::size_t i = 0; i < 3; ++i) corner[i] = after[i] == moved ? point : points_[after[i]];
      const Vec3D normal = Cross(Sub(corner[1], corner[0]), Sub(corner[2], corner[0]));
      if (Dot(normal, before_normal) < 0.5 * Length(normal) * Length(before_normal)) return false;
    }
  }
  return true;
}

void HalfSurface::Collapse(Edge edge, Vec3D point) {
  const auto [a, b] = edge;
  const std::vector<std::uint32_t> fan = fans_[a];
  for (const std::uint32_t t : fan) {
    Triangle& triangle = triangles_[t];
    const bool goes = std::find(triangle.begin(), triangle.end(), b) != triangle.end();
    if (goes) {
      for (const std::uint32_t v : triangle) Detach(v, t);
      triangle[0] = kGone;
      continue;
    }
    for (std::uint32_t& v : triangle) {
      if (v == a) v = b;
    }
    fans_[b].push_back(t);
  }
  fans_[a].clear();
  points_[b] = point;
}

bool HalfSurface::ImprovedByTurning(Edge edge, const Sides& sides) const {
  if (sides.count != 2) return false;
  const std::uint32_t c = Opposite(sides.triangle[0], edge), d = Opposite(sides.triangle[1], edge);
  if (c == d || Adjacent(c, d) || (on_rim(c) && on_rim(d))) return false;
  if (on_border_[edge.a] && on_border_[edge.b]) return false;
  // How far the counts of neighbours are from what they are in an even mesh.
  const auto excess = [&](std::uint32_t v, int change) {
    const int wanted = on_rim(v) ? 3 : 6;  // Triangles.
    const int e = static_cast<int>(fans_[v].size()) + change - wanted;
    return e * e;
  };
  const int before = excess(edge.a, 0) + excess(edge.b, 0) + excess(c, 0) + excess(d, 0);
  const int after = excess(edge.a, -1) + excess(edge.b, -1) + excess(c, 1) + excess(d, 1);
  if (after >= before) return false;
  if (fans_[edge.a].size() <= 3 || fans_[edge.b].size() <= 3) return false;
  // Both new triangles must look the way the old ones did, and not be slivers.
  const Vec3D old_normal =
      Add(Normal(triangles_[sides.triangle[0]]), Normal(triangles_[sides.triangle[1]]));
  for (const std::uint32_t end : {edge.a, edge.b}) {
    Triangle turned = triangles_[sides.triangle[0]];
    const std::uint32_t other = end == edge.a ? edge.b : edge.a;
    for (std::uint32_t& v : turned) {
      if (v == other) v = d;
    }
    const Vec3D normal = Normal(turned);
    if (Dot(normal, old_normal) < 0.7 * Length(normal) * Length(old_normal)) return false;
    const double longest =
        std::max({Length(Sub(points_[c], points_[d])), Length(Sub(points_[c], points_[end])),
                  Length(Sub(points_[d], points_[end]))});
    if (Length(normal) < 0.2 * longest * longest) return false;
  }
  return true;
}

void HalfSurface::Turn(Edge edge, const Sides& sides) {
  const std::uint32_t first = sides.triangle[0], second = sides.triangle[1];
  const std::uint32_t c = Opposite(first, edge), d = Opposite(second, edge);
  // first keeps a, second keeps b.
  for (std::uint32_t& v : triangles_[first]) {
    if (v == edge.b) v = d;
  }
  for (std::uint32_t& v : triangles_[second]) {
    if (v == edge.a) v = c;
  }
  Detach(edge.b, first);
  Detach(edge.a, second);
  fans_[d].push_back(first);
  fans_[c].push_back(second);
}

}  // namespace sinew::character

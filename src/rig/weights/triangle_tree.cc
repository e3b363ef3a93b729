// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/triangle_tree.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>

namespace sinew::weights {
namespace {

constexpr std::uint32_t kLeafTriangles = 4;
constexpr std::size_t kMostDepth = 64;  // Halves of 2^32 triangles are leaves long before.

// Both ends of a ray must be at least this far from a face's plane for it to stand in the way, in
// the surface's scaled unit: faces that a ray touches or grazes do not, and rounding decides
// nothing.
constexpr double kTouching = 1e-5;
// How far beside an edge a ray still meets a triangle, in shares of it: nothing slips between two
// triangles.
constexpr double kEdge = 1e-9;
constexpr double kBoxMargin = 1e-9;

double Part(Vec3D v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

struct Ray {
  Vec3D from, along;  // To the end.
};

// Narrows [begin, end] to where the ray is between two planes; false where it never is.
bool Clip(double low, double high, double from, double along, double& begin, double& end) {
  low -= kBoxMargin;
  high += kBoxMargin;
  if (along == 0.0) return from >= low && from <= high;
  double enter = (low - from) / along, leave = (high - from) / along;
  if (leave < enter) std::swap(enter, leave);
  begin = std::max(begin, enter);
  end = std::min(end, leave);
  return begin <= end;
}

bool Meets(const Ray& ray, Vec3D a, Vec3D b, Vec3D c) {
  const Vec3D ab = Sub(b, a), ac = Sub(c, a), from_a = Sub(ray.from, a);
  const Vec3D normal = Cross(ab, ac);
  const double side = Dot(from_a, normal), turn = -Dot(ray.along, normal);
  const double other_side = side - turn;
  if ((side > 0.0) == (other_side > 0.0)) return false;  // Most of them, without a square root.
  const double least = kTouching * Length(normal);
  const bool crosses =
      (side > least && other_side < -least) || (side < -least && other_side > least);
  if (!crosses) return false;  // Neither where there is no area.
  const Vec3D across = Cross(from_a, ray.along);
  const double u = Dot(ac, across) / turn, v = -Dot(ab, across) / turn;
  return u >= -kEdge && v >= -kEdge && u + v <= 1.0 + kEdge;
}

double Outside(double low, double high, double at) {
  return at < low ? low - at : at > high ? at - high : 0.0;
}

// The point of a triangle that is nearest to p, as shares of its corners. By the regions of its
// corners, its edges and its inside (Ericson, Real-Time Collision Detection, 5.1.5).
std::array<double, 3> NearestShares(Vec3D a, Vec3D b, Vec3D c, Vec3D p) {
  const Vec3D ab = Sub(b, a), ac = Sub(c, a), ap = Sub(p, a), bp = Sub(p, b), cp = Sub(p, c);
  const double d1 = Dot(ab, ap), d2 = Dot(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0) return {1, 0, 0};
  const double d3 = Dot(ab, bp), d4 = Dot(ac, bp);
  if (d3 >= 0.0 && d4 <= d3) return {0, 1, 0};
  const double d5 = Dot(ab, cp), d6 = Dot(ac, cp);
  if (d6 >= 0.0 && d5 <= d6) return {0, 0, 1};
  const double for_c = d1 * d4 - d3 * d2;
  if (for_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 - d3 > 0.0) {
    const double t = d1 / (d1 - d3);
    return {1.0 - t, t, 0};
  }
  const double for_b = d5 * d2 - d1 * d6;
  if (for_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0 && d2 - d6 > 0.0) {
    const double t = d2 / (d2 - d6);
    return {1.0 - t, 0, t};
  }
  const double for_a = d3 * d6 - d5 * d4;
  const double sum = (d4 - d3) + (d5 - d6);
  if (for_a <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 && sum > 0.0) {
    const double t = (d4 - d3) / sum;
    return {0, 1.0 - t, t};
  }
  const double all = for_a + for_b + for_c;
  if (!(all > 0.0)) return {1, 0, 0};  // No area, and no edge took it: rounding.
  const double v = for_b / all, w = for_c / all;
  return {std::max(0.0, 1.0 - v - w), v, w};
}

}  // namespace

TriangleTree::TriangleTree(const Surface& surface) : surface_(surface) {
  const auto count = static_cast<std::uint32_t>(surface.triangles.size());
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0u);
  std::vector<Vec3D> middles;
  middles.reserve(count);
  for (std::uint32_t t = 0; t < count; ++t) {
    const Box box = BoxOf(t);
    middles.push_back(Add(box.low, box.high));
  }
  if (count > 0) Build(0, count, middles);
  island_roots_.assign(surface.island_count, 0);
  if (surface.island_count < 2) return;
  const auto island_of = [&](std::uint32_t t) {
    return surface.island_of_place[surface.triangles[t][0]];
  };
  std::vector<std::uint32_t> next(surface.island_count + std::size_t{1}, count);
  for (std::uint32_t t = 0; t < count; ++t) ++next[island_of(t) + std::size_t{1}];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1] - count;
  const std::vector<std::uint32_t> begins = next;
  order_.resize(std::size_t{count} * 2);
  for (std::uint32_t t = 0; t < count; ++t) order_[next[island_of(t)]++] = t;
  for (std::uint32_t i = 0; i < surface.island_count; ++i) {
    island_roots_[i] = static_cast<std::uint32_t>(nodes_.size());
    Build(begins[i], begins[i + 1], middles);
  }
}

TriangleTree::Box TriangleTree::BoxOf(std::uint32_t triangle) const {
  Box box{surface_.places[surface_.triangles[triangle][0]], {}};
  box.high = box.low;
  for (const std::uint32_t corner : surface_.triangles[triangle]) {
    const Vec3D p = surface_.places[corner];
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  return box;
}

// Halves along the longest side of the middles' box.
void TriangleTree::Build(std::uint32_t begin, std::uint32_t end,
                         const std::vector<Vec3D>& middles) {
  const std::size_t node = nodes_.size();
  nodes_.emplace_back();
  Box box = BoxOf(order_[begin]);
  Vec3D low = middles[order_[begin]], high = low;
  for (std::uint32_t i = begin + 1; i < end; ++i) {
    const Box one = BoxOf(order_[i]);
    const Vec3D m = middles[order_[i]];
    box.low = {std::min(box.low.x, one.low.x), std::min(box.low.y, one.low.y),
               std::min(box.low.z, one.low.z)};
    box.high = {std::max(box.high.x, one.high.x), std::max(box.high.y, one.high.y),
                std::max(box.high.z, one.high.z)};
    low = {std::min(low.x, m.x), std::min(low.y, m.y), std::min(low.z, m.z)};
    high = {std::max(high.x, m.x), std::max(high.y, m.y), std::max(high.z, m.z)};
  }
  nodes_[node].box = box;
  if (end - begin <= kLeafTriangles) {
    nodes_[node].first = begin;
    nodes_[node].count = end - begin;
    return;
  }
  const Vec3D size = Sub(high, low);
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::uint32_t half = begin + (end - begin) / 2;
  const auto at = [&](std::uint32_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(half), at(end), [&](std::uint32_t a, std::uint32_t b) {
    const double of_a = Part(middles[a], axis), of_b = Part(middles[b], axis);
    return of_a != of_b ? of_a < of_b : a < b;
  });
  Build(begin, half, middles);
  nodes_[node].first = static_cast<std::uint32_t>(nodes_.size());
  Build(half, end, middles);
}

bool TriangleTree::OwnBetween(std::uint32_t place, Vec3D point) const {
  return IsMet(island_roots_[surface_.island_of_place[place]], place, point, true);
}

bool TriangleTree::OthersBetween(std::uint32_t place, Vec3D point) const {
  return surface_.island_count > 1 && IsMet(0, place, point, false);
}

bool TriangleTree::IsMet(std::uint32_t root, std::uint32_t place, Vec3D point, bool own) const {
  const Ray ray{surface_.places[place], Sub(point, surface_.places[place])};
  std::array<std::uint32_t, kMostDepth> open;
  std::size_t open_count = 0;
  open[open_count++] = root;
  while (open_count > 0) {
    const std::uint32_t index = open[--open_count];
    const Node& node = nodes_[index];
    box_count_ += 1 + node.count;
    double begin = 0.0, end = 1.0;
    if (!Clip(node.box.low.x, node.box.high.x, ray.from.x, ray.along.x, begin, end) ||
        !Clip(node.box.low.y, node.box.high.y, ray.from.y, ray.along.y, begin, end) ||
        !Clip(node.box.low.z, node.box.high.z, ray.from.z, ray.along.z, begin, end)) {
      continue;
    }
    if (node.count == 0) {
      open[open_count++] = node.first;
      open[open_count++] = index + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const std::array<std::uint32_t, 3>& t = surface_.triangles[order_[i]];
      if (t[0] == place || t[1] == place || t[2] == place) continue;
      if ((surface_.island_of_place[t[0]] == surface_.island_of_place[place]) != own) continue;
      if (Meets(ray, surface_.places[t[0]], surface_.places[t[1]], surface_.places[t[2]])) {
        return true;
      }
    }
  }
  return false;
}

NearestPoint TriangleTree::Nearest(Vec3D point) const {
  NearestPoint best;
  std::optional<double> best_square;
  std::array<std::uint32_t, kMostDepth> open;
  std::size_t open_count = 0;
  open[open_count++] = 0;
  const auto square_to = [&](const Node& node) {
    const Vec3D away{Outside(node.box.low.x, node.box.high.x, point.x),
                     Outside(node.box.low.y, node.box.high.y, point.y),
                     Outside(node.box.low.z, node.box.high.z, point.z)};
    return Dot(away, away);
  };
  while (open_count > 0) {
    const std::uint32_t index = open[--open_count];
    const Node& node = nodes_[index];
    box_count_ += 1 + node.count;
    if (best_square && square_to(node) > *best_square * (1.0 + 1e-9)) continue;
    if (node.count == 0) {
      const bool second_first = square_to(nodes_[node.first]) < square_to(nodes_[index + 1]);
      open[open_count++] = second_first ? index + 1 : node.first;
      open[open_count++] = second_first ? node.first : index + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const std::uint32_t triangle = order_[i];
      const std::array<std::uint32_t, 3>& t = surface_.triangles[triangle];
      const Vec3D a = surface_.places[t[0]], b = surface_.places[t[1]], c = surface_.places[t[2]];
      const std::array<double, 3> shares = NearestShares(a, b, c, point);
      const Vec3D at = Add(Add(Scale(a, shares[0]), Scale(b, shares[1])), Scale(c, shares[2]));
      const Vec3D away = Sub(at, point);
      const double square = Dot(away, away);
      if (best_square &&
          (square > *best_square || (square == *best_square && triangle >= best.triangle))) {
        continue;
      }
      best_square = square;
      best = {triangle, shares, std::sqrt(square)};
    }
  }
  return best;
}

}  // namespace sinew::weights

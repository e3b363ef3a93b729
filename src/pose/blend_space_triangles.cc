// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A sweep from left to right makes some triangulation: each point is joined to the part of the hull
// that it sees. Then edges are flipped until every circle around a triangle is empty (Lawson). The
// sweep decides by exact areas. Whether a circle holds a point is decided in double with room for
// rounding: four points on one circle keep the edge they have, and every flip is a true step
// towards Delaunay, so that flipping ends.
#include "pose/blend_space_triangles.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/arithmetic.h"

namespace sinew {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

class Triangulator {
 public:
  explicit Triangulator(std::span<const GridPoint> points) : points_(points) {}

  Triangulation Run() {
    std::vector<std::uint32_t> order(points_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return points_[a] < points_[b]; });
    const std::size_t joined = JoinFirst(order);
    if (joined == 0) return Chain(order);
    for (std::size_t i = joined; i < order.size(); ++i) JoinToHull(order[i]);
    while (FlipSome()) {
    }
    Triangulation result{.triangles = std::move(triangles_), .edges = {}};
    for (std::size_t i = 0; i < hull_.size(); ++i) {
      result.edges.push_back({hull_[i], hull_[(i + 1) % hull_.size()]});
    }
    return result;
  }

 private:
  std::int64_t Area(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return TwiceArea(points_[a], points_[b], points_[c]);
  }

  static Triangulation Chain(std::span<const std::uint32_t> order) {
    Triangulation result;
    for (std::size_t i = 1; i < order.size(); ++i) result.edges.push_back({order[i - 1], order[i]});
    return result;
  }

  // The first points lie on a line; the first that does not is joined to all of them. How many
  // points that are; 0 where all lie on a line.
  std::size_t JoinFirst(std::span<const std::uint32_t> order) {
    std::size_t apex = 2;
    while (apex < order.size() && Area(order[0], order[1], order[apex]) == 0) ++apex;
    if (apex >= order.size()) return 0;
    hull_.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(apex));
    if (Area(order[0], order[1], order[apex]) < 0) std::reverse(hull_.begin(), hull_.end());
    for (std::size_t i = 1; i < apex; ++i) {
      triangles_.push_back({hull_[i - 1], hull_[i], order[apex]});
    }
    hull_.push_back(order[apex]);
    return apex + 1;
  }

  // The point is right of all that came before it, so it is outside and sees at least one edge.
  void JoinToHull(std::uint32_t point) {
    const auto sees = [&](std::size_t i) {
      return Area(hull_[i], hull_[(i + 1) % hull_.size()], point) < 0;
    };
    std::size_t first = 0;
    while (!sees(first) || sees((first + hull_.size() - 1) % hull_.size())) ++first;
    std::rotate(hull_.begin(), hull_.begin() + static_cast<std::ptrdiff_t>(first), hull_.end());
    std::size_t seen = 0;
    for (; sees(seen); ++seen) triangles_.push_back({hull_[seen + 1], hull_[seen], point});
    // What lies between the first and the last corner seen is inside now.
    hull_.erase(hull_.begin() + 1, hull_.begin() + static_cast<std::ptrdiff_t>(seen));
    hull_.insert(hull_.begin() + 1, point);
  }

  // Clearly inside the circle around abc, which runs counter-clockwise.
  bool CircleHolds(const Triangle& abc, std::uint32_t d) const {
    std::array<double, 3> x{}, y{}, square{};
    for (std::size_t i = 0; i < 3; ++i) {
      x[i] = static_cast<double>(points_[abc[i]][0] - points_[d][0]);
      y[i] = static_cast<double>(points_[abc[i]][1] - points_[d][1]);
      square[i] = x[i] * x[i] + y[i] * y[i];
    }
    double determinant = 0.0, size = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      const double left = x[j] * y[k], right = y[j] * x[k];
      determinant += square[i] * (left - right);
      size += square[i] * ((left < 0.0 ? -left : left) + (right < 0.0 ? -right : right));
    }
    constexpr double kRounding = 1e-14;
    return determinant > kRounding * size;
  }

  // An edge as a triangle has it, opposite its corner.
  struct Side {
    std::uint32_t low, high;  // Its ends.
    std::uint32_t triangle, corner;
  };

  // Flips edges of triangles that have not changed since the sides were listed. False: none.
  bool FlipSome() {
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      for (std::uint32_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t a = triangles_[t][(corner + 1) % 3],
                            b = triangles_[t][(corner + 2) % 3];
        sides.push_back({a < b ? a : b, a < b ? b : a, t, corner});
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
      if (a.low != b.low) return a.low < b.low;
      if (a.high != b.high) return a.high < b.high;
      return a.triangle < b.triangle;
    });
    std::vector<bool> changed(triangles_.size(), false);
    bool any = false;
    for (std::size_t i = 1; i < sides.size(); ++i) {
      const Side& one = sides[i - 1];
      const Side& other = sides[i];
      if (one.low != other.low || one.high != other.high) continue;
      if (changed[one.triangle] || changed[other.triangle] || !Flip(one, other)) continue;
      changed[one.triangle] = changed[other.triangle] = true;
      any = true;
    }
    return any;
  }

  bool Flip(const Side& one, const Side& other) {
    Triangle& first = triangles_[one.triangle];
    Triangle& second = triangles_[other.triangle];
    const std::uint32_t p = first[one.corner], q = second[other.corner];
    if (!CircleHolds(first, q)) return false;
    const std::uint32_t a = first[(one.corner + 1) % 3], b = first[(one.corner + 2) % 3];
    if (Area(p, a, q) <= 0 || Area(p, q, b) <= 0) return false;
    first = {p, a, q};
    second = {p, q, b};
    return true;
  }

  std::span<const GridPoint> points_;
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> hull_;  // Counter-clockwise.
};

}  // namespace

Triangulation Triangulate(std::span<const GridPoint> points) { return Triangulator(points).Run(); }

}  // namespace sinew

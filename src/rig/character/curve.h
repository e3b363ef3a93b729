// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A value over time that goes smoothly through given points.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "base/arithmetic.h"

namespace sinew::character {

class Curve {
 public:
  struct Point {
    double time = 0.0, value = 0.0;
    // Change a unit of time. Without: as the neighbours ask for; none at the ends.
    std::optional<double> slope{};
  };

  Curve(std::initializer_list<Point> points) : Curve(std::vector<Point>(points)) {}
  explicit Curve(std::vector<Point> points) : points_(std::move(points)) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (points_[i].slope) continue;
      const bool inner = i > 0 && i + 1 < points_.size();
      points_[i].slope = inner ? InnerSlope(i) : 0.0;
    }
  }

  double At(double time) const {
    if (time <= points_.front().time) return points_.front().value;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      if (time < points_[i].time) return Hermite(points_[i - 1], points_[i], time);
    }
    return points_.back().value;
  }

 private:
  // Where the curve turns back it stands still, so that it never goes beyond its points.
  double InnerSlope(std::size_t i) const {
    const Point &a = points_[i - 1], &b = points_[i], &c = points_[i + 1];
    const double before = (b.value - a.value) / (b.time - a.time);
    const double after = (c.value - b.value) / (c.time - b.time);
    if (before * after <= 0.0) return 0.0;
    return 2.0 * before * after / (before + after);
  }

  static double Hermite(const Point& a, const Point& b, double time) {
    const double width = b.time - a.time, u = (time - a.time) / width;
    const double u2 = u * u, u3 = u2 * u;
    return (2.0 * u3 - 3.0 * u2 + 1.0) * a.value + (u3 - 2.0 * u2 + u) * width * *a.slope +
           (3.0 * u2 - 2.0 * u3) * b.value + (u3 - u2) * width * *b.slope;
  }

  std::vector<Point> points_;
};

}  // namespace sinew::character

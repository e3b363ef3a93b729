// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Samples and parameters are rounded to a grid of 2^29 steps across the samples' extent, finer than
// floats of that size are. There areas are whole numbers: which triangle holds a parameter, and the
// weights in it up to one division, are exact, and a sample finds itself.
#include "sinew/blend_space.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "base/arithmetic.h"
#include "math/rounding.h"
#include "math/usable.h"
#include "pose/blend_space_triangles.h"
#include "sinew/hash.h"

namespace sinew {
namespace {

// Nearer samples are taken for one.
constexpr std::int64_t kNearest = kGridSteps / 65536;

Failure About(std::size_t sample, const char* message) {
  return {FailureCode::kInvalid, "/" + std::to_string(sample), message};
}

// The grid along one axis.
struct Axis {
  double origin = 0.0;
  double scale = 0.0;  // Grid steps a unit; 0 where all samples are at one place.
};

Axis AxisOf(std::span<const Vec2> samples, float Vec2::* axis) {
  float low = samples[0].*axis, high = low;
  for (const Vec2& sample : samples) {
    low = sample.*axis < low ? sample.*axis : low;
    high = sample.*axis > high ? sample.*axis : high;
  }
  const double extent = static_cast<double>(high) - static_cast<double>(low);
  return {low, extent > 0.0 ? static_cast<double>(kGridSteps) / extent : 0.0};
}

std::int64_t Nearest(double place) { return static_cast<std::int64_t>(scalar::RoundHalfUp(place)); }

bool IsOnGrid(double place) { return place >= 0.0 && place <= static_cast<double>(kGridSteps); }

}  // namespace

Result<BlendSpace> BlendSpace::Line(std::span<const float> samples) {
  std::vector<Vec2> in_plane(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) in_plane[i].x = samples[i];
  Result<BlendSpace> space = Plane(in_plane);
  if (space.ok()) space.value().dimension_ = 1;
  return space;
}

Result<BlendSpace> BlendSpace::Plane(std::span<const Vec2> samples) {
  if (samples.empty()) return Failure{FailureCode::kInvalid, "", "a blend space needs a sample"};
  if (samples.size() > kMostSamples) {
    return Failure{FailureCode::kLimit, "",
                   "a blend space has at most " + std::to_string(kMostSamples) + " samples"};
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!scalar::IsUsable(samples[i].x) || !scalar::IsUsable(samples[i].y)) {
      return About(i, "a sample's parameter is not a usable number");
    }
  }
  BlendSpace space;
  space.dimension_ = 2;
  space.sample_count_ = static_cast<std::uint32_t>(samples.size());
  const Axis x = AxisOf(samples, &Vec2::x), y = AxisOf(samples, &Vec2::y);
  space.origin_ = {x.origin, y.origin};
  space.scale_ = {x.scale, y.scale};
  for (const Vec2& sample : samples) {
    space.points_.push_back({Nearest((static_cast<double>(sample.x) - x.origin) * x.scale),
                             Nearest((static_cast<double>(sample.y) - y.origin) * y.scale)});
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const std::int64_t dx = space.points_[i][0] - space.points_[k][0];
      const std::int64_t dy = space.points_[i][1] - space.points_[k][1];
      if (dx < kNearest && -dx < kNearest && dy < kNearest && -dy < kNearest) {
        return About(i, "two samples stand at the same parameter");
      }
    }
  }
  Triangulation made = Triangulate(space.points_);
  space.triangles_ = std::move(made.triangles);
  space.edges_ = std::move(made.edges);
  return space;
}

std::uint64_t BlendSpace::hash() const {
  Hash64 hash;
  const auto add = [&](auto eight_bytes) {
    const auto bits = std::bit_cast<std::uint64_t>(eight_bytes);
    hash.Add(static_cast<std::uint32_t>(bits)).Add(static_cast<std::uint32_t>(bits >> 32));
  };
  hash.Add(dimension_).Add(sample_count_);
  for (const std::size_t axis : {0u, 1u}) {
    add(origin_[axis]);
    add(scale_[axis]);
  }
  for (const GridPoint& point : points_) {
    add(point[0]);
    add(point[1]);
  }
  return hash.value();
}

Error BlendSpace::Weights(Vec2 parameter, std::span<float> weights) const {
  if (dimension_ == 1) parameter.y = 0.0f;
  if (!scalar::IsUsable(parameter.x) || !scalar::IsUsable(parameter.y)) {
    return Error::kValueNotFinite;
  }
  if (weights.size() < sample_count_) return Error::kWeightsTooSmall;
  std::fill_n(weights.begin(), sample_count_, 0.0f);
  const double x = (static_cast<double>(parameter.x) - origin_[0]) * scale_[0];
  const double y = (static_cast<double>(parameter.y) - origin_[1]) * scale_[1];
  if (!IsOnGrid(x) || !IsOnGrid(y)) {
    WeighAtHull(x, y, weights);
    return Error::kNone;
  }
  const GridPoint at{Nearest(x), Nearest(y)};
  if (!WeighInside(at, weights)) {
    WeighAtHull(static_cast<double>(at[0]), static_cast<double>(at[1]), weights);
  }
  return Error::kNone;
}

bool BlendSpace::WeighInside(GridPoint at, std::span<float> weights) const {
  for (const std::array<std::uint32_t, 3>& triangle : triangles_) {
    const auto& [a, b, c] = triangle;
    const std::int64_t of_a = TwiceArea(points_[b], points_[c], at);
    const std::int64_t of_b = TwiceArea(points_[c], points_[a], at);
    const std::int64_t of_c = TwiceArea(points_[a], points_[b], at);
    if (of_a < 0 || of_b < 0 || of_c < 0) continue;
    const auto whole = static_cast<double>(of_a + of_b + of_c);
    weights[a] = static_cast<float>(static_cast<double>(of_a) / whole);
    weights[b] = static_cast<float>(static_cast<double>(of_b) / whole);
    weights[c] = static_cast<float>(static_cast<double>(of_c) / whole);
    return true;
  }
  return false;
}

void BlendSpace::WeighAtHull(double x, double y, std::span<float> weights) const {
  std::array<std::uint32_t, 2> nearest{0, 0};
  double nearest_along = 0.0, nearest_square = 0.0;
  bool found = false;
  for (const std::array<std::uint32_t, 2>& edge : edges_) {
    const auto ax = static_cast<double>(points_[edge[0]][0]);
    const auto ay = static_cast<double>(points_[edge[0]][1]);
    const double dx = static_cast<double>(points_[edge[1]][0]) - ax;
    const double dy = static_cast<double>(points_[edge[1]][1]) - ay;
    double along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    if (!(along > 0.0)) along = 0.0;
    if (along > 1.0) along = 1.0;
    // The square of the distance, less what all edges have in common: from far away that is all.
    const double at_x = ax + along * dx, at_y = ay + along * dy;
    const double square = at_x * (at_x - 2.0 * x) + at_y * (at_y - 2.0 * y);
    if (found && !(square < nearest_square)) continue;
    found = true;
    nearest = edge;
    nearest_along = along;
    nearest_square = square;
  }
  weights[nearest[0]] = static_cast<float>(1.0 - nearest_along);
  if (nearest_along > 0.0) weights[nearest[1]] = static_cast<float>(nearest_along);
}

}  // namespace sinew

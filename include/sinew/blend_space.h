// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blend spaces: clips stand at parameters (speed; or speed and turn), and a parameter between them
// becomes weights.
//
//   Line     one parameter: linear between the two neighbours; beyond the ends, the end.
//   Plane    two parameters: a Delaunay triangulation made at set-up, barycentric inside; outside,
//            the nearest point of the hull. Each axis is measured by the extent of its samples, so
//            that units do not matter.
//   Weights  one a sample, in the order given; in [0, 1]; they sum to one within rounding, and at
//            most three are not zero. At a sample its own is exactly one. They change continuously.
//   Rules    samples on one line in a plane: linear between neighbours at the nearest point of that
//            line. One sample: always one. Samples that coincide, or lie nearer than 1/65536 of the
//            extent in both axes, are refused.
//   Memory   making one allocates; asking it does not. It never changes, so threads may share it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew {

class BlendSpace {
 public:
  static constexpr std::uint32_t kMostSamples = 1024;

  // Any order. Fails without samples, with more than kMostSamples, with values that are not usable
  // and with samples that coincide; the failure's place is the sample's index ("/3").
  static Result<BlendSpace> Line(std::span<const float> samples);
  static Result<BlendSpace> Plane(std::span<const Vec2> samples);

  std::uint32_t sample_count() const { return sample_count_; }
  std::uint32_t dimension() const { return dimension_; }  // 1 or 2.
  // Triples of samples, counter-clockwise; none on a line.
  std::span<const std::array<std::uint32_t, 3>> triangles() const& { return triangles_; }

  // Of its samples: spaces of the same weigh alike.
  std::uint64_t hash() const;

  // weights[0 .. sample_count) for a parameter; a line reads parameter.x alone. Fails, and writes
  // nothing, where it is not usable (kValueNotFinite) or there is no room (kWeightsTooSmall).
  Error Weights(Vec2 parameter, std::span<float> weights) const;

  // Of a temporary these would be gone at the end of the statement.
  std::span<const std::array<std::uint32_t, 3>> triangles() const&& = delete;

 private:
  // On the grid on which the plane's decisions are made exactly: x, y.
  using GridPoint = std::array<std::int64_t, 2>;

  BlendSpace() = default;
  bool WeighInside(GridPoint at, std::span<float> weights) const;
  void WeighAtHull(double x, double y, std::span<float> weights) const;

  std::uint32_t sample_count_ = 0;
  std::uint32_t dimension_ = 1;
  std::array<double, 2> origin_{};  // Of the grid, in parameters,
  std::array<double, 2> scale_{};   // and how many grid steps a parameter is.
  std::vector<GridPoint> points_;   // One a sample.
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  // The hull's edges, counter-clockwise; on a line the pieces from end to end.
  std::vector<std::array<std::uint32_t, 2>> edges_;
};

}  // namespace sinew

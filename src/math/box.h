// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Boxes that are computed, inline. In double, so that only the rounding of what is bounded has to
// be thought of, and rounded outwards to float at the end.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/arithmetic.h"
#include "sinew/box.h"
#include "sinew/math.h"

namespace sinew::scalar {

// The next float above; `v` is finite and not the largest.
static inline float NextAbove(float v) {
  const auto bits = std::bit_cast<std::uint32_t>(v);
  if (v == 0.0f) return std::numeric_limits<float>::denorm_min();
  return std::bit_cast<float>(v > 0.0f ? bits + 1 : bits - 1);
}

// The least float that is not below v, and the greatest that is not above; beyond the largest
// float, that one.
static inline float RoundUp(double v) {
  constexpr float kMost = std::numeric_limits<float>::max();
  if (v > static_cast<double>(kMost)) return kMost;
  if (v < -static_cast<double>(kMost)) return -kMost;
  const auto nearest = static_cast<float>(v);
  return static_cast<double>(nearest) < v ? NextAbove(nearest) : nearest;
}
static inline float RoundDown(double v) { return -RoundUp(-v); }

struct BoxD {
  std::array<double, 3> min{std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
                            std::numeric_limits<double>::max()};
  std::array<double, 3> max{std::numeric_limits<double>::lowest(),
                            std::numeric_limits<double>::lowest(),
                            std::numeric_limits<double>::lowest()};

  bool empty() const { return min[0] > max[0]; }
};

static inline BoxD Widen(const Box& box) {
  if (box.empty()) return {};
  return {{box.min.x, box.min.y, box.min.z}, {box.max.x, box.max.y, box.max.z}};
}

static inline Box NarrowOutwards(const BoxD& box) {
  if (box.empty()) return {};
  return {{RoundDown(box.min[0]), RoundDown(box.min[1]), RoundDown(box.min[2])},
          {RoundUp(box.max[0]), RoundUp(box.max[1]), RoundUp(box.max[2])}};
}

static inline void Add(const BoxD& other, BoxD& box) {
  for (std::size_t r = 0; r < 3; ++r) {
    box.min[r] = other.min[r] < box.min[r] ? other.min[r] : box.min[r];
    box.max[r] = other.max[r] > box.max[r] ? other.max[r] : box.max[r];
  }
}

// By so much on every side; an empty one stays empty.
static inline BoxD Grown(const BoxD& box, double by) {
  if (box.empty()) return box;
  return {{box.min[0] - by, box.min[1] - by, box.min[2] - by},
          {box.max[0] + by, box.max[1] + by, box.max[2] + by}};
}

static inline bool Holds(const BoxD& outer, const BoxD& inner) {
  if (inner.empty()) return true;
  bool holds = true;
  for (std::size_t r = 0; r < 3; ++r) {
    holds &= outer.min[r] <= inner.min[r] && inner.max[r] <= outer.max[r];
  }
  return holds;
}

static inline double Diagonal(const BoxD& box) {
  if (box.empty()) return 0.0;
  const double x = box.max[0] - box.min[0], y = box.max[1] - box.min[1],
               z = box.max[2] - box.min[2];
  return std::sqrt(x * x + y * y + z * z);
}

// How far from its origin a box reaches along each axis, and at its furthest corner.
static inline std::array<double, 3> ReachByAxis(const BoxD& box) {
  std::array<double, 3> reach;
  for (std::size_t c = 0; c < 3; ++c) {
    const double low = box.min[c] < 0.0 ? -box.min[c] : box.min[c];
    const double high = box.max[c] < 0.0 ? -box.max[c] : box.max[c];
    reach[c] = low > high ? low : high;
  }
  return reach;
}

static inline double Reach(const BoxD& box) {
  const auto [x, y, z] = ReachByAxis(box);
  return std::sqrt(x * x + y * y + z * z);
}

// A matrix of doubles: what floats come to when their products are not rounded.
struct AffineD {
  std::array<std::array<double, 4>, 3> m{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
};

static inline AffineD Widen(const Affine& a) {
  AffineD wide;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) wide.m[r][c] = a.m[r][c];
  }
  return wide;
}

// The box around a moved box: its centre moved, its half size by the magnitudes of the matrix.
static inline BoxD Moved(const AffineD& a, const BoxD& box) {
  if (box.empty()) return box;
  BoxD moved;
  for (std::size_t r = 0; r < 3; ++r) {
    double centre = a.m[r][3], half = 0.0;
    for (std::size_t c = 0; c < 3; ++c) {
      const double entry = a.m[r][c];
      centre = centre + entry * (0.5 * (box.min[c] + box.max[c]));
      half = half + (entry < 0.0 ? -entry : entry) * (0.5 * (box.max[c] - box.min[c]));
    }
    moved.min[r] = centre - half;
    moved.max[r] = centre + half;
  }
  return moved;
}

// The magnitudes that are summed where a point of a box is moved, row by row: what rounding is
// relative to. `reach` is ReachByAxis of the box.
static inline std::array<double, 3> Magnitudes(const AffineD& a,
                                               const std::array<double, 3>& reach) {
  std::array<double, 3> sums;
  for (std::size_t r = 0; r < 3; ++r) {
    double sum = a.m[r][3] < 0.0 ? -a.m[r][3] : a.m[r][3];
    for (std::size_t c = 0; c < 3; ++c) {
      sum = sum + (a.m[r][c] < 0.0 ? -a.m[r][c] : a.m[r][c]) * reach[c];
    }
    sums[r] = sum;
  }
  return sums;
}

}  // namespace sinew::scalar

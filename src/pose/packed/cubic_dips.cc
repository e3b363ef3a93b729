// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/cubic_dips.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/arithmetic.h"

namespace sinew::packing {
namespace {

// From one key to the next, as polynomials of t in [0, 1], before it is made unit.
class Segment {
 public:
  Segment(const Track& track, std::size_t key) {
    const double length_s =
        static_cast<double>(track.times[key + 1]) - static_cast<double>(track.times[key]);
    const float* a = track.values.data() + key * 12;  // In-tangent, value, out-tangent.
    const float* b = a + 12;
    for (std::size_t i = 0; i < 4; ++i) {
      const double from = a[4 + i], to = b[4 + i];
      const double out = length_s * static_cast<double>(a[8 + i]);
      const double in = length_s * static_cast<double>(b[i]);
      polynomials_[i] = {from, out, 3.0 * (to - from) - 2.0 * out - in,
                         2.0 * (from - to) + out + in};
    }
  }

  double LengthSquared(double t) const {
    double squared = 0.0;
    for (const auto& p : polynomials_) {
      const double value = p[0] + t * (p[1] + t * (p[2] + t * p[3]));
      squared += value * value;
    }
    return squared;
  }

 private:
  std::array<std::array<double, 4>, 4> polynomials_{};
};

// Where it is least between two moments that have one minimum between them.
double Least(const Segment& segment, double low, double high) {
  for (int i = 0; i < 60; ++i) {
    const double third = (high - low) / 3.0;
    if (segment.LengthSquared(low + third) < segment.LengthSquared(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return low;
}

// The squared length has at most three minima: steps this fine keep them apart.
constexpr std::size_t kSteps = 64;
double StepTime(std::size_t step) { return static_cast<double>(step) / kSteps; }
// Of the squared length at the longer of the two keys.
constexpr double kDeep = 0.7;

}  // namespace

void AddDips(const Track& track, std::vector<float>& times_s) {
  if (track.property != Property::kRotation || track.interpolation != Interpolation::kCubicSpline) {
    return;
  }
  for (std::size_t key = 0; key + 1 < track.times.size(); ++key) {
    const Segment segment(track, key);
    std::array<double, kSteps + 1> at;
    for (std::size_t i = 0; i <= kSteps; ++i) at[i] = segment.LengthSquared(StepTime(i));
    const double deep = kDeep * std::max(at[0], at[kSteps]);
    const auto begin_s = static_cast<double>(track.times[key]);
    const auto end_s = static_cast<double>(track.times[key + 1]);
    for (std::size_t i = 1; i < kSteps; ++i) {
      // Only where a level stretch begins: most curves that stay put are level all along.
      if (!(at[i] < at[i - 1]) || at[i] > at[i + 1]) continue;
      const double t = Least(segment, StepTime(i - 1), StepTime(i + 1));
      if (segment.LengthSquared(t) > deep) continue;
      const auto time_s = static_cast<float>(begin_s + (end_s - begin_s) * t);
      if (time_s > track.times[key] && time_s < track.times[key + 1]) times_s.push_back(time_s);
    }
  }
}

}  // namespace sinew::packing

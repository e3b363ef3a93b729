// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Why the hulls hold (docs/bounds.md has it at length):
//   STEP         takes the values of keys, no others.
//   LINEAR       goes straight from point to point. Rotations go along the arc: every point of it
//                is a sum of the two ends with weights that are not negative, so its direction is
//                one of the chord's.
//   CUBICSPLINE  a cubic polynomial stays in the hull of its four control points of Bernstein's
//                form, over any part of its segment.
// A rotation whose quaternion points into a ball of radius r < 1 about the middle's is turned
// against it by half an angle whose sine is at most r: it moves a unit vector by 2 r at most.
#include "pose/bounds/track_hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/arithmetic.h"
#include "math/box.h"
#include "sinew/sampling.h"

namespace sinew {
namespace {

using Point = std::array<double, 4>;

// For the rounding of samples: a few units of the last place of a float.
constexpr double kRounding = 0x1p-20;

double Dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

double Length(const Point& a) { return std::sqrt(Dot(a, a)); }

// The key's value, as SampleTrack gives it where the key is hit.
Point SampleAt(const Track& track, double time_s) {
  std::array<float, 4> value{};
  SampleTrack(track, time_s, value);
  return {value[0], value[1], value[2], value[3]};
}

// A cubic segment in Bernstein's form, component by component.
struct Cubic {
  std::array<double, 4> control;

  // Between two of its parameters: de Casteljau's cuts, twice.
  Cubic Between(double from, double to) const {
    const Cubic head = Cut(to).first;  // Over [0, to].
    return to > 0.0 ? head.Cut(from / to).second
                    : Cubic{{head.control[0], head.control[0], head.control[0], head.control[0]}};
  }

 private:
  std::pair<Cubic, Cubic> Cut(double t) const {
    const auto mix = [t](double a, double b) { return a + (b - a) * t; };
    const double ab = mix(control[0], control[1]), bc = mix(control[1], control[2]),
                 cd = mix(control[2], control[3]);
    const double abc = mix(ab, bc), bcd = mix(bc, cd);
    const double middle = mix(abc, bcd);
    return {{{control[0], ab, abc, middle}}, {{middle, bcd, cd, control[3]}}};
  }
};

Cubic SegmentOf(const Track& track, std::size_t key, std::size_t component) {
  const std::size_t width = track.width;
  const auto at = [&](std::size_t k, std::size_t part) {
    return static_cast<double>(track.values[(k * 3 + part) * width + component]);
  };
  const double third_s =
      (static_cast<double>(track.times[key + 1]) - static_cast<double>(track.times[key])) / 3.0;
  const double a = at(key, 1), b = at(key + 1, 1);
  return {{a, a + third_s * at(key, 2), b - third_s * at(key + 1, 0), b}};
}

// The four control points of a segment's part; components beyond the width are zero.
template <typename Visit>
void VisitCubicPart(const Track& track, std::size_t key, double from, double to,
                    const Visit& visit) {
  std::array<Point, 4> points{};
  for (std::size_t c = 0; c < track.width; ++c) {
    const Cubic part = SegmentOf(track, key, c).Between(from, to);
    for (std::size_t k = 0; k < 4; ++k) points[k][c] = part.control[k];
  }
  for (const Point& point : points) visit(point);
}

template <typename Visit>
void VisitCubic(const Track& track, const Stretch& stretch, const Visit& visit) {
  const KeyInterval first = FindKeys(track.times, stretch.begin_s);
  const KeyInterval last = FindKeys(track.times, stretch.end_s);
  const std::size_t final_key = track.times.size() - 1;
  for (std::size_t key = first.a; key <= last.a; ++key) {
    if (key == final_key) {  // From there on it holds.
      Point held{};
      for (std::size_t c = 0; c < track.width; ++c) {
        held[c] = static_cast<double>(track.values[(key * 3 + 1) * track.width + c]);
      }
      visit(held);
      return;
    }
    const double from = key == first.a ? static_cast<double>(first.blend) : 0.0;
    const double to = key == last.a ? static_cast<double>(last.blend) : 1.0;
    VisitCubicPart(track, key, from, to, visit);
  }
}

// The keys strictly inside a stretch: from the first returned up to the second.
std::pair<std::size_t, std::size_t> KeysInside(const Track& track, const Stretch& stretch) {
  const auto begin = track.times.begin(), end = track.times.end();
  const auto first = std::upper_bound(begin, end, stretch.begin_s, [](double time_s, float key_s) {
    return time_s < static_cast<double>(key_s);
  });
  const auto last = std::lower_bound(first, end, stretch.end_s, [](float key_s, double time_s) {
    return static_cast<double>(key_s) < time_s;
  });
  return {static_cast<std::size_t>(first - begin), static_cast<std::size_t>(last - begin)};
}

// Points of STEP and LINEAR tracks, in the order of time.
template <typename Visit>
void VisitKeyed(const Track& track, const Stretch& stretch, const Visit& visit) {
  visit(SampleAt(track, stretch.begin_s));
  const auto [first, last] = KeysInside(track, stretch);
  for (std::size_t key = first; key < last; ++key) {
    visit(SampleAt(track, static_cast<double>(track.times[key])));
  }
  if (track.interpolation == Interpolation::kLinear) visit(SampleAt(track, stretch.end_s));
}

double Distance(const Point& a, const Point& b) {
  return Length({a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]});
}

// q and -q are one rotation: LINEAR takes the sign of the next key that is nearer, so the way is
// followed sign by sign, and held against the middle in both signs.
double KeyedTurn(const Track& track, const Stretch& stretch, const Point& middle) {
  if (track.interpolation == Interpolation::kStep) {  // No way: each value by itself.
    double largest = 0.0;
    VisitKeyed(track, stretch, [&](const Point& p) {
      const Point opposite{-p[0], -p[1], -p[2], -p[3]};
      largest = std::max(largest, std::min(Distance(p, middle), Distance(opposite, middle)));
    });
    return largest;
  }
  constexpr double kNoSign = 1e-5;  // Half a turn from key to key: rounding chooses the way.
  double largest = 0.0, largest_opposite = 0.0;
  bool has_sign = true, first = true;
  Point before = middle;
  VisitKeyed(track, stretch, [&](Point p) {
    const double cosine = Dot(before, p);
    has_sign &= first || cosine > kNoSign || cosine < -kNoSign;
    first = false;
    if (cosine < 0.0) p = {-p[0], -p[1], -p[2], -p[3]};
    largest = std::max(largest, Distance(p, middle));
    largest_opposite = std::max(largest_opposite, Distance({-p[0], -p[1], -p[2], -p[3]}, middle));
    before = p;
  });
  return has_sign ? std::min(largest, largest_opposite) : 1.0;
}

// The polynomial itself is not of unit length: the ball is about its own value in the middle.
double CubicTurn(const Track& track, const Stretch& stretch) {
  const double middle_s = stretch.middle_s();
  Point middle{};
  VisitCubic(track, {middle_s, middle_s}, [&](const Point& p) { middle = p; });
  double largest = 0.0;
  VisitCubic(track, stretch,
             [&](const Point& p) { largest = std::max(largest, Distance(p, middle)); });
  const double length = Length(middle);
  return length > 0.0 ? largest / length : 1.0;
}

}  // namespace

double LargestDeviation(const Track& track, const Stretch& stretch,
                        const std::array<float, 4>& middle) {
  const Point at_middle{middle[0], middle[1], middle[2], middle[3]};
  const bool cubic = track.interpolation == Interpolation::kCubicSpline;
  if (track.property == Property::kRotation) {
    const double radius =
        (cubic ? CubicTurn(track, stretch) : KeyedTurn(track, stretch, at_middle)) + kRounding;
    return radius < 1.0 ? 2.0 * radius : 2.0;
  }
  double largest = 0.0, size = 0.0;
  const auto visit = [&](const Point& p) {
    largest = std::max(largest, Distance(p, at_middle));
    size = std::max(size, Length(p));
  };
  if (cubic) {
    VisitCubic(track, stretch, visit);
  } else {
    VisitKeyed(track, stretch, visit);
  }
  return largest > 0.0 ? largest + kRounding * size : 0.0;
}

ValueRange RangeOf(const Track& track, std::uint32_t component) {
  double low = 0.0, high = 0.0, size = 0.0;
  bool first = true;
  const auto add = [&](double value) {
    low = first || value < low ? value : low;
    high = first || value > high ? value : high;
    size = std::max(size, value < 0.0 ? -value : value);
    first = false;
  };
  if (track.interpolation != Interpolation::kCubicSpline) {
    for (std::size_t key = 0; key < track.times.size(); ++key) {
      add(static_cast<double>(track.values[key * track.width + component]));
    }
  } else {
    add(static_cast<double>(track.values[std::size_t{track.width} + component]));
    for (std::size_t key = 0; key + 1 < track.times.size(); ++key) {
      for (const double value : SegmentOf(track, key, component).control) add(value);
    }
  }
  const double off = low < high ? kRounding * size : 0.0;
  return {scalar::RoundDown(low - off), scalar::RoundUp(high + off)};
}

}  // namespace sinew

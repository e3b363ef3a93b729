// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A ray against boxes and triangles, inline, in double.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "base/arithmetic.h"
#include "math/vec_double.h"
#include "sinew/box.h"
#include "sinew/picking.h"

namespace sinew::scalar {

// A ray that is looked along: the axis it follows most is z, the others are sheared so that it runs
// along z, and lengths are along z. A triangle is then hit where its projection holds the origin:
// that is decided by one number an edge, and triangles that share an edge get the same number with
// opposite signs. So there is no gap between them.
struct LookAlong {
  Vec3D origin;
  std::array<double, 3> direction;
  std::size_t x = 0, y = 1, z = 2;
  double shear_x = 0.0, shear_y = 0.0;

  explicit LookAlong(const Ray& ray)
      : origin(Widen(ray.origin)), direction{ray.direction.x, ray.direction.y, ray.direction.z} {
    const auto size = [&](std::size_t axis) {
      return direction[axis] < 0.0 ? -direction[axis] : direction[axis];
    };
    z = size(0) >= size(1) && size(0) >= size(2) ? 0 : size(1) >= size(2) ? 1 : 2;
    x = (z + 1) % 3;
    y = (z + 2) % 3;
    if (direction[z] < 0.0) {  // Keeps what is counter-clockwise so.
      const std::size_t other = x;
      x = y;
      y = other;
    }
    shear_x = direction[x] / direction[z];
    shear_y = direction[y] / direction[z];
  }

  Vec3D Seen(Vec3 point) const {
    const Vec3D from = Sub(Widen(point), origin);
    const std::array<double, 3> p{from.x, from.y, from.z};
    return {p[x] - shear_x * p[z], p[y] - shear_y * p[z], p[z] / direction[z]};
  }
};

struct TriangleHit {
  std::array<double, 3> shares;
  double along;  // In lengths of the direction.
};

// Which side of the edge from a to b the ray passes on: Side(a, b) is exactly -Side(b, a).
static inline double Side(Vec3D a, Vec3D b) { return a.x * b.y - a.y * b.x; }

// True where the corners lie on one line, or nearly: the sine of the angle is below 1e-14.
static inline bool HasNoArea(const std::array<Vec3, 3>& corners) {
  const Vec3D a = Sub(Widen(corners[1]), Widen(corners[0]));
  const Vec3D b = Sub(Widen(corners[2]), Widen(corners[0]));
  const Vec3D normal = Cross(a, b);
  return !(Dot(normal, normal) > 1e-28 * (Dot(a, a) * Dot(b, b)));
}

static inline std::optional<TriangleHit> HitTriangle(const LookAlong& look,
                                                     const std::array<Vec3, 3>& corners,
                                                     RaySides sides) {
  const Vec3D a = look.Seen(corners[0]), b = look.Seen(corners[1]), c = look.Seen(corners[2]);
  const double of_a = Side(c, b), of_b = Side(a, c), of_c = Side(b, a);
  const bool any_below = of_a < 0.0 || of_b < 0.0 || of_c < 0.0;
  const bool any_above = of_a > 0.0 || of_b > 0.0 || of_c > 0.0;
  if (any_below && any_above) return std::nullopt;
  if (any_below && sides == RaySides::kFront) return std::nullopt;
  const double all = of_a + of_b + of_c;
  if (all == 0.0 || HasNoArea(corners)) return std::nullopt;
  const double along = (of_a * a.z + of_b * b.z + of_c * c.z) / all;
  if (!(along >= 0.0)) return std::nullopt;
  return TriangleHit{{of_a / all, of_b / all, of_c / all}, along};
}

// Where along the ray a box begins, in lengths of the direction, not below 0; nothing where the ray
// misses it, or only meets it beyond `last`. Each face is moved outwards by more than the test of a
// triangle in the box can be off.
static inline std::optional<double> EntersBox(const LookAlong& look, const Box& box, double last) {
  if (box.empty()) return std::nullopt;
  const std::array low{box.min.x, box.min.y, box.min.z}, high{box.max.x, box.max.y, box.max.z};
  const std::array origin{look.origin.x, look.origin.y, look.origin.z};
  double first = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    constexpr double kRoom = 1e-12;
    const auto size = [](double v) { return v < 0.0 ? -v : v; };
    const double reach = size(origin[axis]) + size(static_cast<double>(low[axis])) +
                         size(static_cast<double>(high[axis]));
    double near = static_cast<double>(low[axis]) - kRoom * reach - origin[axis];
    double far = static_cast<double>(high[axis]) + kRoom * reach - origin[axis];
    const double direction = look.direction[axis];
    if (direction == 0.0) {
      if (near > 0.0 || far < 0.0) return std::nullopt;
      continue;
    }
    near = near / direction;
    far = far / direction;
    if (near > far) {
      const double other = near;
      near = far;
      far = other;
    }
    first = near > first ? near : first;
    last = far < last ? far : last;
  }
  if (first * (1.0 - 1e-12) > last * (1.0 + 1e-12)) return std::nullopt;
  return first;
}

// Where a triangle was hit; which triangle that was is the caller's to say.
//   length  of the ray's direction.
static inline RayHit DescribeHit(const TriangleHit& found, const std::array<Vec3, 3>& corners,
                                 double length) {
  RayHit hit;
  Vec3D position;
  for (std::size_t k = 0; k < 3; ++k) {
    hit.barycentric[k] = static_cast<float>(found.shares[k]);
    position = Add(position, Scale(Widen(corners[k]), found.shares[k]));
  }
  hit.distance = static_cast<float>(found.along * length);
  hit.position = Narrow(position);
  return hit;
}

}  // namespace sinew::scalar

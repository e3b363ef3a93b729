// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Shapes as distance fields: negative inside, about a metre a metre outside, smooth where shapes
// melt into one another. In double; + - * / and the square root only.
#pragma once

#include <cmath>

#include "math/vec_double.h"

namespace sinew::character {

using scalar::Add;
using scalar::Cross;
using scalar::Dot;
using scalar::Length;
using scalar::Narrow;
using scalar::Scale;
using scalar::Sub;
using scalar::UnitOr;
using scalar::Vec3D;

inline Vec3D Between(Vec3D a, Vec3D b, double t) { return Add(a, Scale(Sub(b, a), t)); }
inline Vec3D Unit(Vec3D v) { return UnitOr(v, {0.0, 1.0, 0.0}); }

// Union and intersection with a fillet about k wide. Exactly the lesser (or greater) of the two
// where they are k apart.
inline double SmoothMin(double a, double b, double k) {
  const double apart = a < b ? b - a : a - b;
  const double least = a < b ? a : b;
  if (!(apart < k)) return least;
  const double h = (k - apart) / k;
  return least - h * h * k * 0.25;
}
inline double SmoothMax(double a, double b, double k) { return -SmoothMin(-a, -b, k); }

// |x| without the crease at zero.
inline double SmoothAbs(double x, double rounding) {
  return std::sqrt(x * x + rounding * rounding);
}

inline double HalfSpace(Vec3D p, Vec3D on_plane, Vec3D unit_outward) {
  return Dot(Sub(p, on_plane), unit_outward);
}

// A capsule whose ends have radii of their own.
inline double TaperedCapsule(Vec3D p, Vec3D a, Vec3D b, double radius_a, double radius_b) {
  const Vec3D axis = Sub(b, a), from = Sub(p, a);
  const double l2 = Dot(axis, axis), shrink = radius_a - radius_b;
  const double a2 = l2 - shrink * shrink, inverse = 1.0 / l2;
  const double y = Dot(from, axis), z = y - l2;
  const Vec3D across = Sub(Scale(from, l2), Scale(axis, y));
  const double x2 = Dot(across, across), y2 = y * y * l2, z2 = z * z * l2;
  const double k = (shrink < 0.0 ? -1.0 : 1.0) * shrink * shrink * x2;
  if ((z < 0.0 ? -1.0 : 1.0) * a2 * z2 > k) return std::sqrt(x2 + z2) * inverse - radius_b;
  if ((y < 0.0 ? -1.0 : 1.0) * a2 * y2 < k) return std::sqrt(x2 + y2) * inverse - radius_a;
  return (std::sqrt(x2 * a2 * inverse) + y * shrink) * inverse - radius_a;
}

// Near the surface a good distance, elsewhere a fair one.
inline double Ellipsoid(Vec3D p, Vec3D center, Vec3D radii) {
  const Vec3D q = Sub(p, center);
  const Vec3D once{q.x / radii.x, q.y / radii.y, q.z / radii.z};
  const Vec3D twice{once.x / radii.x, once.y / radii.y, once.z / radii.z};
  const double k0 = Length(once), k1 = Length(twice);
  return k1 > 0.0 ? k0 * (k0 - 1.0) / k1 : -radii.x;
}

// The point to ask a shape about so that the shape comes out thinner: `thickness` < 1 of it along a
// unit direction, about the plane through `center`.
inline Vec3D Flattened(Vec3D p, Vec3D center, Vec3D unit_across, double thickness) {
  const double d = Dot(Sub(p, center), unit_across);
  return Add(p, Scale(unit_across, d / thickness - d));
}

}  // namespace sinew::character

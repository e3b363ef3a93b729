// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Vectors and rotations in double, inline: for what is computed seldom and must not lose bits.
#pragma once

#include <cmath>

#include "base/arithmetic.h"
#include "math/quat.h"
#include "sinew/math.h"

namespace sinew::scalar {

struct Vec3D {
  double x = 0.0, y = 0.0, z = 0.0;
};

static inline Vec3D Widen(Vec3 v) { return {v.x, v.y, v.z}; }
static inline Vec3 Narrow(Vec3D v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
static inline Vec3D Add(Vec3D a, Vec3D b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline Vec3D Sub(Vec3D a, Vec3D b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline Vec3D Scale(Vec3D v, double s) { return {v.x * s, v.y * s, v.z * s}; }
static inline double Dot(Vec3D a, Vec3D b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double Length(Vec3D v) { return std::sqrt(Dot(v, v)); }

static inline Vec3D Cross(Vec3D a, Vec3D b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// What usable floats come to is far from where squares lose bits: only zero has no direction.
static inline Vec3D UnitOr(Vec3D v, Vec3D fallback) {
  const double length = Length(v);
  return length > 0.0 ? Scale(v, 1.0 / length) : fallback;
}

// The part of v that is at right angles to a unit axis.
static inline Vec3D Across(Vec3D v, Vec3D unit_axis) {
  return Sub(v, Scale(unit_axis, Dot(v, unit_axis)));
}

// Some direction at right angles: to the world's axis that is furthest from it.
static inline Vec3D AnyAcross(Vec3D unit_axis) {
  const double x = unit_axis.x * unit_axis.x, y = unit_axis.y * unit_axis.y,
               z = unit_axis.z * unit_axis.z;
  const Vec3D far = x <= y && x <= z ? Vec3D{1, 0, 0} : y <= z ? Vec3D{0, 1, 0} : Vec3D{0, 0, 1};
  return UnitOr(Across(far, unit_axis), Vec3D{});
}

static inline QuatD Product(QuatD q, QuatD r) {
  return {
      q.w * r.x + q.x * r.w + q.y * r.z - q.z * r.y, q.w * r.y - q.x * r.z + q.y * r.w + q.z * r.x,
      q.w * r.z + q.x * r.y - q.y * r.x + q.z * r.w, q.w * r.w - q.x * r.x - q.y * r.y - q.z * r.z};
}

static inline QuatD Conjugate(QuatD q) { return {-q.x, -q.y, -q.z, q.w}; }

// The identity where there is no direction.
static inline QuatD UnitOrNone(QuatD q) {
  const double length = Length(q);
  if (!(length >= kShortestQuat)) return {0.0, 0.0, 0.0, 1.0};
  return {q.x / length, q.y / length, q.z / length, q.w / length};
}

static inline Vec3D Rotate(QuatD q, Vec3D v) {
  const Vec3D u{q.x, q.y, q.z};
  const Vec3D once = Cross(u, v);
  const Vec3D twice = Cross(u, once);
  return {v.x + 2.0 * (q.w * once.x + twice.x), v.y + 2.0 * (q.w * once.y + twice.y),
          v.z + 2.0 * (q.w * once.z + twice.z)};
}

// The shortest rotation from one direction to another; about the given axis where they are
// opposed. None where either has no length.
static inline QuatD ShortestArc(Vec3D from, Vec3D to, Vec3D unit_axis_if_opposed) {
  const Vec3D a = UnitOr(from, Vec3D{}), b = UnitOr(to, Vec3D{});
  if (Dot(a, a) == 0.0 || Dot(b, b) == 0.0) return {0.0, 0.0, 0.0, 1.0};
  constexpr double kOpposed = 1e-12;
  const double w = 1.0 + Dot(a, b);
  if (w < kOpposed) {
    return {unit_axis_if_opposed.x, unit_axis_if_opposed.y, unit_axis_if_opposed.z, 0.0};
  }
  const Vec3D axis = Cross(a, b);
  return UnitOrNone({axis.x, axis.y, axis.z, w});
}

// The 3x3 part alone, and the whole.
static inline Vec3D TransformDirection(const Affine& a, Vec3D v) {
  const auto row = [&](std::size_t r) {
    return static_cast<double>(a.m[r][0]) * v.x + static_cast<double>(a.m[r][1]) * v.y +
           static_cast<double>(a.m[r][2]) * v.z;
  };
  return {row(0), row(1), row(2)};
}

static inline Vec3D OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }

static inline Vec3D TransformPoint(const Affine& a, Vec3D p) {
  return Add(TransformDirection(a, p), OriginOf(a));
}

// A rotation whose axis is put elsewhere; the angle stays. As it is where there is no axis.
static inline QuatD WithAxis(QuatD turn, Vec3D axis) {
  const double length = Length(axis);
  if (!(length > 0.0)) return turn;
  const double scale = Length(Vec3D{turn.x, turn.y, turn.z}) / length;
  return UnitOrNone({axis.x * scale, axis.y * scale, axis.z * scale, turn.w});
}

// A rotation of b's space as one of a's: a_from_b * turn * b_from_a. Exact where the matrix turns,
// mirrors and scales evenly: the axis goes along, a mirror turns it about.
static inline QuatD TurnInOuter(const Affine& a_from_b, QuatD turn_in_b) {
  const Vec3D axis =
      scalar::TransformDirection(a_from_b, Vec3D{turn_in_b.x, turn_in_b.y, turn_in_b.z});
  return WithAxis(turn_in_b, Determinant(a_from_b) < 0.0f ? Scale(axis, -1.0) : axis);
}

// And back: b_from_a * turn * a_from_b. The adjugate is the inverse times the determinant, whose
// sign is what a mirror asks for.
static inline QuatD TurnInInner(const Affine& a_from_b, QuatD turn_in_a) {
  const auto column = [&](std::size_t c) {
    return Vec3D{a_from_b.m[0][c], a_from_b.m[1][c], a_from_b.m[2][c]};
  };
  const Vec3D x = column(0), y = column(1), z = column(2);
  const Vec3D axis{turn_in_a.x, turn_in_a.y, turn_in_a.z};
  return WithAxis(turn_in_a,
                  {Dot(Cross(y, z), axis), Dot(Cross(z, x), axis), Dot(Cross(x, y), axis)});
}

}  // namespace sinew::scalar

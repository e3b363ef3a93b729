// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Quaternion arithmetic, inline, for the scalar specifications of the other rooms.
//
// Interpolation computes in double and rounds each component of the result once. Products of two
// floats are exact in double, so that lengths and dot products of float quaternions are good to the
// last bit of a float.
#pragma once

#include <cmath>
#include <optional>

#include "base/arithmetic.h"
#include "math/vec.h"
#include "sinew/math.h"

namespace sinew::scalar {

struct QuatD {
  double x, y, z, w;
};

static inline QuatD Widen(Quat q) { return {q.x, q.y, q.z, q.w}; }

static inline Quat Narrow(QuatD q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

static inline double Dot(QuatD a, QuatD b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

static inline double Length(QuatD q) { return std::sqrt(Dot(q, q)); }

static inline QuatD Negate(QuatD q) { return {-q.x, -q.y, -q.z, -q.w}; }

// a * weight_a + b * weight_b.
static inline QuatD Sum(QuatD a, double weight_a, QuatD b, double weight_b) {
  return {a.x * weight_a + b.x * weight_b, a.y * weight_a + b.y * weight_b,
          a.z * weight_a + b.z * weight_b, a.w * weight_a + b.w * weight_b};
}

// Shorter quaternions have no direction worth keeping: what is left of them is rounding.
inline constexpr double kShortestQuat = 1e-12;

static inline std::optional<Quat> UnitOf(QuatD q) {
  const double length = Length(q);
  if (!(length >= kShortestQuat)) return std::nullopt;
  return Narrow({q.x / length, q.y / length, q.z / length, q.w / length});
}

static inline Quat UnitOr(QuatD q, Quat fallback) { return UnitOf(q).value_or(fallback); }

// q * r, Hamilton's product.
static inline Quat Multiply(Quat q, Quat r) {
  return {
      q.w * r.x + q.x * r.w + q.y * r.z - q.z * r.y, q.w * r.y - q.x * r.z + q.y * r.w + q.z * r.x,
      q.w * r.z + q.x * r.y - q.y * r.x + q.z * r.w, q.w * r.w - q.x * r.x - q.y * r.y - q.z * r.z};
}

// v + w * t + u x t, where q = (u, w) and t = 2 * (u x v).
static inline Vec3 Rotate(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = Scale(scalar::Cross(u, v), 2.0f);
  return Add(Add(v, Scale(t, q.w)), scalar::Cross(u, t));
}

static inline Quat Nlerp(Quat from, Quat to, float t) {
  const QuatD a = Widen(from);
  const QuatD b = Dot(a, Widen(to)) < 0.0 ? Negate(Widen(to)) : Widen(to);
  return UnitOr(Sum(a, 1.0 - t, b, t), Quat{});
}

// Above this cosine the two ways of interpolating differ by less than 6e-7 (L14, C74).
inline constexpr double kNlerpCosine = 0.9995;

// The angle comes from the sides of the rhombus of a and b, which are accurate where the cosine is
// not. The usual division by the sine of the angle falls away: the result is normalised anyway.
static inline Quat Slerp(Quat from, Quat to, float t) {
  const QuatD a = Widen(from);
  QuatD b = Widen(to);
  double cosine = Dot(a, b);
  if (cosine < 0.0) {
    b = Negate(b);
    cosine = -cosine;
  }
  if (cosine > kNlerpCosine) return UnitOr(Sum(a, 1.0 - t, b, t), Quat{});
  const double angle = 2.0 * Atan2(Length(Sum(a, 1.0, b, -1.0)), Length(Sum(a, 1.0, b, 1.0)));
  return UnitOr(Sum(a, Sin((1.0 - t) * angle), b, Sin(t * angle)), Quat{});
}

}  // namespace sinew::scalar

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rigid motions in double: a rotation, then a translation.
#pragma once

#include <cmath>

#include "base/arithmetic.h"
#include "math/quat.h"
#include "sinew/math.h"

namespace sinew {

struct Vec3D {
  double x = 0.0, y = 0.0, z = 0.0;
};

struct Rigid {
  scalar::QuatD rotation{0.0, 0.0, 0.0, 1.0};  // Unit.
  Vec3D translation{};
};

static inline scalar::QuatD Product(scalar::QuatD q, scalar::QuatD r) {
  return {
      q.w * r.x + q.x * r.w + q.y * r.z - q.z * r.y, q.w * r.y - q.x * r.z + q.y * r.w + q.z * r.x,
      q.w * r.z + q.x * r.y - q.y * r.x + q.z * r.w, q.w * r.w - q.x * r.x - q.y * r.y - q.z * r.z};
}

static inline scalar::QuatD Conjugate(scalar::QuatD q) { return {-q.x, -q.y, -q.z, q.w}; }

// The identity where there is no direction.
static inline scalar::QuatD UnitD(scalar::QuatD q) {
  const double length = scalar::Length(q);
  if (!(length >= scalar::kShortestQuat)) return {0.0, 0.0, 0.0, 1.0};
  return {q.x / length, q.y / length, q.z / length, q.w / length};
}

static inline Vec3D Cross(Vec3D a, Vec3D b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline Vec3D Rotated(scalar::QuatD q, Vec3D v) {
  const Vec3D u{q.x, q.y, q.z};
  const Vec3D once = Cross(u, v);
  const Vec3D twice = Cross(u, once);
  return {v.x + 2.0 * (q.w * once.x + twice.x), v.y + 2.0 * (q.w * once.y + twice.y),
          v.z + 2.0 * (q.w * once.z + twice.z)};
}

// First b, then a.
static inline Rigid Compose(const Rigid& a, const Rigid& b) {
  const Vec3D turned = Rotated(a.rotation, b.translation);
  return {UnitD(Product(a.rotation, b.rotation)),
          {a.translation.x + turned.x, a.translation.y + turned.y, a.translation.z + turned.z}};
}

static inline Rigid Inverse(const Rigid& a) {
  const scalar::QuatD back = Conjugate(a.rotation);
  const Vec3D turned = Rotated(back, a.translation);
  return {back, {-turned.x, -turned.y, -turned.z}};
}

// base^exponent by repeated squaring, from the lowest bit up: 60 squarings at most.
static inline Rigid Power(Rigid base, std::int64_t exponent) {
  if (exponent < 0) base = Inverse(base);
  auto left = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
  Rigid power;
  for (; left != 0; left >>= 1) {
    if ((left & 1) != 0) power = Compose(power, base);
    if (left > 1) base = Compose(base, base);
  }
  return power;
}

}  // namespace sinew

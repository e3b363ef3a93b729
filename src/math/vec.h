// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Vector arithmetic, inline, for the scalar specifications of the other rooms.
//
// Everything in sinew::scalar is `static`: a kernel that is compiled for another instruction set
// may include it without the linker mixing up the copies.
#pragma once

#include <cmath>

#include "base/arithmetic.h"
#include "sinew/math.h"

namespace sinew::scalar {

static inline Vec3 Add(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

static inline Vec3 Sub(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline Vec3 Scale(Vec3 v, float s) { return {v.x * s, v.y * s, v.z * s}; }

static inline Vec3 Negate(Vec3 v) { return {-v.x, -v.y, -v.z}; }

static inline float Dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline Vec3 Cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// One division, three products. `fallback` where the squared length leaves the range in which
// floats have all their bits: below 1.2e-38 (a length of 1.1e-19) or above 3.4e38 (1.8e19).
static inline Vec3 NormalizeOr(Vec3 v, Vec3 fallback) {
  const float length_squared = scalar::Dot(v, v);
  const bool has_direction = length_squared >= std::numeric_limits<float>::min() &&
                             length_squared <= std::numeric_limits<float>::max();
  if (!has_direction) return fallback;
  return Scale(v, 1.0f / std::sqrt(length_squared));
}

}  // namespace sinew::scalar

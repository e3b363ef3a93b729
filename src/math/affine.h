// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Affine arithmetic, inline, for the scalar specifications of the other rooms. In float, because
// these are the inner loops; every sum runs from left to right.
#pragma once

#include "base/arithmetic.h"
#include "sinew/math.h"

namespace sinew::scalar {

static inline Affine Multiply(const Affine& a_from_b, const Affine& b_from_c) {
  const auto& a = a_from_b.m;
  const auto& b = b_from_c.m;
  Affine product;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      product.m[r][c] = a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c];
    }
    product.m[r][3] += a[r][3];
  }
  return product;
}

static inline Vec3 TransformPoint(const Affine& a_from_b, Vec3 p) {
  const auto& m = a_from_b.m;
  return {m[0][0] * p.x + m[0][1] * p.y + m[0][2] * p.z + m[0][3],
          m[1][0] * p.x + m[1][1] * p.y + m[1][2] * p.z + m[1][3],
          m[2][0] * p.x + m[2][1] * p.y + m[2][2] * p.z + m[2][3]};
}

static inline Vec3 TransformDirection(const Affine& a_from_b, Vec3 d) {
  const auto& m = a_from_b.m;
  return {m[0][0] * d.x + m[0][1] * d.y + m[0][2] * d.z,
          m[1][0] * d.x + m[1][1] * d.y + m[1][2] * d.z,
          m[2][0] * d.x + m[2][1] * d.y + m[2][2] * d.z};
}

// The rotation's matrix, each column times its scale, and the translation beside it.
static inline Affine AffineOf(const Transform& transform) {
  const auto& [x, y, z, w] = transform.rotation;
  const auto& [sx, sy, sz] = transform.scale;
  const auto& [tx, ty, tz] = transform.translation;
  const float xx = x * x, yy = y * y, zz = z * z;
  const float xy = x * y, xz = x * z, yz = y * z;
  const float wx = w * x, wy = w * y, wz = w * z;
  Affine a;
  a.m[0] = {(1.0f - 2.0f * (yy + zz)) * sx, 2.0f * (xy - wz) * sy, 2.0f * (xz + wy) * sz, tx};
  a.m[1] = {2.0f * (xy + wz) * sx, (1.0f - 2.0f * (xx + zz)) * sy, 2.0f * (yz - wx) * sz, ty};
  a.m[2] = {2.0f * (xz - wy) * sx, 2.0f * (yz + wx) * sy, (1.0f - 2.0f * (xx + yy)) * sz, tz};
  return a;
}

}  // namespace sinew::scalar

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Dual palettes, eight joints at once. The order of operations is that of skin/dual_joint.h.
#pragma once

#include "math/simd/target.h"
#include "skin/dual_joint.h"
#include "skin/kernels/kernels.h"
#include "skin/kernels/quat_x8.h"
#include "skin/kernels/vec3x8.h"

namespace sinew::SINEW_TARGET {

// Eight symmetric 4x4 matrices, the upper half.
struct Symmetric8 {
  f32x8 ww, wx, wy, wz, xx, xy, xz, yy, yz, zz;
};

SINEW_INLINE Symmetric8 Squared(const Symmetric8& k) {
  Symmetric8 s;
  s.ww = k.ww * k.ww + k.wx * k.wx + k.wy * k.wy + k.wz * k.wz;
  s.wx = k.ww * k.wx + k.wx * k.xx + k.wy * k.xy + k.wz * k.xz;
  s.wy = k.ww * k.wy + k.wx * k.xy + k.wy * k.yy + k.wz * k.yz;
  s.wz = k.ww * k.wz + k.wx * k.xz + k.wy * k.yz + k.wz * k.zz;
  s.xx = k.wx * k.wx + k.xx * k.xx + k.xy * k.xy + k.xz * k.xz;
  s.xy = k.wx * k.wy + k.xx * k.xy + k.xy * k.yy + k.xz * k.yz;
  s.xz = k.wx * k.wz + k.xx * k.xz + k.xy * k.yz + k.xz * k.zz;
  s.yy = k.wy * k.wy + k.xy * k.xy + k.yy * k.yy + k.yz * k.yz;
  s.yz = k.wy * k.wz + k.xy * k.xz + k.yy * k.yz + k.yz * k.zz;
  s.zz = k.wz * k.wz + k.xz * k.xz + k.yz * k.yz + k.zz * k.zz;
  const f32x8 over_trace = Splat8(1.0f) / (s.ww + s.xx + s.yy + s.zz);
  return {s.ww * over_trace, s.wx * over_trace, s.wy * over_trace, s.wz * over_trace,
          s.xx * over_trace, s.xy * over_trace, s.xz * over_trace, s.yy * over_trace,
          s.yz * over_trace, s.zz * over_trace};
}

// Rows of the 3x3 parts.
struct Rows8 {
  Vec3x8 x, y, z;
};

SINEW_INLINE f32x8 Larger(f32x8 a, f32x8 b) { return Select(Less(a, b), b, a); }

// scalar::ProperPart.
SINEW_INLINE Rows8 ProperPart(const Rows8& m) {
  const auto largest_of = [](const Vec3x8& row) {
    return Larger(Larger(Abs(row.x), Abs(row.y)), Abs(row.z));
  };
  const f32x8 largest = Larger(Larger(largest_of(m.x), largest_of(m.y)), largest_of(m.z));
  const f32x8 divisor = Select(Less(Splat8(0.0f), largest), largest, Splat8(1.0f));
  const auto divide = [divisor](const Vec3x8& row) -> Vec3x8 {
    return {row.x / divisor, row.y / divisor, row.z / divisor};
  };
  const Rows8 n{divide(m.x), divide(m.y), divide(m.z)};
  const mask8 mirrored = Less(Dot(n.x, Cross(n.y, n.z)), Splat8(kMirroredDeterminant));
  return {NegateWhere(mirrored, n.x), NegateWhere(mirrored, n.y), NegateWhere(mirrored, n.z)};
}

// scalar::DavenportMatrix.
SINEW_INLINE Symmetric8 DavenportMatrix(const Rows8& n) {
  const f32x8 one = Splat8(1.0f);
  f32x8 squares = Dot(n.x, n.x) + Dot(n.y, n.y) + Dot(n.z, n.z);
  squares = Select(Less(squares, one), one, squares);
  const f32x8 s = one / Sqrt(squares / Splat8(3.0f));
  const Vec3x8 x = n.x * s, y = n.y * s, z = n.z * s;
  return {x.x + y.y + z.z + one,
          z.y - y.z,
          x.z - z.x,
          y.x - x.y,
          x.x - y.y - z.z + one,
          x.y + y.x,
          x.z + z.x,
          y.y - x.x - z.z + one,
          y.z + z.y,
          z.z - x.x - y.y + one};
}

// scalar::PolarRotation.
SINEW_INLINE QuatX8 PolarRotation(const Rows8& m) {
  Symmetric8 k = DavenportMatrix(ProperPart(m));
  for (int i = 0; i < kPolarSquarings; ++i) k = Squared(k);
  QuatX8 q{k.wx, k.wy, k.wz, k.ww};
  f32x8 best = k.ww;
  const auto take = [&](f32x8 diagonal, const QuatX8& column) {
    const mask8 better = Less(best, diagonal);
    best = Select(better, diagonal, best);
    q = {Select(better, column.x, q.x), Select(better, column.y, q.y),
         Select(better, column.z, q.z), Select(better, column.w, q.w)};
  };
  take(k.xx, {k.xx, k.xy, k.xz, k.wx});
  take(k.yy, {k.xy, k.yy, k.yz, k.wy});
  take(k.zz, {k.xz, k.yz, k.zz, k.wz});
  q = q * (Splat8(1.0f) / Sqrt(Dot(q, q)));
  const mask8 below = Less(q.w, Splat8(0.0f));
  return {NegateWhere(below, q.x), NegateWhere(below, q.y), NegateWhere(below, q.z),
          NegateWhere(below, q.w)};
}

// (p, 0) * q.
SINEW_INLINE QuatX8 Multiply(const Vec3x8& p, const QuatX8& q) {
  return {p.x * q.w + p.y * q.z - p.z * q.y, p.y * q.w + p.z * q.x - p.x * q.z,
          p.z * q.w + p.x * q.y - p.y * q.x, Negate(p.x * q.x + p.y * q.y + p.z * q.z)};
}

static void MakeDualPalette(const Affine* palette, std::uint32_t count, DualJoint* out) {
  for (std::uint32_t first = 0; first < count; first += kLanes) {
    const std::uint32_t here = count - first < kLanes ? count - first : kLanes;
    f32x8 m[3][4];  // By row and column; lanes beyond the last joint repeat it.
    for (int r = 0; r < 3; ++r) {
      f32x4 rows[kLanes];
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        rows[lane] = Load4(FloatsOf(palette[first + (lane < here ? lane : here - 1)]) + 4 * r);
      }
      Columns8(rows, m[r]);
    }
    const QuatX8 q = PolarRotation(
        {{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}});
    const auto store = [&](std::uint32_t quat, const QuatX8& a) {
      f32x4 rows[kLanes];
      Transpose8(a.x, a.y, a.z, a.w, rows, rows + 4);
      for (std::uint32_t lane = 0; lane < here; ++lane) {
        Store4(FloatsOf(out[first + lane]) + std::size_t{4} * quat, rows[lane]);
      }
    };
    const auto turned = [&](int c) { return Multiply({m[0][c], m[1][c], m[2][c]}, q); };
    store(0, q);
    const f32x8 half = Splat8(0.5f);
    const QuatX8 moved = turned(3);
    store(1, {half * moved.x, half * moved.y, half * moved.z, half * moved.w});
    store(2, turned(0));
    store(3, turned(1));
    store(4, turned(2));
  }
}

}  // namespace sinew::SINEW_TARGET

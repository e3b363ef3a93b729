// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Dual quaternion skinning in double, written out step by step and with nothing of the library's:
// Newton's iteration for the polar decomposition, the stretched vertex, a rigid motion a joint, and
// a dual quaternion that is normalised.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "sinew/math.h"
#include "sinew/mesh.h"

namespace sinew::testing::reference {

using V3 = std::array<double, 3>;
using M3 = std::array<V3, 3>;      // Rows.
using Q4 = std::array<double, 4>;  // x, y, z, w.

inline double Dot(const V3& a, const V3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline V3 Cross(const V3& a, const V3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline V3 Apply(const M3& m, const V3& v) { return {Dot(m[0], v), Dot(m[1], v), Dot(m[2], v)}; }
inline M3 Transposed(const M3& m) {
  return {{{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}};
}
inline double Determinant(const M3& m) { return Dot(m[0], Cross(m[1], m[2])); }
// The inverse, transposed. Not of singular matrices.
inline M3 InverseTransposed(const M3& m) {
  M3 rows{Cross(m[1], m[2]), Cross(m[2], m[0]), Cross(m[0], m[1])};
  for (V3& row : rows) {
    for (double& entry : row) entry /= Determinant(m);
  }
  return rows;
}

inline M3 Upper(const Affine& a) {
  M3 m;
  for (std::size_t r = 0; r < 3; ++r) m[r] = {a.m[r][0], a.m[r][1], a.m[r][2]};
  return m;
}
inline V3 Moved(const Affine& a, const V3& v) {
  V3 p = Apply(Upper(a), v);
  for (std::size_t r = 0; r < 3; ++r) p[r] += a.m[r][3];
  return p;
}

// The rotation of the polar decomposition of m, or of -m where m mirrors.
inline M3 PolarRotation(M3 m) {
  if (Determinant(m) < 0) {
    for (V3& row : m) row = {-row[0], -row[1], -row[2]};
  }
  for (int i = 0; i < 60; ++i) {
    const M3 other = InverseTransposed(m);
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) m[r][c] = 0.5 * (m[r][c] + other[r][c]);
    }
  }
  return m;
}

inline Q4 Product(const Q4& a, const Q4& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
          a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
          a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}
inline Q4 Conjugate(const Q4& q) { return {-q[0], -q[1], -q[2], q[3]}; }
inline double Dot(const Q4& a, const Q4& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// Of a rotation: each candidate is good where its own component is not small.
inline Q4 QuatOf(const M3& r) {
  const std::array<Q4, 4> candidates{
      {{1 + r[0][0] - r[1][1] - r[2][2], r[0][1] + r[1][0], r[0][2] + r[2][0], r[2][1] - r[1][2]},
       {r[0][1] + r[1][0], 1 - r[0][0] + r[1][1] - r[2][2], r[1][2] + r[2][1], r[0][2] - r[2][0]},
       {r[0][2] + r[2][0], r[1][2] + r[2][1], 1 - r[0][0] - r[1][1] + r[2][2], r[1][0] - r[0][1]},
       {r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1], 1 + r[0][0] + r[1][1] + r[2][2]}}};
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (candidates[i][i] > candidates[best][best]) best = i;
  }
  Q4 q = candidates[best];
  const double length = std::sqrt(Dot(q, q));
  for (double& component : q) component /= length;
  return q;
}

inline V3 Rotated(const Q4& q, const V3& v) {
  const Q4 p = Product(Product(q, {v[0], v[1], v[2], 0}), Conjugate(q));
  return {p[0], p[1], p[2]};
}

// The pivot is the influence whose rotation says on which side the others are taken.
inline V3 Skinned(std::span<const Affine> palette, std::span<const Influence> influences,
                  std::size_t pivot, const V3& v) {
  V3 stretched{};
  for (const Influence& influence : influences) {
    const M3 m = Upper(palette[influence.joint]);
    const V3 own = Apply(Transposed(PolarRotation(m)), Apply(m, v));
    for (std::size_t i = 0; i < 3; ++i) stretched[i] += influence.weight * own[i];
  }
  const Q4 side = QuatOf(PolarRotation(Upper(palette[influences[pivot].joint])));
  Q4 real{}, dual{};
  for (const Influence& influence : influences) {
    const M3 turn = PolarRotation(Upper(palette[influence.joint]));
    Q4 q = QuatOf(turn);
    const double weight = Dot(q, side) < 0 ? -influence.weight : influence.weight;
    const V3 to = Moved(palette[influence.joint], v), from = Apply(turn, stretched);
    const Q4 t{to[0] - from[0], to[1] - from[1], to[2] - from[2], 0};
    const Q4 half = Product(t, q);
    for (std::size_t i = 0; i < 4; ++i) {
      real[i] += weight * q[i];
      dual[i] += weight * 0.5 * half[i];
    }
  }
  const double length = std::sqrt(Dot(real, real));
  for (double& component : real) component /= length;
  for (double& component : dual) component /= length;
  const double along = Dot(real, dual);
  for (std::size_t i = 0; i < 4; ++i) dual[i] -= along * real[i];
  const V3 turned = Rotated(real, stretched);
  const Q4 t = Product(dual, Conjugate(real));
  return {turned[0] + 2 * t[0], turned[1] + 2 * t[1], turned[2] + 2 * t[2]};
}

// The largest weight, the first of equal ones.
inline std::size_t PivotOf(std::span<const Influence> influences) {
  std::size_t pivot = 0;
  for (std::size_t i = 1; i < influences.size(); ++i) {
    if (influences[i].weight > influences[pivot].weight) pivot = i;
  }
  return pivot;
}

inline V3 Skinned(std::span<const Affine> palette, std::span<const Influence> influences,
                  const V3& v) {
  return Skinned(palette, influences, PivotOf(influences), v);
}

// What moving the vertex does to a normal there: by the inverse transpose of the derivative, which
// differences give exactly, as a vertex moves by an affine map of its own.
inline V3 SkinnedNormal(std::span<const Affine> palette, std::span<const Influence> influences,
                        const V3& normal) {
  const V3 origin = Skinned(palette, influences, V3{});
  M3 columns{};
  for (std::size_t c = 0; c < 3; ++c) {
    V3 unit{};
    unit[c] = 1;
    const V3 to = Skinned(palette, influences, unit);
    columns[c] = {to[0] - origin[0], to[1] - origin[1], to[2] - origin[2]};
  }
  V3 turned = Apply(InverseTransposed(Transposed(columns)), normal);
  const double length = std::sqrt(Dot(turned, turned));
  for (double& component : turned) component /= length;
  return turned;
}

}  // namespace sinew::testing::reference

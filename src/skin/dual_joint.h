// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A matrix as a dual joint, inline: the specification of DualPaletteJob. All in float; every sum
// runs from left to right.
//
// The rotation R of the polar decomposition is the one with the largest trace of R^T * M. As a
// quaternion it maximises q^T * K * q, where K is symmetric, 4x4 and linear in M (Davenport): it is
// K's first eigenvector. Squaring K again and again leaves nothing else of it: after n squarings
// the other eigenvectors have faded to (ratio of eigenvalues)^(2^n). Nothing is divided by that
// could be zero, so that singular matrices need no rule of their own; and of a needle, whose
// rotation about itself says nothing, a rotation in between comes out instead of a leap.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "sinew/dual_quaternion.h"
#include "sinew/math.h"

namespace sinew {

// None are needed where M scales evenly; six give 1e-7 where it scales 1 : 0.1 : 0.1.
inline constexpr int kPolarSquarings = 8;
// A determinant above this, of a matrix whose largest entry is one, may be rounding.
inline constexpr float kMirroredDeterminant = -1e-5f;

// A usable matrix has columns of up to the root of three times kLargest.
inline constexpr float kLargestOfDual = 2.0f * kLargest;

namespace scalar {

// Whether the joints' numbers are such as come of usable matrices.
static inline bool AllUsable(std::span<const DualJoint> joints) {
  return NoneBeyond<kLargestOfDual>(std::as_bytes(joints));
}

using Matrix3 = std::array<std::array<float, 3>, 3>;  // Rows.
using Matrix4 = std::array<std::array<float, 4>, 4>;

// Its 3x3 part divided by its largest magnitude; and where it mirrors, negated. Zero stays zero.
static inline Matrix3 ProperPart(const Affine& matrix) {
  float largest = 0.0f;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      const float size = matrix.m[r][c] < 0.0f ? -matrix.m[r][c] : matrix.m[r][c];
      if (largest < size) largest = size;
    }
  }
  const float divisor = 0.0f < largest ? largest : 1.0f;
  Matrix3 n;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) n[r][c] = matrix.m[r][c] / divisor;
  }
  const float determinant = n[0][0] * (n[1][1] * n[2][2] - n[1][2] * n[2][1]) +
                            n[0][1] * (n[1][2] * n[2][0] - n[1][0] * n[2][2]) +
                            n[0][2] * (n[1][0] * n[2][1] - n[1][1] * n[2][0]);
  if (determinant < kMirroredDeterminant) {
    for (auto& row : n) row = {-row[0], -row[1], -row[2]};
  }
  return n;
}

// K of a matrix brought to the length of a rotation, plus the identity: of a rotation it has one
// eigenvalue that is not zero. Rows and columns are w, x, y, z.
static inline Matrix4 DavenportMatrix(const Matrix3& n) {
  const auto square = [&n](std::size_t r) {
    return n[r][0] * n[r][0] + n[r][1] * n[r][1] + n[r][2] * n[r][2];
  };
  float squares = square(0) + square(1) + square(2);
  if (squares < 1.0f) squares = 1.0f;  // Only of the zero matrix.
  const float s = 1.0f / std::sqrt(squares / 3.0f);
  const float xx = n[0][0] * s, xy = n[0][1] * s, xz = n[0][2] * s;
  const float yx = n[1][0] * s, yy = n[1][1] * s, yz = n[1][2] * s;
  const float zx = n[2][0] * s, zy = n[2][1] * s, zz = n[2][2] * s;
  return {{{xx + yy + zz + 1.0f, zy - yz, xz - zx, yx - xy},
           {zy - yz, xx - yy - zz + 1.0f, xy + yx, xz + zx},
           {xz - zx, xy + yx, yy - xx - zz + 1.0f, yz + zy},
           {yx - xy, xz + zx, yz + zy, zz - xx - yy + 1.0f}}};
}

// k * k, brought to the trace one. It is symmetric to the bit.
static inline Matrix4 Squared(const Matrix4& k) {
  Matrix4 square;
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      square[r][c] = k[r][0] * k[0][c] + k[r][1] * k[1][c] + k[r][2] * k[2][c] + k[r][3] * k[3][c];
    }
  }
  const float over_trace = 1.0f / (square[0][0] + square[1][1] + square[2][2] + square[3][3]);
  for (auto& row : square) {
    for (float& entry : row) entry = entry * over_trace;
  }
  return square;
}

// R of -M where M mirrors.
static inline Quat PolarRotation(const Affine& matrix) {
  Matrix4 k = DavenportMatrix(ProperPart(matrix));
  for (int i = 0; i < kPolarSquarings; ++i) k = Squared(k);
  // What is left is q * q^T. The column of the largest component has the least rounding in it.
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (k[best][best] < k[i][i]) best = i;
  }
  Quat q{k[1][best], k[2][best], k[3][best], k[0][best]};
  const float over_length = 1.0f / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  q = {q.x * over_length, q.y * over_length, q.z * over_length, q.w * over_length};
  return q.w < 0.0f ? Quat{-q.x, -q.y, -q.z, -q.w} : q;
}

// (p, 0) * q.
static inline Quat Multiply(Vec3 p, Quat q) {
  return {p.x * q.w + p.y * q.z - p.z * q.y, p.y * q.w + p.z * q.x - p.x * q.z,
          p.z * q.w + p.x * q.y - p.y * q.x, -(p.x * q.x + p.y * q.y + p.z * q.z)};
}

// rotation * (S's column) = (M's column) * rotation: S itself need not be found.
static inline DualJoint DualJointOf(const Affine& matrix) {
  const auto& m = matrix.m;
  const auto column = [&m](std::size_t c) { return Vec3{m[0][c], m[1][c], m[2][c]}; };
  DualJoint joint;
  joint.rotation = PolarRotation(matrix);
  for (std::size_t c = 0; c < 3; ++c) {
    joint.stretched[c] = scalar::Multiply(column(c), joint.rotation);
  }
  const Quat moved = scalar::Multiply(column(3), joint.rotation);
  joint.dual = {0.5f * moved.x, 0.5f * moved.y, 0.5f * moved.z, 0.5f * moved.w};
  return joint;
}

}  // namespace scalar
}  // namespace sinew

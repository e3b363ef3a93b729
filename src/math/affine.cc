// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The public matrix functions. Inverse and Determinant compute in double: they are not inner loops,
// and an inverse bind matrix must undo its bind to the last bits of a float.
#include "math/affine.h"

#include "math/rounding.h"
#include "sinew/math.h"

namespace sinew {
namespace {

struct Cofactors {
  std::array<std::array<double, 3>, 3> c;  // c[row][column] belongs to the entry at that place.
  double determinant;
};

// Differences of exact products; usable entries cannot overflow (1e18 cubed is 1e54).
Cofactors CofactorsOf(const Affine& affine) {
  std::array<std::array<double, 3>, 3> m;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) m[r][c] = affine.m[r][c];
  }
  Cofactors result;
  for (std::size_t r = 0; r < 3; ++r) {
    const std::size_t r1 = (r + 1) % 3, r2 = (r + 2) % 3;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      result.c[r][c] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
    }
  }
  result.determinant =
      m[0][0] * result.c[0][0] + m[0][1] * result.c[0][1] + m[0][2] * result.c[0][2];
  return result;
}

}  // namespace

Affine Multiply(const Affine& a_from_b, const Affine& b_from_c) {
  return scalar::Multiply(a_from_b, b_from_c);
}

Vec3 TransformPoint(const Affine& a_from_b, Vec3 point_in_b) {
  return scalar::TransformPoint(a_from_b, point_in_b);
}

Vec3 TransformDirection(const Affine& a_from_b, Vec3 direction_in_b) {
  return scalar::TransformDirection(a_from_b, direction_in_b);
}

Affine AffineOf(const Transform& transform) { return scalar::AffineOf(transform); }

std::optional<Affine> Inverse(const Affine& a_from_b) {
  const Cofactors cofactors = CofactorsOf(a_from_b);
  if (cofactors.determinant == 0.0) return std::nullopt;
  const auto& t = a_from_b.m;
  Affine b_from_a;
  for (std::size_t r = 0; r < 3; ++r) {
    const double x = cofactors.c[0][r] / cofactors.determinant;
    const double y = cofactors.c[1][r] / cofactors.determinant;
    const double z = cofactors.c[2][r] / cofactors.determinant;
    const std::array<double, 4> row{x, y, z, -(x * t[0][3] + y * t[1][3] + z * t[2][3])};
    for (std::size_t c = 0; c < 4; ++c) {
      if (!(row[c] >= -kLargest && row[c] <= kLargest)) return std::nullopt;
      b_from_a.m[r][c] = static_cast<float>(row[c]);
    }
  }
  return b_from_a;
}

float Determinant(const Affine& a_from_b) {
  return scalar::NarrowKeepingSign(CofactorsOf(a_from_b).determinant);
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From a matrix back to translation, rotation and scale (C14).
//
// Scale is the length of each column. The rotation's axes are the columns' directions, made
// perpendicular to each other in the order x, y, z; without shear that changes nothing. A column
// that is zero, or lies along the ones before it, has no direction of its own: its axis is
// completed from the others. All in double; the results are rounded once.
#include <array>
#include <cmath>
#include <cstddef>

#include "base/arithmetic.h"
#include "math/affine.h"
#include "math/quat.h"
#include "sinew/math.h"

namespace sinew {
namespace {

using Vec3D = std::array<double, 3>;
using Axes = std::array<Vec3D, 3>;  // axes[i] is where unit axis i goes: the matrix's columns.

double Dot(const Vec3D& a, const Vec3D& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double Length(const Vec3D& v) { return std::sqrt(Dot(v, v)); }

// v + s * w.
Vec3D AddScaled(const Vec3D& v, double s, const Vec3D& w) {
  return {v[0] + s * w[0], v[1] + s * w[1], v[2] + s * w[2]};
}

Vec3D Divide(const Vec3D& v, double s) { return {v[0] / s, v[1] / s, v[2] / s}; }

Vec3D Cross(const Vec3D& a, const Vec3D& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A column within this sine of the axes before it has no direction of its own.
constexpr double kCollinear = 1e-6;

// Which columns gave an axis, and that axis: unit, and perpendicular to the others.
struct FoundAxes {
  Axes axes{};
  std::array<bool, 3> found{};
  int count = 0;
};

FoundAxes Orthonormalize(const Axes& columns, const Vec3D& lengths) {
  FoundAxes result;
  for (std::size_t i = 0; i < 3; ++i) {
    if (lengths[i] == 0.0) continue;
    const Vec3D direction = Divide(columns[i], lengths[i]);
    Vec3D rest = direction;
    for (std::size_t j = 0; j < i; ++j) {
      if (result.found[j]) rest = AddScaled(rest, -Dot(result.axes[j], rest), result.axes[j]);
    }
    const double length = Length(rest);
    if (length < kCollinear) continue;
    result.axes[i] = Divide(rest, length);
    result.found[i] = true;
    ++result.count;
  }
  return result;
}

// The shortest turn that takes unit axis `i` to `direction`, as axes.
Axes ShortestTurn(std::size_t i, const Vec3D& direction) {
  const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
  const double c = direction[i], u = direction[j], v = direction[k];
  Axes axes{};
  axes[i] = direction;
  if (c < -0.999999) {  // As good as a half turn: about axis k.
    axes[i] = {};
    axes[i][i] = -1.0;
    axes[j][j] = -1.0;
    axes[k][k] = 1.0;
    return axes;
  }
  axes[j][i] = -u;
  axes[j][j] = 1.0 - u * u / (1.0 + c);
  axes[j][k] = -u * v / (1.0 + c);
  axes[k][i] = -v;
  axes[k][j] = -u * v / (1.0 + c);
  axes[k][k] = 1.0 - v * v / (1.0 + c);
  return axes;
}

// Fills in the axes that no column gave, right-handed.
Axes Complete(const FoundAxes& partial) {
  if (partial.count == 3) return partial.axes;
  if (partial.count == 0) return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Axes axes = partial.axes;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    if (partial.count == 2 && !partial.found[i]) {
      axes[i] = Cross(axes[j], axes[k]);
      return axes;
    }
    if (partial.count == 1 && partial.found[i]) return ShortestTurn(i, axes[i]);
  }
  return axes;
}

// From a right-handed orthonormal matrix. The largest of the four components is found first and
// the others are divided by it, so that nothing small is divided by (Shepperd).
Quat RotationOf(const Axes& axes) {
  const auto m = [&axes](std::size_t row, std::size_t column) { return axes[column][row]; };
  const double trace = m(0, 0) + m(1, 1) + m(2, 2);
  scalar::QuatD q;
  if (trace >= m(0, 0) && trace >= m(1, 1) && trace >= m(2, 2)) {
    q = {m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1), 1.0 + trace};
  } else if (m(0, 0) >= m(1, 1) && m(0, 0) >= m(2, 2)) {
    q = {1.0 + m(0, 0) - m(1, 1) - m(2, 2), m(0, 1) + m(1, 0), m(0, 2) + m(2, 0),
         m(2, 1) - m(1, 2)};
  } else if (m(1, 1) >= m(2, 2)) {
    q = {m(0, 1) + m(1, 0), 1.0 - m(0, 0) + m(1, 1) - m(2, 2), m(1, 2) + m(2, 1),
         m(0, 2) - m(2, 0)};
  } else {
    q = {m(0, 2) + m(2, 0), m(1, 2) + m(2, 1), 1.0 - m(0, 0) - m(1, 1) + m(2, 2),
         m(1, 0) - m(0, 1)};
  }
  return scalar::UnitOr(q, Quat{});
}

float Magnitude(float v) { return v < 0.0f ? -v : v; }

// The largest entry of the 3x3 part that `transform` gets wrong, relative to the largest entry.
float ShearOf(const Affine& wanted, const Transform& transform) {
  const Affine got = scalar::AffineOf(transform);
  float largest = 0.0f;
  float wrong = 0.0f;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      const float entry = Magnitude(wanted.m[r][c]);
      const float difference = Magnitude(got.m[r][c] - wanted.m[r][c]);
      if (entry > largest) largest = entry;
      if (difference > wrong) wrong = difference;
    }
  }
  return largest > 0.0f ? wrong / largest : 0.0f;
}

}  // namespace

Decomposition Decompose(const Affine& a_from_b) {
  Axes columns;
  for (std::size_t c = 0; c < 3; ++c) {
    columns[c] = {a_from_b.m[0][c], a_from_b.m[1][c], a_from_b.m[2][c]};
  }
  Vec3D scale{Length(columns[0]), Length(columns[1]), Length(columns[2])};
  Axes axes = Complete(Orthonormalize(columns, scale));

  Decomposition result;
  result.mirrored = Dot(axes[0], Cross(axes[1], axes[2])) < 0.0;
  if (result.mirrored) {
    scale[0] = -scale[0];
    axes[0] = {-axes[0][0], -axes[0][1], -axes[0][2]};
  }
  result.transform.translation = {a_from_b.m[0][3], a_from_b.m[1][3], a_from_b.m[2][3]};
  result.transform.rotation = RotationOf(axes);
  result.transform.scale = {static_cast<float>(scale[0]), static_cast<float>(scale[1]),
                            static_cast<float>(scale[2])};
  result.shear = ShearOf(a_from_b, result.transform);
  return result;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/trs_check.h"

#include <cmath>
#include <cstddef>

namespace sinew::gltf {
namespace {

struct Rotation {
  double m[3][3];  // m[row][column]
};

double Determinant(const Rotation& r) {
  const auto& m = r.m;
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// The quaternion of a rotation, whatever the matrix is, and the rotation of that quaternion.
Rotation ThroughQuaternion(const Rotation& from) {
  const auto& m = from.m;
  double q[4];
  const double trace = m[0][0] + m[1][1] + m[2][2];
  if (trace > 0.0) {
    const double root = std::sqrt(trace + 1.0);
    const double scale = 0.5 / root;
    q[0] = (m[2][1] - m[1][2]) * scale;
    q[1] = (m[0][2] - m[2][0]) * scale;
    q[2] = (m[1][0] - m[0][1]) * scale;
    q[3] = root * 0.5;
  } else {
    std::size_t i = 0;
    if (m[1][1] > m[i][i]) i = 1;
    if (m[2][2] > m[i][i]) i = 2;
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const double root = std::sqrt(m[i][i] - m[j][j] - m[k][k] + 1.0);
    const double scale = 0.5 / root;
    q[i] = root * 0.5;
    q[j] = (m[i][j] + m[j][i]) * scale;
    q[k] = (m[i][k] + m[k][i]) * scale;
    q[3] = (m[k][j] - m[j][k]) * scale;
  }
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

double Magnitude(double number) { return number < 0 ? -number : number; }

}  // namespace

bool IsIdentity(const float (&matrix)[16]) {
  for (std::size_t i = 0; i < 16; ++i) {
    if (matrix[i] != (i % 5 == 0 ? 1.0f : 0.0f)) return false;
  }
  return true;
}

bool IsTrsMatrix(const float (&matrix)[16]) {
  if (matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1) return false;
  Rotation r;
  double scale[3];
  double norm = 0;
  for (std::size_t column = 0; column < 3; ++column) {
    double square = 0;
    double sum = 0;
    for (std::size_t row = 0; row < 3; ++row) {
      const double element = matrix[column * 4 + row];
      r.m[row][column] = element;
      square += element * element;
      sum += Magnitude(element);
    }
    scale[column] = std::sqrt(square);
    if (sum > norm) norm = sum;
  }
  const double determinant = Determinant(r);
  if (determinant == 0) return false;
  if (determinant < 0) scale[0] = -scale[0];
  for (std::size_t column = 0; column < 3; ++column) {
    for (std::size_t row = 0; row < 3; ++row) r.m[row][column] /= scale[column];
  }
  const Rotation again = ThroughQuaternion(r);
  double norm_again = 0;
  for (std::size_t column = 0; column < 3; ++column) {
    double sum = 0;
    for (std::size_t row = 0; row < 3; ++row) {
      sum += Magnitude(again.m[row][column] * scale[column]);
    }
    if (sum > norm_again) norm_again = sum;
  }
  // The translation's column counts too, but is the same in both.
  const double translation =
      Magnitude(matrix[12]) + Magnitude(matrix[13]) + Magnitude(matrix[14]) + 1.0;
  if (translation > norm) norm = translation;
  if (translation > norm_again) norm_again = translation;
  return Magnitude(norm - norm_again) < 0.00005;
}

}  // namespace sinew::gltf

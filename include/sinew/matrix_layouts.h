// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The four ways other programs store the matrix that Sinew keeps as an Affine (C1). Each has a
// name; nothing is reinterpreted silently.
//
//   row-major 3x4      m00 m01 m02 tx  m10 m11 m12 ty  m20 m21 m22 tz      Emberware, Sinew, GPU
//   column-major 3x4   m00 m10 m20  m01 m11 m21  m02 m12 m22  tx ty tz     Nethercore
//   column-major 4x4   m00 m10 m20 0  m01 m11 m21 0  m02 m12 m22 0  tx ty tz 1   glTF, Lynx, OpenGL
//   row-vector 4x4     the transpose, for v * M, stored row by row: rows of the transpose
#pragma once

#include <array>

#include "sinew/math.h"

namespace sinew {

std::array<float, 12> ToRowMajor3x4(const Affine& a_from_b);
std::array<float, 12> ToColumnMajor3x4(const Affine& a_from_b);
std::array<float, 16> ToColumnMajor4x4(const Affine& a_from_b);
// row[i][j] at i * 4 + j of the matrix K with v * K = M * v: the transpose of M.
std::array<float, 16> ToRowVector4x4(const Affine& a_from_b);

Affine FromRowMajor3x4(const std::array<float, 12>& m);
Affine FromColumnMajor3x4(const std::array<float, 12>& m);
// The last row (m[3], m[7], m[11], m[15]) is not looked at.
Affine FromColumnMajor4x4(const std::array<float, 16>& m);
// The last column (m[3], m[7], m[11], m[15]) is not looked at.
Affine FromRowVector4x4(const std::array<float, 16>& m);

}  // namespace sinew

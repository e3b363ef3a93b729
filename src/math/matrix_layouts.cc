// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/matrix_layouts.h"

namespace sinew {

std::array<float, 12> ToRowMajor3x4(const Affine& a_from_b) {
  std::array<float, 12> out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) out[r * 4 + c] = a_from_b.m[r][c];
  }
  return out;
}

std::array<float, 12> ToColumnMajor3x4(const Affine& a_from_b) {
  std::array<float, 12> out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) out[c * 3 + r] = a_from_b.m[r][c];
  }
  return out;
}

std::array<float, 16> ToColumnMajor4x4(const Affine& a_from_b) {
  std::array<float, 16> out{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) out[c * 4 + r] = a_from_b.m[r][c];
  }
  out[15] = 1.0f;
  return out;
}

// A transpose stored by rows is the matrix stored by columns: the same sixteen numbers, but they
// mean another matrix, so the two have names of their own.
std::array<float, 16> ToRowVector4x4(const Affine& a_from_b) { return ToColumnMajor4x4(a_from_b); }

Affine FromRowMajor3x4(const std::array<float, 12>& m) {
  Affine a_from_b;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) a_from_b.m[r][c] = m[r * 4 + c];
  }
  return a_from_b;
}

Affine FromColumnMajor3x4(const std::array<float, 12>& m) {
  Affine a_from_b;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) a_from_b.m[r][c] = m[c * 3 + r];
  }
  return a_from_b;
}

Affine FromColumnMajor4x4(const std::array<float, 16>& m) {
  Affine a_from_b;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) a_from_b.m[r][c] = m[c * 4 + r];
  }
  return a_from_b;
}

Affine FromRowVector4x4(const std::array<float, 16>& m) { return FromColumnMajor4x4(m); }

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Whether a matrix is a rotation times one positive scale: the specification of IsEvenlyScaled.
#pragma once

#include <cstdint>
#include <span>

#include "base/arithmetic.h"
#include "math/vec.h"
#include "sinew/math.h"

namespace sinew {

// How far rows may be from one length and from right angles, as a share of the squared length.
inline constexpr float kEvenScaleTolerance = 1e-4f;
// Squared scales beyond these are left to the cofactors, which know what to do with them.
inline constexpr float kLeastEvenSquared = 1e-8f;
inline constexpr float kMostEvenSquared = 1e8f;

namespace scalar {

// Rows of one length, at right angles to each other, right-handed.
static inline bool IsEvenlyScaled(const Affine& affine) {
  const auto& m = affine.m;
  const Vec3 x{m[0][0], m[0][1], m[0][2]};
  const Vec3 y{m[1][0], m[1][1], m[1][2]};
  const Vec3 z{m[2][0], m[2][1], m[2][2]};
  const float squared = scalar::Dot(x, x);
  if (!(squared >= kLeastEvenSquared && squared <= kMostEvenSquared)) return false;
  const float allowed = kEvenScaleTolerance * squared;
  const auto is_near_zero = [allowed](float v) { return v >= -allowed && v <= allowed; };
  return is_near_zero(scalar::Dot(y, y) - squared) && is_near_zero(scalar::Dot(z, z) - squared) &&
         is_near_zero(scalar::Dot(x, y)) && is_near_zero(scalar::Dot(y, z)) &&
         is_near_zero(scalar::Dot(z, x)) && scalar::Dot(scalar::Cross(x, y), z) > 0.0f;
}

static inline bool AreEvenlyScaled(const Affine* matrices, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!scalar::IsEvenlyScaled(matrices[i])) return false;
  }
  return true;
}

// Of matrices that are evenly scaled: whether all scale alike.
static inline bool AreOfOneScale(std::span<const Affine> matrices) {
  const auto squared = [](const Affine& a) {
    const Vec3 x{a.m[0][0], a.m[0][1], a.m[0][2]};
    return scalar::Dot(x, x);
  };
  for (const Affine& matrix : matrices) {
    const float first = squared(matrices[0]), off = squared(matrix) - first;
    if (!(off >= -kEvenScaleTolerance * first && off <= kEvenScaleTolerance * first)) return false;
  }
  return true;
}

}  // namespace scalar
}  // namespace sinew

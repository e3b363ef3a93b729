// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/vec.h"

#include "sinew/math.h"

namespace sinew {

float Dot(Vec3 a, Vec3 b) { return scalar::Dot(a, b); }

Vec3 Cross(Vec3 a, Vec3 b) { return scalar::Cross(a, b); }

// In double, so that no usable vector is too short or too long to be measured.
float Length(Vec3 v) {
  const double x = v.x, y = v.y, z = v.z;
  return static_cast<float>(std::sqrt(x * x + y * y + z * z));
}

Vec3 NormalizeOr(Vec3 v, Vec3 fallback) { return scalar::NormalizeOr(v, fallback); }

bool IsUsable(float value) { return value >= -kLargest && value <= kLargest; }

}  // namespace sinew

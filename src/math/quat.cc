// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/quat.h"

#include "sinew/math.h"

namespace sinew {

Quat Normalize(Quat q) { return scalar::UnitOr(scalar::Widen(q), Quat{}); }

Quat Multiply(Quat q, Quat r) { return scalar::Multiply(q, r); }

Vec3 Rotate(Quat q, Vec3 v) { return scalar::Rotate(q, v); }

Quat Slerp(Quat a, Quat b, float t) { return scalar::Slerp(a, b, t); }

Quat Nlerp(Quat a, Quat b, float t) { return scalar::Nlerp(a, b, t); }

Quat QuatOf(Vec3 unit_axis, float angle) {
  const double half = 0.5 * angle;
  const double sine = Sin(half);
  return scalar::Narrow({unit_axis.x * sine, unit_axis.y * sine, unit_axis.z * sine, Cos(half)});
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/vec_double.h"
#include "sinew/rigging.h"

namespace sinew {

Vec3 ClosestPointOnSegment(Vec3 a, Vec3 b, Vec3 p) {
  const scalar::Vec3D from = scalar::Widen(a);
  const scalar::Vec3D along = scalar::Sub(scalar::Widen(b), from);
  const double reached = scalar::Dot(scalar::Sub(scalar::Widen(p), from), along);
  const double whole = scalar::Dot(along, along);
  if (!(reached > 0.0)) return a;  // Before a, or a segment without length.
  if (reached >= whole) return b;
  const scalar::Vec3D point = scalar::Add(from, scalar::Scale(along, reached / whole));
  return {static_cast<float>(point.x), static_cast<float>(point.y), static_cast<float>(point.z)};
}

}  // namespace sinew

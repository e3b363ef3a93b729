// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones as line segments, in double.
#pragma once

#include "math/vec_double.h"

namespace sinew::rig {

// The point of the segment from a to b that is nearest to p (S3). Exactly a or b at the ends; a
// where the segment has no length.
static inline scalar::Vec3D ClosestOnSegment(scalar::Vec3D a, scalar::Vec3D b, scalar::Vec3D p) {
  const scalar::Vec3D along = scalar::Sub(b, a);
  const double reached = scalar::Dot(scalar::Sub(p, a), along);
  const double whole = scalar::Dot(along, along);
  if (!(reached > 0.0)) return a;
  if (reached >= whole) return b;
  return scalar::Add(a, scalar::Scale(along, reached / whole));
}

}  // namespace sinew::rig

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/segment.h"
#include "sinew/rigging.h"

namespace sinew {

Vec3 ClosestPointOnSegment(Vec3 a, Vec3 b, Vec3 p) {
  const scalar::Vec3D point =
      rig::ClosestOnSegment(scalar::Widen(a), scalar::Widen(b), scalar::Widen(p));
  return {static_cast<float>(point.x), static_cast<float>(point.y), static_cast<float>(point.z)};
}

}  // namespace sinew

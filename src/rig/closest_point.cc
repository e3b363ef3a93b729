// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/segment.h"
#include "sinew/rigging.h"

namespace sinew {

Vec3 ClosestPointOnSegment(Vec3 a, Vec3 b, Vec3 p) {
  return scalar::Narrow(
      rig::ClosestOnSegment(scalar::Widen(a), scalar::Widen(b), scalar::Widen(p)));
}

}  // namespace sinew

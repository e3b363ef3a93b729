// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rigging: what can be done with bones (bones.h) and the mesh around them.
#pragma once

#include "sinew/math.h"

namespace sinew {

// The point of the segment from a to b that is nearest to p; a where the segment has no length
// (S3).
Vec3 ClosestPointOnSegment(Vec3 a, Vec3 b, Vec3 p);

}  // namespace sinew

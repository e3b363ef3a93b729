// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The axes that a bone's three angles turn about (S15), in double. One rule for readers and
// solvers: a rig that is read stands as the solver thinks it stands.
#pragma once

#include "math/vec_double.h"

namespace sinew::scalar {

// Of an angle each, or columns of a matrix.
struct ThreeAxes {
  Vec3D x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
};

// y along the extent, x as near to (1, 0, 0) as it can be, z = x cross y; the last two turned about
// y by `roll` radians. An extent of no length counts as (0, 1, 0).
ThreeAxes BoneAxes(Vec3 extent, double roll);

// Turns by x first, then y, then z, in radians (S14).
QuatD TurnAboutAxes(const ThreeAxes& axes, Vec3D radians);

}  // namespace sinew::scalar

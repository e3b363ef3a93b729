// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A palette for dual quaternion skinning, made once per frame; SkinJob takes it beside the palette
// of matrices. What it does to a mesh, and when to use it: docs/skinning.md.
//
//   Matrix   M = T * R * S of each joint: R the rotation of the polar decomposition, S what is left
//            of the 3x3 part (scale, shear, mirrors), T the translation t.
//   Blend    of a vertex v: q = the sum of weight * rotation, each rotation on the side of the one
//            with the largest weight (of equal weights, the lowest joint); the stretched vertices
//            S * v are blended linearly, and each joint's motion is the rigid one that turns as R
//            does and takes that mean to M * v. The result is the dual quaternion mean of those:
//              v' = vector part of (sum of weight * (M * v) * rotation) * conjugate(q) / |q|^2.
//            Of joints that only turn and move, that is dual quaternion skinning as everyone has
//            it. With scale it depends neither on where bind space has its origin nor on its axes,
//            and a point that all joints agree on stays where they put it.
//   Space    as in skinning.h: bind space in, model space out.
//   Memory   nothing here allocates. Spans are borrowed for the length of the call.
#pragma once

#include <array>
#include <span>

#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew {

// One joint of the palette: five quaternions, 20 floats, 80 bytes, for a shader to read as they
// lie. Rotation and dual are the unit dual quaternion of T * R.
struct DualJoint {
  Quat rotation{};               // R, unit, w not negative.
  Quat dual{0, 0, 0, 0};         // t * rotation / 2, t as the quaternion (t, 0).
  std::array<Quat, 3> stretched  // rotation * S's column k, that as the quaternion (column, 0).
      {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  bool operator==(const DualJoint&) const = default;
};
static_assert(sizeof(DualJoint) == 80);

// dual_palette[i] from palette[i]. On any error nothing is written: kPaletteTooSmall where there
// are fewer dual joints than matrices, kValueNotFinite where a matrix is not usable.
//
//   Mirrors   M = R * S with R proper: where M mirrors, S is minus the stretch of -M.
//   Singular  matrices have no one rotation that suits best, nor have those that mirror by next to
//             nothing: they get one of those that do. The zero matrix has the identity.
struct DualPaletteJob {
  std::span<const Affine> palette;
  std::span<DualJoint> dual_palette;  // Out. At least palette.size().

  Error Validate() const;
  Error Run() const;
};

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Linear blend skinning of one vertex, inline: the specification that faster kernels are held
// against. All in float; every sum runs from left to right.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <span>

#include "base/arithmetic.h"
#include "math/affine.h"
#include "math/vec.h"
#include "sinew/math.h"
#include "sinew/mesh.h"

namespace sinew::scalar {

// The sum of weight * matrix, in the influences' order, which is ascending (S1, S11, L28). It
// starts with the first product: adding that to a matrix of zeros would turn -0 into 0.
static inline Affine Blend(std::span<const Influence> influences, std::span<const Affine> palette) {
  assert(!influences.empty());
  Affine sum;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      float entry = influences[0].weight * palette[influences[0].joint].m[r][c];
      for (const Influence& influence : influences.subspan(1)) {
        entry = entry + influence.weight * palette[influence.joint].m[r][c];
      }
      sum.m[r][c] = entry;
    }
  }
  return sum;
}

// How a matrix turns surfaces: the cofactors of its 3x3 part, and whether it mirrors (C3).
struct SurfaceTurn {
  std::array<Vec3, 3> cofactor_rows;
  bool mirrors;
};

static inline SurfaceTurn SurfaceTurnOf(const Affine& affine) {
  const Vec3 row0{affine.m[0][0], affine.m[0][1], affine.m[0][2]};
  const Vec3 row1{affine.m[1][0], affine.m[1][1], affine.m[1][2]};
  const Vec3 row2{affine.m[2][0], affine.m[2][1], affine.m[2][2]};
  SurfaceTurn turn;
  turn.cofactor_rows = {scalar::Cross(row1, row2), scalar::Cross(row2, row0),
                        scalar::Cross(row0, row1)};
  turn.mirrors = scalar::Dot(row0, turn.cofactor_rows[0]) < 0.0f;
  return turn;
}

// `rest` is the normal before morphing, for where nothing is left of the skinned one.
static inline Vec3 SkinNormal(const SurfaceTurn& turn, Vec3 normal, Vec3 rest) {
  Vec3 turned{scalar::Dot(turn.cofactor_rows[0], normal),
              scalar::Dot(turn.cofactor_rows[1], normal),
              scalar::Dot(turn.cofactor_rows[2], normal)};
  if (turn.mirrors) turned = Negate(turned);
  return scalar::NormalizeOr(turned, scalar::NormalizeOr(rest, rest));
}

// A tangent lies in the surface, so the matrix itself moves it; a mirror swaps its handedness.
static inline Vec4 SkinTangent(const Affine& affine, bool mirrors, Vec3 tangent, Vec4 rest) {
  const Vec3 rest_direction{rest.x, rest.y, rest.z};
  const Vec3 moved = scalar::NormalizeOr(scalar::TransformDirection(affine, tangent),
                                         scalar::NormalizeOr(rest_direction, rest_direction));
  return {moved.x, moved.y, moved.z, mirrors ? -rest.w : rest.w};
}

}  // namespace sinew::scalar

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Linear blend skinning of one vertex, inline: the specification that faster kernels are held
// against. All in float; every sum runs from left to right.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/arithmetic.h"
#include "math/affine.h"
#include "math/vec.h"
#include "sinew/assertion.h"
#include "sinew/math.h"
#include "sinew/mesh.h"

namespace sinew::scalar {

// The sum of weight * matrix, in the influences' order, which is ascending (S1, S11, L28). It
// starts with the first product: adding that to a matrix of zeros would turn -0 into 0. At least
// one influence; influence_at(k) is the k-th.
template <typename InfluenceAt>
static inline Affine Blend(std::size_t count, const InfluenceAt& influence_at,
                           const Affine* palette) {
  SINEW_ASSERT(count > 0);
  Affine sum;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      const Influence first = influence_at(0);
      float entry = first.weight * palette[first.joint].m[r][c];
      for (std::size_t k = 1; k < count; ++k) {
        const Influence influence = influence_at(k);
        entry = entry + influence.weight * palette[influence.joint].m[r][c];
      }
      sum.m[r][c] = entry;
    }
  }
  return sum;
}

// How a matrix turns surfaces: the cofactors of its 3x3 part, up to a positive factor, and whether
// it mirrors (C3).
struct SurfaceTurn {
  std::array<Vec3, 3> cofactor_rows;
  bool mirrors;
  bool extreme;  // So large or small that a direction is scaled before its length is taken.
};

static inline float LargestOf(Vec3 v) {
  const float x = v.x < 0.0f ? -v.x : v.x;
  const float y = v.y < 0.0f ? -v.y : v.y;
  const float z = v.z < 0.0f ? -v.z : v.z;
  const float larger = x < y ? y : x;
  return larger < z ? z : larger;
}

// The power of two that takes `size` into [1, 2); 1 for zero, and for what is no usable size.
static inline float ScaleToOne(float size) {
  const std::uint32_t exponent = std::bit_cast<std::uint32_t>(size) >> 23;
  if (exponent >= 254) return 1.0f;
  // Denormals, whose exponent is 0, are lifted as far as a float goes.
  if (exponent == 0) return size == 0.0f ? 1.0f : 0x1p127f;
  return std::bit_cast<float>((254 - exponent) << 23);
}

// For rows beyond what SurfaceTurnOf multiplies as they are. Each row is brought to a length near
// one, by a power of two; the cofactors, of which each lacks one row, are brought back to their
// proportion. So where nothing overflows or underflows, the bits are those of the plain way.
static inline SurfaceTurn ExtremeSurfaceTurnOf(const std::array<Vec3, 3>& rows) {
  std::array<Vec3, 3> scaled;
  std::array<float, 3> scales;
  float largest = 0.0f;
  for (std::size_t i = 0; i < 3; ++i) {
    scales[i] = ScaleToOne(LargestOf(rows[i]));
    scaled[i] = Scale(rows[i], scales[i]);
    largest = scales[i] > largest ? scales[i] : largest;
  }
  SurfaceTurn turn;
  turn.extreme = true;
  turn.cofactor_rows = {scalar::Cross(scaled[1], scaled[2]), scalar::Cross(scaled[2], scaled[0]),
                        scalar::Cross(scaled[0], scaled[1])};
  turn.mirrors = scalar::Dot(scaled[0], turn.cofactor_rows[0]) < 0.0f;
  for (std::size_t i = 0; i < 3; ++i) {
    turn.cofactor_rows[i] = Scale(turn.cofactor_rows[i], scales[i] / largest);
  }
  return turn;
}

static inline SurfaceTurn SurfaceTurnOf(const Affine& affine) {
  const Vec3 row0{affine.m[0][0], affine.m[0][1], affine.m[0][2]};
  const Vec3 row1{affine.m[1][0], affine.m[1][1], affine.m[1][2]};
  const Vec3 row2{affine.m[2][0], affine.m[2][1], affine.m[2][2]};
  // The determinant has three factors, the square of a cofactor's length four.
  constexpr float kSmallest = 0x1p-24f, kLargestPlain = 0x1p24f;
  bool plain = true;
  for (const Vec3& row : {row0, row1, row2}) {
    const float size = LargestOf(row);
    plain &= size >= kSmallest && size <= kLargestPlain;
  }
  if (!plain) return ExtremeSurfaceTurnOf({row0, row1, row2});
  SurfaceTurn turn;
  turn.extreme = false;
  turn.cofactor_rows = {scalar::Cross(row1, row2), scalar::Cross(row2, row0),
                        scalar::Cross(row0, row1)};
  turn.mirrors = scalar::Dot(row0, turn.cofactor_rows[0]) < 0.0f;
  return turn;
}

// Where the matrix only turns and scales evenly it turns normals as it turns directions.
static inline SurfaceTurn UpperTurnOf(const Affine& affine) {
  const auto& m = affine.m;
  return {.cofactor_rows = {Vec3{m[0][0], m[0][1], m[0][2]}, Vec3{m[1][0], m[1][1], m[1][2]},
                            Vec3{m[2][0], m[2][1], m[2][2]}},
          .mirrors = false,
          .extreme = false};
}

// A direction to be normalised: of extreme matrices, brought near one first.
static inline Vec3 Tamed(Vec3 direction, bool extreme) {
  return extreme ? Scale(direction, ScaleToOne(LargestOf(direction))) : direction;
}

// `rest` is the normal before morphing, for where nothing is left of the skinned one.
static inline Vec3 SkinNormal(const SurfaceTurn& turn, Vec3 normal, Vec3 rest) {
  Vec3 turned{scalar::Dot(turn.cofactor_rows[0], normal),
              scalar::Dot(turn.cofactor_rows[1], normal),
              scalar::Dot(turn.cofactor_rows[2], normal)};
  if (turn.mirrors) turned = Negate(turned);
  return scalar::NormalizeOr(Tamed(turned, turn.extreme), scalar::NormalizeOr(rest, rest));
}

// A tangent lies in the surface, so the matrix itself moves it; a mirror swaps its handedness.
static inline Vec4 SkinTangent(const Affine& affine, const SurfaceTurn& turn, Vec3 tangent,
                               Vec4 rest) {
  const Vec3 rest_direction{rest.x, rest.y, rest.z};
  const Vec3 moved =
      scalar::NormalizeOr(Tamed(scalar::TransformDirection(affine, tangent), turn.extreme),
                          scalar::NormalizeOr(rest_direction, rest_direction));
  return {moved.x, moved.y, moved.z, turn.mirrors ? -rest.w : rest.w};
}

}  // namespace sinew::scalar

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Dual quaternion skinning of one vertex, inline: the specification that faster kernels are held
// against. It comes to a matrix, which moves positions, normals and tangents as any other does. All
// in float; every sum runs from left to right.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.h"
#include "sinew/assertion.h"
#include "sinew/dual_quaternion.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "skin/linear_blend.h"

namespace sinew {

// The squared length of a blended rotation is at least the square of its pivot's weight: all others
// are on the pivot's side. Less than this is no rotation, and moves everything to the origin: that
// takes weights that are no Mesh's, or joints that DualPaletteJob did not make.
inline constexpr float kLeastRotationSquared = 1e-12f;

namespace scalar {

static inline float Dot(Quat a, Quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

// The joint with the largest weight. Influences ascend, so of equal ones it is the lowest.
template <typename InfluenceAt>
static inline std::uint32_t PivotJoint(std::size_t count, const InfluenceAt& influence_at) {
  Influence pivot = influence_at(0);
  for (std::size_t k = 1; k < count; ++k) {
    const Influence influence = influence_at(k);
    if (pivot.weight < influence.weight) pivot = influence;
  }
  return pivot.joint;
}

// Vector part of a * conjugate(q) / |q|^2, where `q_over` is q / |q|^2.
static inline Vec3 Unturned(Quat a, Quat q_over) {
  const Quat& q = q_over;
  return {q.w * a.x - a.w * q.x + q.y * a.z - q.z * a.y,
          q.w * a.y - a.w * q.y + q.z * a.x - q.x * a.z,
          q.w * a.z - a.w * q.z + q.x * a.y - q.y * a.x};
}

static inline Affine AffineOfSum(const DualJoint& sum) {
  const Quat& q = sum.rotation;
  const float squared = Dot(q, q);
  const float over = squared >= kLeastRotationSquared ? 1.0f / squared : 0.0f;
  const Quat q_over{q.x * over, q.y * over, q.z * over, q.w * over};
  const Vec3 x = Unturned(sum.stretched[0], q_over);
  const Vec3 y = Unturned(sum.stretched[1], q_over);
  const Vec3 z = Unturned(sum.stretched[2], q_over);
  const Vec3 half = Unturned(sum.dual, q_over);
  Affine affine;
  affine.m[0] = {x.x, y.x, z.x, 2.0f * half.x};
  affine.m[1] = {x.y, y.y, z.y, 2.0f * half.y};
  affine.m[2] = {x.z, y.z, z.z, 2.0f * half.z};
  return affine;
}

// At least one influence; influence_at(k) is the k-th.
template <typename InfluenceAt>
static inline Affine DualBlend(std::size_t count, const InfluenceAt& influence_at,
                               const DualJoint* palette) {
  SINEW_ASSERT(count > 0);
  using Floats = std::array<float, 20>;
  const Quat pivot = palette[PivotJoint(count, influence_at)].rotation;
  Floats sum;
  for (std::size_t k = 0; k < count; ++k) {
    const auto [joint, weight] = influence_at(k);
    const float signed_weight = Dot(palette[joint].rotation, pivot) < 0.0f ? -weight : weight;
    const Floats floats = std::bit_cast<Floats>(palette[joint]);
    for (std::size_t i = 0; i < floats.size(); ++i) {
      const float product = signed_weight * floats[i];
      sum[i] = k == 0 ? product : sum[i] + product;
    }
  }
  return AffineOfSum(std::bit_cast<DualJoint>(sum));
}

// By dual quaternions where there are any. One joint alone has nothing to blend: its matrix moves
// the vertex as in linear blend, to the bit.
template <typename InfluenceAt>
static inline Affine BlendByEither(std::size_t count, const InfluenceAt& influence_at,
                                   const Affine* palette, const DualJoint* dual_palette) {
  return dual_palette != nullptr && count > 1 ? DualBlend(count, influence_at, dual_palette)
                                              : Blend(count, influence_at, palette);
}

}  // namespace scalar
}  // namespace sinew

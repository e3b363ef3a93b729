// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The matrices that dual quaternions come to, eight side by side: the rows of a block, as those of
// blended_rows.h are. They have the bits of scalar::DualBlend.
#pragma once

#include "math/simd/target.h"
#include "skin/dual_blend.h"
#include "skin/kernels/blended_rows.h"
#include "skin/kernels/quat_x8.h"
#include "skin/kernels/vec3x8.h"

namespace sinew::SINEW_TARGET {

constexpr int kDualQuats = 5;  // Of a dual joint.
constexpr int kDualFloats = 4 * kDualQuats;

// The same joints for all eight vertices: each lane's pivot is found by its weights.
class GroupedPivot {
 public:
  explicit GroupedPivot(const BlockSource& from) : from_(from) {
    f32x8 largest = Load8(from.weights);
    pivot_ = Rotation(0);
    for (std::uint32_t k = 1; k < from.influence_count; ++k) {
      const f32x8 weight = Load8(from.weights + std::size_t{k} * kLanes);
      const QuatX8 q = Rotation(k);
      const mask8 larger = Less(largest, weight);
      largest = Select(larger, weight, largest);
      pivot_ = {Select(larger, q.x, pivot_.x), Select(larger, q.y, pivot_.y),
                Select(larger, q.z, pivot_.z), Select(larger, q.w, pivot_.w)};
    }
  }
  // Negative where the rotation is not on the pivot's side.
  f32x8 SignedWeight(std::uint32_t k) const {
    return NegateWhere(Less(Dot(Rotation(k), pivot_), Splat8(0.0f)),
                       Load8(from_.weights + std::size_t{k} * kLanes));
  }

 private:
  QuatX8 Rotation(std::uint32_t k) const {
    const float* q = FloatsOf(from_.dual_palette[from_.joints[k]]);
    return {Splat8(q[0]), Splat8(q[1]), Splat8(q[2]), Splat8(q[3])};
  }

  const BlockSource& from_;
  QuatX8 pivot_;
};

template <int kInfluences>
SINEW_INLINE void SumGrouped(const BlockSource& from, f32x8 sum[kDualFloats]) {
  const GroupedPivot pivot(from);
  const float* joints[kInfluences];
  f32x8 weights[kInfluences];
  for (int k = 0; k < kInfluences; ++k) {
    joints[k] = FloatsOf(from.dual_palette[from.joints[k]]);
    weights[k] = pivot.SignedWeight(static_cast<std::uint32_t>(k));
  }
  for (int i = 0; i < kDualFloats; ++i) {
    f32x8 entry = weights[0] * Splat8(joints[0][i]);
    for (int k = 1; k < kInfluences; ++k) entry = entry + weights[k] * Splat8(joints[k][i]);
    sum[i] = entry;
  }
}

// The same, of any number.
SINEW_INLINE void SumManyGrouped(const BlockSource& from, f32x8 sum[kDualFloats]) {
  const GroupedPivot pivot(from);
  for (std::uint32_t k = 0; k < from.influence_count; ++k) {
    const float* joint = FloatsOf(from.dual_palette[from.joints[k]]);
    const f32x8 weight = pivot.SignedWeight(k);
    for (int i = 0; i < kDualFloats; ++i) {
      const f32x8 product = weight * Splat8(joint[i]);
      sum[i] = k == 0 ? product : sum[i] + product;
    }
  }
}

// Joints of their own: summed for each vertex, and then laid side by side.
SINEW_INLINE void SumMixed(const BlockSource& from, f32x8 sum[kDualFloats]) {
  f32x4 rows[kDualQuats][kLanes];
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const auto joint_at = [&](std::uint32_t k) {
      return FloatsOf(from.dual_palette[from.joints[k * kLanes + lane]]);
    };
    const float* pivot = joint_at(0);
    float largest = from.weights[lane];
    for (std::uint32_t k = 1; k < from.influence_count; ++k) {
      const float weight = from.weights[k * kLanes + lane];
      const bool larger = largest < weight;
      largest = larger ? weight : largest;
      pivot = larger ? joint_at(k) : pivot;
    }
    const auto signed_weight = [&](std::uint32_t k, const float* q) {
      const float side = q[0] * pivot[0] + q[1] * pivot[1] + q[2] * pivot[2] + q[3] * pivot[3];
      const float weight = from.weights[k * kLanes + lane];
      return Splat4(side < 0.0f ? -weight : weight);
    };
    const float* q = joint_at(0);
    f32x4 w = signed_weight(0, q);
    f32x4 a = w * Load4(q), b = w * Load4(q + 4), c = w * Load4(q + 8), d = w * Load4(q + 12),
          e = w * Load4(q + 16);
    for (std::uint32_t k = 1; k < from.influence_count; ++k) {
      q = joint_at(k);
      w = signed_weight(k, q);
      a = a + w * Load4(q);
      b = b + w * Load4(q + 4);
      c = c + w * Load4(q + 8);
      d = d + w * Load4(q + 12);
      e = e + w * Load4(q + 16);
    }
    rows[0][lane] = a;
    rows[1][lane] = b;
    rows[2][lane] = c;
    rows[3][lane] = d;
    rows[4][lane] = e;
  }
  for (int i = 0; i < kDualQuats; ++i) Columns8(rows[i], sum + 4 * i);
}

// scalar::Unturned.
SINEW_INLINE Vec3x8 Unturned(const f32x8 a[4], const QuatX8& q_over) {
  const QuatX8& q = q_over;
  return {q.w * a[0] - a[3] * q.x + q.y * a[2] - q.z * a[1],
          q.w * a[1] - a[3] * q.y + q.z * a[0] - q.x * a[2],
          q.w * a[2] - a[3] * q.z + q.x * a[1] - q.y * a[0]};
}

// scalar::AffineOfSum: entries row by row.
SINEW_INLINE void AffinesOfSum(const f32x8 sum[kDualFloats], f32x8 entries[12]) {
  const QuatX8 q{sum[0], sum[1], sum[2], sum[3]};
  const f32x8 squared = Dot(q, q);
  const f32x8 over = Select(LessEqual(Splat8(kLeastRotationSquared), squared),
                            Splat8(1.0f) / squared, Splat8(0.0f));
  const QuatX8 q_over = q * over;
  for (int column = 0; column < 3; ++column) {
    const Vec3x8 axis = Unturned(sum + 8 + 4 * column, q_over);
    entries[column] = axis.x;
    entries[4 + column] = axis.y;
    entries[8 + column] = axis.z;
  }
  const Vec3x8 half = Unturned(sum + 4, q_over);
  const f32x8 two = Splat8(2.0f);
  entries[3] = two * half.x;
  entries[7] = two * half.y;
  entries[11] = two * half.z;
}

// Kept apart: it is long, and the same for all that may be wanted of a block.
SINEW_APART void BlendDual(const BlockSource& from, f32x8 entries[12]) {
  f32x8 sum[kDualFloats];
  if (from.mixed) {
    SumMixed(from, sum);
  } else if (kFewWays || from.influence_count > 4) {
    SumManyGrouped(from, sum);
  } else if (from.influence_count == 4) {
    SumGrouped<4>(from, sum);
  } else if (from.influence_count == 3) {
    SumGrouped<3>(from, sum);
  } else {
    SumGrouped<2>(from, sum);
  }
  AffinesOfSum(sum, entries);
}

// Of two influences or more: one alone has its matrix.
struct DualRows {
  f32x8 entries[12];
  explicit DualRows(const BlockSource& from) { BlendDual(from, entries); }
  Row8 Row(int r) const {
    return {{entries[4 * r], entries[4 * r + 1], entries[4 * r + 2]}, entries[4 * r + 3]};
  }
};

}  // namespace sinew::SINEW_TARGET

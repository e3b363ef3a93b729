// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// RotationAverage::kEvenPace, eight joints at once, in the order of operations of spec::BlendJoint,
// where it is explained what is computed.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/kernels.h"
#include "pose/kernels/quat8.h"

namespace sinew::SINEW_TARGET {

SINEW_INLINE f32x8 ArcOverSine(f32x8 cosine) {
  const f32x8 zero = Splat8(0.0f), one = Splat8(1.0f);
  const f32x8 x = one - Select(Less(cosine, zero), zero, cosine);
  const f32x8 square = x * x;
  const auto pair = [&](int i) {
    return Splat8(kArcOverSine[i]) + Splat8(kArcOverSine[i + 1]) * x;
  };
  return one + x * (pair(0) + square * (pair(2) + square * pair(4)));
}

struct Pull {
  Quat8 sum;
  f32x8 over_length;
  Quat8 rotation;
  f32x8 along_sum;
};

SINEW_INLINE Pull PullFrom(const Quat8& sum, const Quat8& pivot, f32x8 shortest_squared) {
  const f32x8 nothing = Splat8(-0.0f), one = Splat8(1.0f);
  const f32x8 length_squared = Dot(sum, sum);
  Pull pull{sum, one / Sqrt(length_squared), {nothing, nothing, nothing, nothing}, nothing};
  const mask8 is_short = Less(length_squared, shortest_squared);
  if (Any(is_short)) {
    pull.sum = Select(is_short, pivot, sum);
    pull.over_length = Select(is_short, one, pull.over_length);
  }
  return pull;
}

// is_turned: q lies on the other side than the pivot. Shares: weights that sum to one.
SINEW_INLINE void AddPull(Pull& pull, const Quat8& q, mask8 is_turned, f32x8 share) {
  const f32x8 dot = Dot(q, pull.sum) * pull.over_length;
  const f32x8 by = ArcOverSine(NegateWhere(is_turned, dot)) * NegateWhere(is_turned, share);
  pull.rotation.x = pull.rotation.x + q.x * by;
  pull.rotation.y = pull.rotation.y + q.y * by;
  pull.rotation.z = pull.rotation.z + q.z * by;
  pull.rotation.w = pull.rotation.w + q.w * by;
  pull.along_sum = pull.along_sum + dot * by;
}

SINEW_INLINE Quat8 Pulled(const Pull& pull) {
  const f32x8 one = Splat8(1.0f);
  const Quat8 &sum = pull.sum, &rotation = pull.rotation;
  const f32x8 arc_squared = Dot(rotation, rotation) - pull.along_sum * pull.along_sum;
  const f32x8 tangent_over_arc = one + arc_squared * Splat8(1.0f / 3.0f);
  const f32x8 of_sum = (one - pull.along_sum * tangent_over_arc) * pull.over_length;
  const Quat8 moved{sum.x * of_sum + rotation.x * tangent_over_arc,
                    sum.y * of_sum + rotation.y * tangent_over_arc,
                    sum.z * of_sum + rotation.z * tangent_over_arc,
                    sum.w * of_sum + rotation.w * tangent_over_arc};
  const f32x8 length_squared = Dot(moved, moved);
  const mask8 is_sound = And(LessEqual(arc_squared, Splat8(kMostArcSquared)),
                             LessEqual(Splat8(kLeastSteppedSquared), length_squared));
  const Quat8 unit = Scaled(moved, one / Sqrt(length_squared));
  return All(is_sound) ? unit : Select(is_sound, unit, Scaled(sum, pull.over_length));
}

}  // namespace sinew::SINEW_TARGET

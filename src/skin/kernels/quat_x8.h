// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight quaternions side by side, and dual joints as floats.
#pragma once

#include "math/simd/target.h"
#include "sinew/dual_quaternion.h"

namespace sinew::SINEW_TARGET {

struct QuatX8 {
  f32x8 x, y, z, w;
};

SINEW_INLINE QuatX8 operator*(const QuatX8& q, f32x8 s) {
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
SINEW_INLINE f32x8 Dot(const QuatX8& a, const QuatX8& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// The twenty floats of a dual joint: rotation, dual, stretched.
static inline const float* FloatsOf(const DualJoint& joint) {
  return reinterpret_cast<const float*>(&joint);
}
static inline float* FloatsOf(DualJoint& joint) { return reinterpret_cast<float*>(&joint); }

}  // namespace sinew::SINEW_TARGET

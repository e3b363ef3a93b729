// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight directions or points side by side, with the operations of math/vec.h in the same order.
#pragma once

#include "math/simd/target.h"

namespace sinew::SINEW_TARGET {

constexpr std::uint32_t kLanes = 8;

struct Vec3x8 {
  f32x8 x, y, z;
};

SINEW_INLINE Vec3x8 LoadVec3(const float* rows) {
  return {Load8(rows), Load8(rows + kLanes), Load8(rows + 2 * kLanes)};
}
SINEW_INLINE Vec3x8 operator*(const Vec3x8& v, f32x8 s) { return {v.x * s, v.y * s, v.z * s}; }
SINEW_INLINE f32x8 Dot(const Vec3x8& a, const Vec3x8& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
SINEW_INLINE Vec3x8 Cross(const Vec3x8& a, const Vec3x8& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
SINEW_INLINE Vec3x8 NegateWhere(mask8 which, const Vec3x8& v) {
  return {NegateWhere(which, v.x), NegateWhere(which, v.y), NegateWhere(which, v.z)};
}

// As scalar::NormalizeOr: the fallback where the squared length is no ordinary float.
SINEW_INLINE mask8 HasDirection(f32x8 length_squared) {
  return And(LessEqual(Splat8(0x1p-126f), length_squared),
             LessEqual(length_squared, Splat8(0x1.fffffep127f)));
}
// `rest_rows` are only read where a direction comes to nothing.
SINEW_INLINE Vec3x8 Normalized(const Vec3x8& v, const float* rest_rows) {
  const f32x8 length_squared = Dot(v, v);
  Vec3x8 unit = v * (Splat8(1.0f) / Sqrt(length_squared));
  const mask8 has = HasDirection(length_squared);
  if (!All(has)) [[unlikely]] {
    const Vec3x8 rest = LoadVec3(rest_rows);
    const f32x8 rest_squared = Dot(rest, rest);
    const mask8 rest_has = HasDirection(rest_squared);
    const f32x8 over_length = Splat8(1.0f) / Sqrt(rest_squared);
    // One by one: g++ copies whole structs through memory.
    unit.x = Select(has, unit.x, Select(rest_has, rest.x * over_length, rest.x));
    unit.y = Select(has, unit.y, Select(rest_has, rest.y * over_length, rest.y));
    unit.z = Select(has, unit.z, Select(rest_has, rest.z * over_length, rest.z));
  }
  return unit;
}

}  // namespace sinew::SINEW_TARGET

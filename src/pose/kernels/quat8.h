// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight rotations side by side, and the last block of a pose.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/kernels.h"

namespace sinew::SINEW_TARGET {

struct Quat8 {
  f32x8 x, y, z, w;
};

static inline Quat8 LoadRotation(const TransformBlock& block) {
  return {Load8(block.rotation[0]), Load8(block.rotation[1]), Load8(block.rotation[2]),
          Load8(block.rotation[3])};
}
static inline f32x8 Dot(const Quat8& a, const Quat8& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline Quat8 Scaled(const Quat8& q, f32x8 scale) {
  return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}
static inline Quat8 Select(mask8 which, const Quat8& where_set, const Quat8& elsewhere) {
  return {Select(which, where_set.x, elsewhere.x), Select(which, where_set.y, elsewhere.y),
          Select(which, where_set.z, elsewhere.z), Select(which, where_set.w, elsewhere.w)};
}
// Shorter sums have no direction worth keeping: of rotations that are hardly there.
static inline Quat8 UnitOr(const Quat8& q, const Quat8& fallback, f32x8 shortest_squared) {
  const f32x8 length_squared = Dot(q, q);
  const Quat8 unit = Scaled(q, Splat8(1.0f) / Sqrt(length_squared));
  const mask8 too_short = Less(length_squared, shortest_squared);
  return Any(too_short) ? Select(too_short, fallback, unit) : unit;
}

static inline void StoreRotation(const Quat8& q, TransformBlock& out) {
  Store8(out.rotation[0], q.x);
  Store8(out.rotation[1], q.y);
  Store8(out.rotation[2], q.z);
  Store8(out.rotation[3], q.w);
}

// Lanes beyond the last joint take the rest pose's, which are the identity.
static inline void RestBeyond(std::uint32_t count, const TransformBlock& rest,
                              TransformBlock& block) {
  const mask8 kept = MaskOfBits8((1u << count) - 1u);
  const auto keep = [&](const float* from, float* row) {
    Store8(row, Select(kept, Load8(row), Load8(from)));
  };
  for (int i = 0; i < 3; ++i) {
    keep(rest.translation[i], block.translation[i]);
    keep(rest.scale[i], block.scale[i]);
  }
  for (int i = 0; i < 4; ++i) keep(rest.rotation[i], block.rotation[i]);
}

}  // namespace sinew::SINEW_TARGET

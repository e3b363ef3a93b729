// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight joints of a blend: what it comes to, and what all ways of averaging share.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/kernels.h"
#include "pose/kernels/quat8.h"

namespace sinew::SINEW_TARGET {

// What the layers of one block come to. Where nothing weighs anything the rest stands.
struct BlendedBlock {
  f32x8 translation[3], scale[3];
  Quat8 rotation;
};

static inline BlendedBlock RestOf(const TransformBlock& rest) {
  return {{Load8(rest.translation[0]), Load8(rest.translation[1]), Load8(rest.translation[2])},
          {Load8(rest.scale[0]), Load8(rest.scale[1]), Load8(rest.scale[2])},
          LoadRotation(rest)};
}

// The weights of eight joints from `first` on; lanes beyond the last joint weigh nothing.
static inline f32x8 JointWeights(const BlendLayerArgs& layer, std::uint32_t first,
                                 std::uint32_t count) {
  if (layer.joint_weights == nullptr) return Splat8(layer.weight);
  const f32x8 weight = Splat8(layer.weight);
  if (count == kBlockSize) return Load8(layer.joint_weights + first) * weight;
  float lanes[kBlockSize] = {};
  for (std::uint32_t i = 0; i < count; ++i) lanes[i] = layer.joint_weights[first + i];
  return Load8(lanes) * weight;
}

// The short way to q is the other way round: it counts with its sign turned.
static inline mask8 IsTurned(const Quat8& q, const Quat8& pivot) {
  return Less(Dot(q, pivot), Splat8(0.0f));
}

// Turning the weight's sign turns the product's: one operation instead of four.
static inline void AddRotation(Quat8& sum, const Quat8& q, const Quat8& pivot, f32x8 weight) {
  const f32x8 signed_weight = NegateWhere(IsTurned(q, pivot), weight);
  sum.x = sum.x + q.x * signed_weight;
  sum.y = sum.y + q.y * signed_weight;
  sum.z = sum.z + q.z * signed_weight;
  sum.w = sum.w + q.w * signed_weight;
}

}  // namespace sinew::SINEW_TARGET

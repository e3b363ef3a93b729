// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blending two whole poses, which is what most blends are. Specification: spec::BlendJoint.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/even_pace.h"
#include "pose/kernels/kernels.h"
#include "pose/kernels/quat8.h"

namespace sinew::SINEW_TARGET {

// Two layers, the same weights for all joints, nothing over them. A rotation never turns against
// itself, and the product of two is the same either way round, so one of them decides for the layer
// that is not the pivot.
struct Crossfade {
  f32x8 weight_a, weight_b, over_weight, shortest_squared;
  f32x8 share_a, share_b;  // Of one.
  bool pivot_is_a;
  mask8 a_may_turn, b_may_turn;

  explicit Crossfade(const BlendArgs& args)
      : weight_a(Splat8(args.layers[0].weight)),
        weight_b(Splat8(args.layers[1].weight)),
        over_weight(Splat8(args.over_weight)),
        shortest_squared(Splat8(args.shortest_squared)),
        share_a(weight_a * over_weight),
        share_b(weight_b * over_weight),
        pivot_is_a(args.pivot == 0),
        a_may_turn(MaskOfBits8(pivot_is_a ? 0u : 255u)),
        b_may_turn(MaskOfBits8(pivot_is_a ? 255u : 0u)) {}
};

// kWhole: the weights sum to 1, so that nothing need be divided by the sum.
template <bool kWhole>
static inline void MixRow(const Crossfade& fade, const float* a, const float* b, float* out) {
  const f32x8 sum = Load8(a) * fade.weight_a + Load8(b) * fade.weight_b;
  Store8(out, kWhole ? sum : sum * fade.over_weight);
}
template <bool kWhole>
static inline void MixTranslationAndScale(const Crossfade& fade, const TransformBlock& a,
                                          const TransformBlock& b, TransformBlock& out) {
  for (int i = 0; i < 3; ++i) {
    MixRow<kWhole>(fade, a.translation[i], b.translation[i], out.translation[i]);
    MixRow<kWhole>(fade, a.scale[i], b.scale[i], out.scale[i]);
  }
}

static inline Quat8 MixRotation(const Crossfade& fade, const Quat8& a, const Quat8& b) {
  const mask8 are_far = Less(Dot(a, b), Splat8(0.0f));
  const f32x8 turned_a = NegateWhere(And(are_far, fade.a_may_turn), fade.weight_a);
  const f32x8 turned_b = NegateWhere(And(are_far, fade.b_may_turn), fade.weight_b);
  return {a.x * turned_a + b.x * turned_b, a.y * turned_a + b.y * turned_b,
          a.z * turned_a + b.z * turned_b, a.w * turned_a + b.w * turned_b};
}

// Two blocks side by side: a square root takes long, and the one block's does not wait for the
// other's.
static inline void MixTwoRotations(const Crossfade& fade, const TransformBlock* a,
                                   const TransformBlock* b, TransformBlock* out) {
  const TransformBlock* const pivot = fade.pivot_is_a ? a : b;
  const Quat8 first = MixRotation(fade, LoadRotation(a[0]), LoadRotation(b[0]));
  const Quat8 second = MixRotation(fade, LoadRotation(a[1]), LoadRotation(b[1]));
  const f32x8 first_squared = Dot(first, first), second_squared = Dot(second, second);
  const f32x8 first_scale = Splat8(1.0f) / Sqrt(first_squared);
  const f32x8 second_scale = Splat8(1.0f) / Sqrt(second_squared);
  const mask8 first_short = Less(first_squared, fade.shortest_squared);
  const mask8 second_short = Less(second_squared, fade.shortest_squared);
  Quat8 first_unit = Scaled(first, first_scale), second_unit = Scaled(second, second_scale);
  if (Any(first_short)) first_unit = Select(first_short, LoadRotation(pivot[0]), first_unit);
  if (Any(second_short)) second_unit = Select(second_short, LoadRotation(pivot[1]), second_unit);
  StoreRotation(first_unit, out[0]);
  StoreRotation(second_unit, out[1]);
}

// One block at RotationAverage::kEvenPace, in steps, so that two can be taken side by side.
struct EvenMix {
  Quat8 a, b;
  mask8 are_far;
  Pull pull;
};
SINEW_INLINE EvenMix BeginEvenMix(const Crossfade& fade, const TransformBlock& of_a,
                                  const TransformBlock& of_b) {
  const Quat8 a = LoadRotation(of_a), b = LoadRotation(of_b);
  const Quat8 sum = MixRotation(fade, a, b);
  return {a, b, Less(Dot(a, b), Splat8(0.0f)),
          PullFrom(sum, fade.pivot_is_a ? a : b, fade.shortest_squared)};
}
SINEW_INLINE void PullToA(const Crossfade& fade, EvenMix& mix) {
  AddPull(mix.pull, mix.a, And(mix.are_far, fade.a_may_turn), fade.share_a);
}
SINEW_INLINE void PullToB(const Crossfade& fade, EvenMix& mix) {
  AddPull(mix.pull, mix.b, And(mix.are_far, fade.b_may_turn), fade.share_b);
}

static inline void MixTwoRotationsEvenly(const Crossfade& fade, const TransformBlock* a,
                                         const TransformBlock* b, TransformBlock* out) {
  EvenMix first = BeginEvenMix(fade, a[0], b[0]), second = BeginEvenMix(fade, a[1], b[1]);
  PullToA(fade, first);
  PullToA(fade, second);
  PullToB(fade, first);
  PullToB(fade, second);
  StoreRotation(Pulled(first.pull), out[0]);
  StoreRotation(Pulled(second.pull), out[1]);
}

template <bool kWhole>
static void BlendTwoBy(const BlendArgs& args) {
  const Crossfade fade(args);
  const TransformBlock *const a = args.layers[0].pose, *const b = args.layers[1].pose;
  TransformBlock* const out = args.pose;
  const std::uint32_t block_count = (args.joint_count + kBlockSize - 1) / kBlockSize;
  std::uint32_t i = 0;
  for (; i + 2 <= block_count; i += 2) {
    MixTranslationAndScale<kWhole>(fade, a[i], b[i], out[i]);
    MixTranslationAndScale<kWhole>(fade, a[i + 1], b[i + 1], out[i + 1]);
    if (args.even_pace) {
      MixTwoRotationsEvenly(fade, a + i, b + i, out + i);
    } else {
      MixTwoRotations(fade, a + i, b + i, out + i);
    }
  }
  if (i < block_count) {
    MixTranslationAndScale<kWhole>(fade, a[i], b[i], out[i]);
    if (args.even_pace) {
      EvenMix last = BeginEvenMix(fade, a[i], b[i]);
      PullToA(fade, last);
      PullToB(fade, last);
      StoreRotation(Pulled(last.pull), out[i]);
    } else {
      const Quat8 sum = MixRotation(fade, LoadRotation(a[i]), LoadRotation(b[i]));
      const Quat8 pivot = LoadRotation(fade.pivot_is_a ? a[i] : b[i]);
      StoreRotation(UnitOr(sum, pivot, fade.shortest_squared), out[i]);
    }
  }
  const std::uint32_t used = args.joint_count % kBlockSize;
  if (used != 0) RestBeyond(used, args.rest[block_count - 1], out[block_count - 1]);
}

static void BlendTwo(const BlendArgs& args) {
  return args.over_weight == 1.0f ? BlendTwoBy<true>(args) : BlendTwoBy<false>(args);
}

}  // namespace sinew::SINEW_TARGET

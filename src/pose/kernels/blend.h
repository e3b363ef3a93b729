// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blending, eight joints at once. The order of operations is that of spec::Blend.
//
// Sums start at -0, which changes nothing that is added to it, not even a -0; where the first layer
// is known the sum starts with it.
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
// Shorter sums have no direction worth keeping: opposed rotations of equal weight.
static inline Quat8 UnitOr(const Quat8& q, const Quat8& fallback, f32x8 shortest_squared) {
  const f32x8 length_squared = Dot(q, q);
  const Quat8 unit = Scaled(q, Splat8(1.0f) / Sqrt(length_squared));
  const mask8 too_short = Less(length_squared, shortest_squared);
  return Any(too_short) ? Select(too_short, fallback, unit) : unit;
}

// Of rotations whose weights sum to this.
static inline f32x8 ShortestSquared(f32x8 weight) {
  const f32x8 shortest = Splat8(kShortestBlendSquared) * weight * weight;
  const f32x8 least = Splat8(kShortestSquared);
  return Select(Less(shortest, least), least, shortest);
}

struct BlendSums {
  f32x8 translation[3], scale[3];
  Quat8 rotation;
  f32x8 weight;
};

// Turning the weight's sign turns the product's: one operation instead of four.
static inline void AddRotation(Quat8& sum, const Quat8& q, const Quat8& pivot, f32x8 weight) {
  const f32x8 signed_weight = NegateWhere(Less(Dot(q, pivot), Splat8(0.0f)), weight);
  sum.x = sum.x + q.x * signed_weight;
  sum.y = sum.y + q.y * signed_weight;
  sum.z = sum.z + q.z * signed_weight;
  sum.w = sum.w + q.w * signed_weight;
}

static inline void AddLayer(BlendSums& sums, const TransformBlock& block, const Quat8& pivot,
                            f32x8 weight) {
  for (int i = 0; i < 3; ++i) {
    sums.translation[i] = sums.translation[i] + Load8(block.translation[i]) * weight;
    sums.scale[i] = sums.scale[i] + Load8(block.scale[i]) * weight;
  }
  AddRotation(sums.rotation, LoadRotation(block), pivot, weight);
  sums.weight = sums.weight + weight;
}

static inline BlendSums NoSums() {
  const f32x8 nothing = Splat8(-0.0f);
  return {{nothing, nothing, nothing},
          {nothing, nothing, nothing},
          {nothing, nothing, nothing, nothing},
          nothing};
}

static inline BlendSums Select(mask8 which, const BlendSums& where_set,
                               const BlendSums& elsewhere) {
  BlendSums result;
  for (int i = 0; i < 3; ++i) {
    result.translation[i] = Select(which, where_set.translation[i], elsewhere.translation[i]);
    result.scale[i] = Select(which, where_set.scale[i], elsewhere.scale[i]);
  }
  result.rotation = Select(which, where_set.rotation, elsewhere.rotation);
  result.weight = Select(which, where_set.weight, elsewhere.weight);
  return result;
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

static inline BlendedBlock Finish(BlendSums sums, const Quat8& pivot, const TransformBlock& rest,
                                  bool fill_with_rest) {
  const f32x8 one = Splat8(1.0f);
  if (fill_with_rest) {
    const mask8 is_short = Less(sums.weight, one);
    if (Any(is_short)) {
      BlendSums filled = sums;
      AddLayer(filled, rest, pivot, one - sums.weight);
      sums = Select(is_short, filled, sums);
    }
  }
  const f32x8 over_weight = one / sums.weight;
  BlendedBlock blended;
  for (int i = 0; i < 3; ++i) {
    blended.translation[i] = sums.translation[i] * over_weight;
    blended.scale[i] = sums.scale[i] * over_weight;
  }
  blended.rotation = UnitOr(sums.rotation, pivot, ShortestSquared(sums.weight));
  const mask8 weighs = Less(Splat8(kLightestBlend), sums.weight);
  if (All(weighs)) return blended;
  const BlendedBlock resting = RestOf(rest);
  for (int i = 0; i < 3; ++i) {
    blended.translation[i] = Select(weighs, blended.translation[i], resting.translation[i]);
    blended.scale[i] = Select(weighs, blended.scale[i], resting.scale[i]);
  }
  blended.rotation = Select(weighs, blended.rotation, resting.rotation);
  return blended;
}

// Weights that are the same for all joints are summed once, by the job, with the rest among the
// layers where it fills up.
static inline BlendedBlock AverageUnmasked(const BlendArgs& args, std::uint32_t block) {
  if (args.layer_count == 0) return RestOf(args.rest[block]);
  const f32x8 over_weight = Splat8(args.over_weight);
  const TransformBlock& first = args.layers[0].pose[block];
  const f32x8 first_weight = Splat8(args.layers[0].weight);
  BlendedBlock blended;
  for (int i = 0; i < 3; ++i) {
    f32x8 translation = Load8(first.translation[i]) * first_weight;
    f32x8 scale = Load8(first.scale[i]) * first_weight;
    for (std::uint32_t k = 1; k < args.layer_count; ++k) {
      const TransformBlock& pose = args.layers[k].pose[block];
      const f32x8 weight = Splat8(args.layers[k].weight);
      translation = translation + Load8(pose.translation[i]) * weight;
      scale = scale + Load8(pose.scale[i]) * weight;
    }
    blended.translation[i] = translation * over_weight;
    blended.scale[i] = scale * over_weight;
  }
  const Quat8 pivot = LoadRotation(args.layers[args.pivot].pose[block]);
  const f32x8 nothing = Splat8(-0.0f);
  Quat8 sum{nothing, nothing, nothing, nothing};
  for (std::uint32_t k = 0; k < args.layer_count; ++k) {
    AddRotation(sum, LoadRotation(args.layers[k].pose[block]), pivot,
                Splat8(args.layers[k].weight));
  }
  blended.rotation = UnitOr(sum, pivot, Splat8(args.shortest_squared));
  return blended;
}

static inline BlendedBlock AverageMasked(const BlendArgs& args, std::uint32_t block,
                                         std::uint32_t count) {
  const TransformBlock& rest = args.rest[block];
  const std::uint32_t first = block * kBlockSize;
  f32x8 heaviest = Splat8(0.0f);
  Quat8 pivot = LoadRotation(rest);
  for (std::uint32_t i = 0; i < args.layer_count; ++i) {
    const f32x8 weight = JointWeights(args.layers[i], first, count);
    const mask8 is_heavier = Less(heaviest, weight);
    heaviest = Select(is_heavier, weight, heaviest);
    pivot = Select(is_heavier, LoadRotation(args.layers[i].pose[block]), pivot);
  }
  BlendSums sums = NoSums();
  for (std::uint32_t i = 0; i < args.layer_count; ++i) {
    const f32x8 weight = JointWeights(args.layers[i], first, count);
    BlendSums with_layer = sums;
    AddLayer(with_layer, args.layers[i].pose[block], pivot, weight);
    sums = Select(Less(Splat8(0.0f), weight), with_layer, sums);
  }
  return Finish(sums, pivot, rest, args.fill_with_rest);
}

static inline void LayOver(BlendedBlock& blended, const BlendLayerArgs& layer, std::uint32_t block,
                           std::uint32_t count) {
  const f32x8 zero = Splat8(0.0f), one = Splat8(1.0f);
  const f32x8 weight = JointWeights(layer, block * kBlockSize, count);
  const TransformBlock& delta = layer.pose[block];
  for (int i = 0; i < 3; ++i) {
    const f32x8 shift = Load8(delta.translation[i]) * weight;
    const f32x8 growth = one + (Load8(delta.scale[i]) - one) * weight;
    if (layer.subtract) {
      blended.translation[i] = blended.translation[i] - shift;
      const mask8 is_zero = And(LessEqual(growth, zero), LessEqual(zero, growth));
      blended.scale[i] = Select(is_zero, blended.scale[i], blended.scale[i] / growth);
    } else {
      blended.translation[i] = blended.translation[i] + shift;
      blended.scale[i] = blended.scale[i] * growth;
    }
  }
  // From no turn at all towards the difference, the short way.
  Quat8 turn = LoadRotation(delta);
  const mask8 is_far = Less(turn.w, zero);
  turn = {NegateWhere(is_far, turn.x), NegateWhere(is_far, turn.y), NegateWhere(is_far, turn.z),
          NegateWhere(is_far, turn.w)};
  turn = {turn.x * weight, turn.y * weight, turn.z * weight, one + (turn.w - one) * weight};
  turn = UnitOr(turn, {zero, zero, zero, one}, Splat8(kShortestBlendSquared));
  if (layer.subtract) turn = {Negate(turn.x), Negate(turn.y), Negate(turn.z), turn.w};
  const Quat8 q = blended.rotation;
  const Quat8 product{q.w * turn.x + q.x * turn.w + q.y * turn.z - q.z * turn.y,
                      q.w * turn.y - q.x * turn.z + q.y * turn.w + q.z * turn.x,
                      q.w * turn.z + q.x * turn.y - q.y * turn.x + q.z * turn.w,
                      q.w * turn.w - q.x * turn.x - q.y * turn.y - q.z * turn.z};
  blended.rotation = UnitOr(product, q, Splat8(kShortestBlendSquared));
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

// A crossfade, which is what most blends are: two layers, the same weights for all joints, nothing
// over them. A rotation never turns against itself, and the product of two is the same either way
// round, so one of them decides for the layer that is not the pivot.
struct Crossfade {
  f32x8 weight_a, weight_b, over_weight, shortest_squared;
  mask8 a_may_turn, b_may_turn;

  explicit Crossfade(const BlendArgs& args)
      : weight_a(Splat8(args.layers[0].weight)),
        weight_b(Splat8(args.layers[1].weight)),
        over_weight(Splat8(args.over_weight)),
        shortest_squared(Splat8(args.shortest_squared)),
        a_may_turn(MaskOfBits8(args.pivot == 0 ? 0u : 255u)),
        b_may_turn(MaskOfBits8(args.pivot == 0 ? 255u : 0u)) {}
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

static inline void StoreRotation(const Quat8& q, TransformBlock& out) {
  Store8(out.rotation[0], q.x);
  Store8(out.rotation[1], q.y);
  Store8(out.rotation[2], q.z);
  Store8(out.rotation[3], q.w);
}

// Two blocks side by side: a square root takes long, and the one block's does not wait for the
// other's.
template <bool kWhole>
static void BlendTwo(const BlendArgs& args) {
  const Crossfade fade(args);
  const TransformBlock *const a = args.layers[0].pose, *const b = args.layers[1].pose;
  const TransformBlock* const pivot = args.pivot == 0 ? a : b;
  TransformBlock* const out = args.pose;
  const std::uint32_t block_count = (args.joint_count + kBlockSize - 1) / kBlockSize;
  std::uint32_t i = 0;
  for (; i + 2 <= block_count; i += 2) {
    MixTranslationAndScale<kWhole>(fade, a[i], b[i], out[i]);
    MixTranslationAndScale<kWhole>(fade, a[i + 1], b[i + 1], out[i + 1]);
    const Quat8 first = MixRotation(fade, LoadRotation(a[i]), LoadRotation(b[i]));
    const Quat8 second = MixRotation(fade, LoadRotation(a[i + 1]), LoadRotation(b[i + 1]));
    const f32x8 first_squared = Dot(first, first), second_squared = Dot(second, second);
    const f32x8 first_scale = Splat8(1.0f) / Sqrt(first_squared);
    const f32x8 second_scale = Splat8(1.0f) / Sqrt(second_squared);
    const mask8 first_short = Less(first_squared, fade.shortest_squared);
    const mask8 second_short = Less(second_squared, fade.shortest_squared);
    Quat8 first_unit = Scaled(first, first_scale), second_unit = Scaled(second, second_scale);
    if (Any(first_short)) first_unit = Select(first_short, LoadRotation(pivot[i]), first_unit);
    if (Any(second_short)) {
      second_unit = Select(second_short, LoadRotation(pivot[i + 1]), second_unit);
    }
    StoreRotation(first_unit, out[i]);
    StoreRotation(second_unit, out[i + 1]);
  }
  if (i < block_count) {
    MixTranslationAndScale<kWhole>(fade, a[i], b[i], out[i]);
    const Quat8 sum = MixRotation(fade, LoadRotation(a[i]), LoadRotation(b[i]));
    StoreRotation(UnitOr(sum, LoadRotation(pivot[i]), fade.shortest_squared), out[i]);
  }
  const std::uint32_t used = args.joint_count % kBlockSize;
  if (used != 0) RestBeyond(used, args.rest[block_count - 1], out[block_count - 1]);
}

static void Blend(const BlendArgs& args) {
  if (args.layer_count == 2 && !args.any_masked && args.delta_count == 0) {
    return args.over_weight == 1.0f ? BlendTwo<true>(args) : BlendTwo<false>(args);
  }
  for (std::uint32_t block = 0; block * kBlockSize < args.joint_count; ++block) {
    const std::uint32_t left = args.joint_count - block * kBlockSize;
    const std::uint32_t count = left < kBlockSize ? left : kBlockSize;
    BlendedBlock blended =
        args.any_masked ? AverageMasked(args, block, count) : AverageUnmasked(args, block);
    for (std::uint32_t i = 0; i < args.delta_count; ++i) {
      LayOver(blended, args.deltas[i], block, count);
    }
    TransformBlock& out = args.pose[block];
    for (int i = 0; i < 3; ++i) {
      Store8(out.translation[i], blended.translation[i]);
      Store8(out.scale[i], blended.scale[i]);
    }
    StoreRotation(blended.rotation, out);
    if (count < kBlockSize) RestBeyond(count, args.rest[block], out);
  }
}

}  // namespace sinew::SINEW_TARGET

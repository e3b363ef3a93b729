// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blending, eight joints at once, in the order of operations of spec::BlendJoint.
//
// Sums start at -0, which changes nothing that is added to it, not even a -0; where the first layer
// is known the sum starts with it.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/crossfade.h"
#include "pose/kernels/kernels.h"
#include "pose/kernels/quat8.h"

namespace sinew::SINEW_TARGET {

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

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Averaging layers of which some are masked: every joint has weights of its own. Where nothing
// weighs anything the rest stands.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/blended_block.h"
#include "pose/kernels/even_pace.h"
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

// The rest pose takes what the weights lack to one; where that is nothing, nothing changes.
static inline void FillWithRest(BlendSums& sums, const TransformBlock& rest, const Quat8& pivot,
                                f32x8 left) {
  BlendSums filled = sums;
  AddLayer(filled, rest, pivot, left);
  sums = Select(Less(Splat8(0.0f), left), filled, sums);
}

static inline Quat8 EvenPaceMasked(const BlendArgs& args, std::uint32_t block, std::uint32_t count,
                                   const BlendSums& sums, const Quat8& pivot, f32x8 left,
                                   f32x8 over_weight) {
  Pull pull = PullFrom(sums.rotation, pivot, ShortestSquared(sums.weight));
  const auto add = [&](const TransformBlock& pose, f32x8 weight) {
    const Quat8 q = LoadRotation(pose);
    Pull with_layer = pull;
    AddPull(with_layer, q, IsTurned(q, pivot), weight * over_weight);
    const mask8 weighs = Less(Splat8(0.0f), weight);
    pull.rotation = Select(weighs, with_layer.rotation, pull.rotation);
    pull.along_sum = Select(weighs, with_layer.along_sum, pull.along_sum);
  };
  for (std::uint32_t i = 0; i < args.layer_count; ++i) {
    add(args.layers[i].pose[block], JointWeights(args.layers[i], block * kBlockSize, count));
  }
  if (args.fill_with_rest) add(args.rest[block], left);
  return Pulled(pull);
}

static inline BlendedBlock Select(mask8 which, const BlendedBlock& where_set,
                                  const BlendedBlock& elsewhere) {
  BlendedBlock result;
  for (int i = 0; i < 3; ++i) {
    result.translation[i] = Select(which, where_set.translation[i], elsewhere.translation[i]);
    result.scale[i] = Select(which, where_set.scale[i], elsewhere.scale[i]);
  }
  result.rotation = Select(which, where_set.rotation, elsewhere.rotation);
  return result;
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
  const f32x8 zero = Splat8(0.0f), one = Splat8(1.0f);
  const f32x8 left = Select(Less(sums.weight, one), one - sums.weight, zero);
  if (args.fill_with_rest && Any(Less(zero, left))) FillWithRest(sums, rest, pivot, left);
  const f32x8 over_weight = one / sums.weight;
  BlendedBlock blended;
  for (int i = 0; i < 3; ++i) {
    blended.translation[i] = sums.translation[i] * over_weight;
    blended.scale[i] = sums.scale[i] * over_weight;
  }
  blended.rotation = args.even_pace
                         ? EvenPaceMasked(args, block, count, sums, pivot, left, over_weight)
                         : UnitOr(sums.rotation, pivot, ShortestSquared(sums.weight));
  const mask8 weighs = Less(Splat8(kLightestBlend), sums.weight);
  return All(weighs) ? blended : Select(weighs, blended, RestOf(rest));
}

}  // namespace sinew::SINEW_TARGET

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blending, eight joints at once, in the order of operations of spec::BlendJoint.
//
// Sums start at -0, which changes nothing that is added to it, not even a -0; where the first layer
// is known the sum starts with it.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/average_masked.h"
#include "pose/kernels/blended_block.h"
#include "pose/kernels/crossfade.h"
#include "pose/kernels/even_pace.h"
#include "pose/kernels/kernels.h"
#include "pose/kernels/quat8.h"

namespace sinew::SINEW_TARGET {

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
  const f32x8 shortest_squared = Splat8(args.shortest_squared);
  if (!args.even_pace) {
    blended.rotation = UnitOr(sum, pivot, shortest_squared);
    return blended;
  }
  Pull pull = PullFrom(sum, pivot, shortest_squared);
  for (std::uint32_t k = 0; k < args.layer_count; ++k) {
    const Quat8 q = LoadRotation(args.layers[k].pose[block]);
    AddPull(pull, q, IsTurned(q, pivot), Splat8(args.layers[k].weight) * over_weight);
  }
  blended.rotation = Pulled(pull);
  return blended;
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
    return BlendTwo(args);
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

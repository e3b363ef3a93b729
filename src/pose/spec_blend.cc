// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blending one joint (L16, L17, C61, C73). All in float; sums run in the order of the layers and
// start at -0, which changes nothing that is added to it.
#include <cmath>
#include <cstddef>

#include "base/arithmetic.h"
#include "math/quat.h"
#include "math/vec.h"
#include "pose/kernels/kernels.h"
#include "pose/spec.h"

namespace sinew::spec {
namespace {

float DotOf(Quat a, Quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

Quat ScaleOf(Quat q, float s) { return {q.x * s, q.y * s, q.z * s, q.w * s}; }

// Of rotations whose weights sum to this.
float ShortestSquared(float weight) {
  const float shortest = kShortestBlendSquared * weight * weight;
  return shortest < kShortestSquared ? kShortestSquared : shortest;
}

Quat UnitOr(Quat q, Quat fallback, float shortest_squared) {
  const float length_squared = DotOf(q, q);
  if (length_squared < shortest_squared) return fallback;
  return ScaleOf(q, 1.0f / std::sqrt(length_squared));
}

float WeightAt(float weight, std::span<const float> joint_weights, std::uint32_t joint) {
  return joint_weights.empty() ? weight : joint_weights[joint] * weight;
}

struct Sums {
  Vec3 translation{-0.0f, -0.0f, -0.0f};
  Quat rotation{-0.0f, -0.0f, -0.0f, -0.0f};
  Vec3 scale{-0.0f, -0.0f, -0.0f};
  float weight = -0.0f;

  void Add(const Transform& t, Quat pivot, float w) {
    translation = scalar::Add(translation, scalar::Scale(t.translation, w));
    scale = scalar::Add(scale, scalar::Scale(t.scale, w));
    const Quat product = ScaleOf(t.rotation, DotOf(t.rotation, pivot) < 0.0f ? -w : w);
    rotation = {rotation.x + product.x, rotation.y + product.y, rotation.z + product.z,
                rotation.w + product.w};
    weight = weight + w;
  }
};

Transform Average(const BlendJob& job, std::uint32_t joint) {
  const Transform& rest = job.skeleton.rest()[joint];
  Quat pivot = rest.rotation;
  float heaviest = 0.0f;
  for (const BlendLayer& layer : job.layers) {
    const float weight = WeightAt(layer.weight, layer.joint_weights, joint);
    if (!(layer.weight > 0.0f && weight > heaviest)) continue;
    heaviest = weight;
    pivot = layer.pose.joint(joint).rotation;
  }
  Sums sums;
  for (const BlendLayer& layer : job.layers) {
    const float weight = WeightAt(layer.weight, layer.joint_weights, joint);
    if (layer.weight > 0.0f && weight > 0.0f) sums.Add(layer.pose.joint(joint), pivot, weight);
  }
  if (job.fill_with_rest && sums.weight < 1.0f) sums.Add(rest, pivot, 1.0f - sums.weight);
  if (!(sums.weight > kLightestBlend)) return rest;
  const float over_weight = 1.0f / sums.weight;
  return {.translation = scalar::Scale(sums.translation, over_weight),
          .rotation = UnitOr(sums.rotation, pivot, ShortestSquared(sums.weight)),
          .scale = scalar::Scale(sums.scale, over_weight)};
}

float Grown(float scale, float delta, float weight, bool subtract) {
  const float growth = 1.0f + (delta - 1.0f) * weight;
  if (!subtract) return scale * growth;
  return growth == 0.0f ? scale : scale / growth;
}

Transform LaidOver(const Transform& average, const DeltaLayer& layer, std::uint32_t joint) {
  const bool subtract = layer.mode == DeltaLayer::Mode::kSubtract;
  const float weight = WeightAt(layer.weight, layer.joint_weights, joint);
  const Transform delta = layer.delta.joint(joint);
  Transform result;
  const Vec3 shift = scalar::Scale(delta.translation, weight);
  result.translation =
      subtract ? scalar::Sub(average.translation, shift) : scalar::Add(average.translation, shift);
  result.scale = {Grown(average.scale.x, delta.scale.x, weight, subtract),
                  Grown(average.scale.y, delta.scale.y, weight, subtract),
                  Grown(average.scale.z, delta.scale.z, weight, subtract)};
  // From no turn at all towards the difference, the short way.
  Quat turn = delta.rotation;
  if (turn.w < 0.0f) turn = {-turn.x, -turn.y, -turn.z, -turn.w};
  turn = {turn.x * weight, turn.y * weight, turn.z * weight, 1.0f + (turn.w - 1.0f) * weight};
  turn = UnitOr(turn, Quat{}, kShortestBlendSquared);
  if (subtract) turn = {-turn.x, -turn.y, -turn.z, turn.w};
  result.rotation =
      UnitOr(scalar::Multiply(average.rotation, turn), average.rotation, kShortestBlendSquared);
  return result;
}

}  // namespace

Transform BlendJoint(const BlendJob& job, std::uint32_t joint) {
  Transform blended = Average(job, joint);
  for (const DeltaLayer& delta : job.deltas) blended = LaidOver(blended, delta, joint);
  return blended;
}

}  // namespace sinew::spec

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blending one joint (L16, L17, C11, C61, C73). All in float; sums run in the order of the layers
// and start at -0, which changes nothing that is added to it.
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

// angle / sin(angle) of a cosine; beyond a right angle, as at it.
float ArcOverSine(float cosine) {
  const float x = 1.0f - (cosine < 0.0f ? 0.0f : cosine);
  const float* const c = kArcOverSine;
  const float square = x * x;
  return 1.0f + x * ((c[0] + c[1] * x) + square * ((c[2] + c[3] * x) + square * (c[4] + c[5] * x)));
}

// One step from the normalised sum towards the spherical mean: along the weighted average of the
// arcs that lead from it to the rotations. Arcs from a point of a great circle to others of the
// circle add up exactly, so for two rotations one step is all that is needed.
struct Pull {
  Quat sum;           // Or the pivot, where that is too short.
  float over_length;  // One over its length.
  Quat pivot;
  Quat rotation{-0.0f, -0.0f, -0.0f, -0.0f};
  float along_sum = -0.0f;

  // Shares: weights that sum to one.
  void Add(const Transform& t, float share) {
    const bool is_turned = DotOf(t.rotation, pivot) < 0.0f;
    const float dot = DotOf(t.rotation, sum) * over_length;
    const float pull = ArcOverSine(is_turned ? -dot : dot) * (is_turned ? -share : share);
    const Quat product = ScaleOf(t.rotation, pull);
    rotation = {rotation.x + product.x, rotation.y + product.y, rotation.z + product.z,
                rotation.w + product.w};
    along_sum = along_sum + dot * pull;
  }

  // The arc is what of `rotation` is at right angles to the sum; it is short, and its tangent is
  // taken as arc + arc^3 / 3.
  Quat Moved() const {
    const float arc_squared = DotOf(rotation, rotation) - along_sum * along_sum;
    const float tangent_over_arc = 1.0f + arc_squared * (1.0f / 3.0f);
    const float of_sum = (1.0f - along_sum * tangent_over_arc) * over_length;
    const Quat moved{sum.x * of_sum + rotation.x * tangent_over_arc,
                     sum.y * of_sum + rotation.y * tangent_over_arc,
                     sum.z * of_sum + rotation.z * tangent_over_arc,
                     sum.w * of_sum + rotation.w * tangent_over_arc};
    const float length_squared = DotOf(moved, moved);
    const bool is_sound = arc_squared <= kMostArcSquared && length_squared >= kLeastSteppedSquared;
    return is_sound ? ScaleOf(moved, 1.0f / std::sqrt(length_squared)) : ScaleOf(sum, over_length);
  }
};

// The layers that weigh something at a joint, in their order.
template <typename Visit>
void VisitLayers(const BlendJob& job, std::uint32_t joint, Visit visit) {
  for (const BlendLayer& layer : job.layers) {
    const float weight = WeightAt(layer.weight, layer.joint_weights, joint);
    if (layer.weight > 0.0f && weight > 0.0f) visit(layer.pose.joint(joint), weight);
  }
}

Transform Average(const BlendJob& job, std::uint32_t joint) {
  const Transform& rest = job.skeleton.rest()[joint];
  Quat pivot = rest.rotation;
  float heaviest = 0.0f;
  VisitLayers(job, joint, [&](const Transform& t, float weight) {
    if (weight > heaviest) pivot = t.rotation;
    if (weight > heaviest) heaviest = weight;
  });
  Sums sums;
  VisitLayers(job, joint, [&](const Transform& t, float weight) { sums.Add(t, pivot, weight); });
  const float left = job.fill_with_rest && sums.weight < 1.0f ? 1.0f - sums.weight : 0.0f;
  if (left > 0.0f) sums.Add(rest, pivot, left);
  if (!(sums.weight > kLightestBlend)) return rest;
  const float over_weight = 1.0f / sums.weight;
  const float length_squared = DotOf(sums.rotation, sums.rotation);
  const bool is_short = length_squared < ShortestSquared(sums.weight);
  const float over_length = is_short ? 1.0f : 1.0f / std::sqrt(length_squared);
  Quat rotation = is_short ? pivot : sums.rotation;
  if (job.rotations == RotationAverage::kEvenPace) {
    Pull pull{.sum = rotation, .over_length = over_length, .pivot = pivot};
    VisitLayers(job, joint,
                [&](const Transform& t, float weight) { pull.Add(t, weight * over_weight); });
    if (left > 0.0f) pull.Add(rest, left * over_weight);
    rotation = pull.Moved();
  } else if (!is_short) {
    rotation = ScaleOf(rotation, over_length);
  }
  return {.translation = scalar::Scale(sums.translation, over_weight),
          .rotation = rotation,
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

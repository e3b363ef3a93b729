// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/usable.h"
#include "pose/blend_by_kernel.h"
#include "pose/kernels/kernels.h"
#include "pose/spec.h"
#include "sinew/blending.h"

namespace sinew {
namespace {

bool MaskFits(std::span<const float> joint_weights, const SkeletonView& skeleton) {
  return joint_weights.empty() || joint_weights.size() >= skeleton.joint_count();
}

bool IsMask(std::span<const float> joint_weights) {
  int outside = 0;  // No early exit: the compiler vectorises it.
  for (const float weight : joint_weights) outside |= weight >= 0.0f && weight <= 1.0f ? 0 : 1;
  return outside == 0;
}

}  // namespace

void BlendByKernel(const BlendJob& job, const PoseKernels& kernels) {
  std::array<BlendLayerArgs, kMostLayers + 1> layers;  // One more: the rest pose.
  std::array<BlendLayerArgs, kMostLayers> deltas;
  BlendArgs args{.layers = layers.data(),
                 .layer_count = 0,
                 .any_masked = false,
                 .pivot = 0,
                 .over_weight = 1.0f,
                 .shortest_squared = kShortestBlendSquared,
                 .deltas = deltas.data(),
                 .delta_count = 0,
                 .fill_with_rest = job.fill_with_rest,
                 .even_pace = job.rotations == RotationAverage::kEvenPace,
                 .rest = job.skeleton.rest_blocks().data(),
                 .joint_count = job.skeleton.joint_count(),
                 .pose = job.pose.blocks.data()};
  float weight = -0.0f;
  for (const BlendLayer& layer : job.layers) {
    if (!(layer.weight > 0.0f)) continue;
    if (args.layer_count > 0 && layer.weight > layers[args.pivot].weight) {
      args.pivot = args.layer_count;
    }
    args.any_masked = args.any_masked || !layer.joint_weights.empty();
    layers[args.layer_count++] = {
        .pose = layer.pose.blocks.data(),
        .joint_weights = layer.joint_weights.empty() ? nullptr : layer.joint_weights.data(),
        .weight = layer.weight,
        .subtract = false};
    weight = weight + layer.weight;
  }
  if (!args.any_masked) {
    if (job.fill_with_rest && weight < 1.0f) {
      const float left = 1.0f - weight;
      layers[args.layer_count++] = {
          .pose = args.rest, .joint_weights = nullptr, .weight = left, .subtract = false};
      weight = weight + left;
    }
    if (!(weight > kLightestBlend)) args.layer_count = 0;
    args.over_weight = 1.0f / weight;
    const float shortest = kShortestBlendSquared * weight * weight;
    args.shortest_squared = shortest < kShortestSquared ? kShortestSquared : shortest;
  }
  for (const DeltaLayer& delta : job.deltas) {
    deltas[args.delta_count++] = {
        .pose = delta.delta.blocks.data(),
        .joint_weights = delta.joint_weights.empty() ? nullptr : delta.joint_weights.data(),
        .weight = delta.weight,
        .subtract = delta.mode == DeltaLayer::Mode::kSubtract};
  }
  kernels.blend(args);
}

void BlendBySpecification(const BlendJob& job) {
  // A joint at a time, so that the output may be one of the layers' own poses.
  for (std::uint32_t joint = 0; joint < job.skeleton.joint_count(); ++joint) {
    job.pose.set_joint(joint, spec::BlendJoint(job, joint));
  }
  // Lanes beyond the last joint take the rest pose's, which are the identity.
  const std::uint32_t used = job.skeleton.joint_count() % kBlockSize;
  for (std::uint32_t lane = used; used > 0 && lane < kBlockSize; ++lane) {
    SetTransform(job.pose.blocks[job.skeleton.joint_count() / kBlockSize], lane, Transform{});
  }
}

namespace {

// The morph weights of the result, slot by slot; the layers' masks are of joints.
void BlendMorphs(const BlendJob& job) {
  for (std::size_t slot = 0; slot < job.pose.morphs.size(); ++slot) {
    float sum = -0.0f, weight = -0.0f;
    for (const BlendLayer& layer : job.layers) {
      if (!(layer.weight > 0.0f)) continue;
      sum = sum + layer.pose.morphs[slot] * layer.weight;
      weight = weight + layer.weight;
    }
    const float rest = job.morph_rest.empty() ? 0.0f : job.morph_rest[slot];
    if (job.fill_with_rest && weight < 1.0f) {
      sum = sum + rest * (1.0f - weight);
      weight = weight + (1.0f - weight);
    }
    float value = weight > kLightestBlend ? sum * (1.0f / weight) : rest;
    for (const DeltaLayer& delta : job.deltas) {
      const float shift = delta.delta.morphs[slot] * delta.weight;
      value = delta.mode == DeltaLayer::Mode::kSubtract ? value - shift : value + shift;
    }
    job.pose.morphs[slot] = value;
  }
}

}  // namespace

Error BlendJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  const std::uint32_t joint_count = skeleton.joint_count();
  if (!pose.holds(joint_count)) return Error::kPoseTooSmall;
  float weight = 0.0f;  // Of all layers: its square has to be a number.
  for (const BlendLayer& layer : layers) {
    if (!layer.pose.holds(joint_count)) return Error::kPoseTooSmall;
    if (layer.pose.morphs.size() < pose.morphs.size()) return Error::kMorphsTooSmall;
    if (!MaskFits(layer.joint_weights, skeleton)) return Error::kMaskTooSmall;
    if (!IsMask(layer.joint_weights)) return Error::kMaskOutOfRange;
    if (!scalar::IsUsable(layer.weight)) return Error::kValueNotFinite;
    if (layer.weight > 0.0f) weight = weight + layer.weight;
  }
  if (!scalar::IsUsable(weight)) return Error::kValueNotFinite;
  for (const DeltaLayer& delta : deltas) {
    if (!delta.delta.holds(joint_count)) return Error::kPoseTooSmall;
    if (delta.delta.morphs.size() < pose.morphs.size()) return Error::kMorphsTooSmall;
    if (!MaskFits(delta.joint_weights, skeleton)) return Error::kMaskTooSmall;
    if (!IsMask(delta.joint_weights)) return Error::kMaskOutOfRange;
    if (!scalar::IsUsable(delta.weight)) return Error::kValueNotFinite;
  }
  if (!morph_rest.empty() && morph_rest.size() < pose.morphs.size()) return Error::kMorphsTooSmall;
  return Error::kNone;
}

Error BlendJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const bool fits = layers.size() <= kMostLayers && deltas.size() <= kMostLayers;
  if (fits) {
    BlendByKernel(*this, ChosenPoseKernels());
  } else {
    BlendBySpecification(*this);
  }
  BlendMorphs(*this);
  return Error::kNone;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/blend.h"

#include <algorithm>

#include "base/arithmetic.h"

namespace sinew {

using mixing::ActionState;

namespace {

// A pose of the scratch without morphs where the result has none.
PoseView ViewOf(Pose& pose, const PoseView& result) {
  PoseView view = pose.view();
  view.morphs = view.morphs.first(result.morphs.size());
  return view;
}

}  // namespace

bool MixerBlend::IsIdle() const {
  for (std::uint32_t l = 0; l < body_.layer_poses.size(); ++l) {
    if (body_.layer_poses[l].joint_count > 0) return false;
    if (mixing::LayerPlaysAt(state_, l, weights_at_)) return false;
  }
  return true;
}

void MixerBlend::WriteRest(PoseView pose) const {
  const Pose& rest = state_.setup().rest;
  std::copy(rest.blocks().begin(), rest.blocks().end(), pose.blocks.begin());
  const std::span<const float> morphs = state_.setup().morph_rest();
  std::copy_n(morphs.begin(), pose.morphs.size(), pose.morphs.begin());
}

Ticks MixerBlend::PositionOf(const ActionState& action) const {
  const Ticks duration = state_.setup().clips[action.clip].duration;
  const Ticks position = mixing::PositionAt(state_, action, moment_);
  const LoopMode loop = mixing::LoopOf(state_.setup(), action);
  if (moment_ == state_.now() || loop != LoopMode::kRepeat || duration <= 0) return position;
  const Ticks now = mixing::PositionAt(state_, action, state_.now());
  const Ticks begin = ClipTimeAt(now, duration, loop).loop * duration;
  return mixing::ClampTicks(position, begin, begin + duration - 1);
}

bool MixerBlend::CrossesASeam() const {
  const std::span<const ActionState> actions = state_.actions();
  return std::any_of(actions.begin(), actions.end(), [&](const ActionState& action) {
    return mixing::ContributionAt(action, weights_at_) > 0.0f &&
           PositionOf(action) != mixing::PositionAt(state_, action, moment_);
  });
}

Error MixerBlend::Sample(const ActionState& action, PoseView pose) const {
  const MixerSetup::Data& setup = state_.setup();
  const Ticks duration = setup.clips[action.clip].duration;
  const ClipView& clip = setup.options.clips[action.clip];
  const Ticks time = ClipTimeAt(PositionOf(action), duration, mixing::LoopOf(setup, action)).time;
  const std::span<const float> morph_rest =
      pose.morphs.empty() ? std::span<const float>{} : setup.morph_rest();
  const SampleJob sample{.skeleton = setup.skeleton,
                         .clip = clip,
                         .time_s = SampleSeconds(clip, time),
                         .morph_rest = morph_rest,
                         .pose = pose};
  if (const Error error = sample.Run(); error != Error::kNone) return error;
  if (!setup.root_paths.empty()) setup.root_paths[action.clip].Hold(pose);
  return Error::kNone;
}

Error MixerBlend::Gather(std::uint32_t layer, const PoseView& result, Sources& sources) {
  scratch_.blend_layers_.clear();
  const auto plays = [&](const ActionState& action) {
    return action.layer == layer && mixing::ContributionAt(action, weights_at_) > 0.0f;
  };
  for (const ActionState& action : state_.actions()) {
    if (!plays(action)) continue;
    sources.only = sources.count == 0 ? &action : nullptr;
    ++sources.count;
    sources.weight = sources.weight + mixing::ContributionAt(action, weights_at_);
  }
  const ConstPoseView callers = body_.layer_poses[layer];
  if (callers.joint_count > 0) {
    sources.only = nullptr;
    ++sources.count;
    sources.weight = sources.weight + 1.0f;
  }
  if (sources.only != nullptr) return Error::kNone;
  for (const ActionState& action : state_.actions()) {
    if (!plays(action)) continue;
    const PoseView pose = ViewOf(scratch_.samples_[scratch_.blend_layers_.size()], result);
    if (const Error error = Sample(action, pose); error != Error::kNone) return error;
    const float weight = mixing::ContributionAt(action, weights_at_);
    scratch_.blend_layers_.push_back({.pose = pose, .weight = weight});
  }
  if (callers.joint_count > 0) scratch_.blend_layers_.push_back({.pose = callers, .weight = 1.0f});
  return Error::kNone;
}

Error MixerBlend::Average(const Sources& sources, PoseView pose) const {
  if (sources.only != nullptr) return Sample(*sources.only, pose);
  return BlendJob{.skeleton = state_.setup().skeleton,
                  .layers = scratch_.blend_layers_,
                  .rotations = state_.setup().options.rotations,
                  .morph_rest = state_.setup().morph_rest(),
                  .pose = pose}
      .Run();
}

Error MixerBlend::RunOverride(std::uint32_t index, PoseView pose) {
  const MixerSetup::Data& setup = state_.setup();
  const MixerLayer& layer = setup.options.layers[index];
  Sources sources;
  if (const Error error = Gather(index, pose, sources); error != Error::kNone) return error;
  const float coverage = mixing::CoverageAt(state_, index, sources.weight, weights_at_);
  if (sources.count == 0 || !(coverage > 0.0f)) return Error::kNone;
  if (coverage >= 1.0f && layer.joint_weights.empty() && layer.moves_morphs) {
    has_below_ = true;
    return Average(sources, pose);
  }
  const PoseView average = ViewOf(scratch_.average_, pose);
  if (const Error error = Average(sources, average); error != Error::kNone) return error;
  return LayOver(layer, coverage, pose);
}

Error MixerBlend::LayOver(const MixerLayer& layer, float coverage, PoseView pose) {
  if (!has_below_) WriteRest(pose);
  has_below_ = true;
  const float of_morphs = layer.moves_morphs ? coverage : 0.0f;
  for (std::size_t m = 0; m < pose.morphs.size(); ++m) {
    const float above = scratch_.average_.morphs()[m];
    pose.morphs[m] = pose.morphs[m] * (1.0f - of_morphs) + above * of_morphs;
  }
  pose.morphs = {};
  PoseView average = scratch_.average_;
  BlendLayer both[2] = {{.pose = pose, .weight = 1.0f - coverage},
                        {.pose = average, .weight = coverage}};
  if (!layer.joint_weights.empty()) {
    for (std::size_t j = 0; j < layer.joint_weights.size(); ++j) {
      scratch_.weights_above_[j] = coverage * layer.joint_weights[j];
      scratch_.weights_below_[j] = 1.0f - scratch_.weights_above_[j];
    }
    both[0] = {.pose = pose, .weight = 1.0f, .joint_weights = scratch_.weights_below_};
    both[1] = {.pose = average, .weight = 1.0f, .joint_weights = scratch_.weights_above_};
  }
  return BlendJob{.skeleton = state_.setup().skeleton,
                  .layers = both,
                  .rotations = state_.setup().options.rotations,
                  .pose = pose}
      .Run();
}

Error MixerBlend::RunAdditive(std::uint32_t index, PoseView pose) {
  const MixerSetup::Data& setup = state_.setup();
  const MixerLayer& layer = setup.options.layers[index];
  const float layer_weight = mixing::WeightAt(state_.layer(index), weights_at_);
  if (!(layer_weight > 0.0f)) return Error::kNone;
  scratch_.deltas_.clear();
  PoseView without_morphs = pose;
  if (!layer.moves_morphs) without_morphs.morphs = {};
  const auto add = [&](ConstPoseView source, ConstPoseView reference, float weight) {
    const PoseView delta = ViewOf(scratch_.samples_[scratch_.deltas_.size()], without_morphs);
    scratch_.deltas_.push_back(
        {.delta = delta, .weight = weight * layer_weight, .joint_weights = layer.joint_weights});
    return MakeDelta(source, reference, delta);
  };
  for (const ActionState& action : state_.actions()) {
    const float weight = mixing::ContributionAt(action, weights_at_);
    if (action.layer != index || !(weight > 0.0f)) continue;
    const PoseView sampled = ViewOf(scratch_.samples_[scratch_.deltas_.size()], pose);
    if (const Error error = Sample(action, sampled); error != Error::kNone) return error;
    const Pose& reference = layer.reference ? *layer.reference : setup.clip_references[action.clip];
    if (const Error error = add(sampled, reference, weight); error != Error::kNone) return error;
  }
  if (const ConstPoseView callers = body_.layer_poses[index]; callers.joint_count > 0) {
    const Pose& reference = layer.reference ? *layer.reference : setup.rest;
    if (const Error error = add(callers, reference, 1.0f); error != Error::kNone) return error;
  }
  if (scratch_.deltas_.empty()) return Error::kNone;
  if (!has_below_) WriteRest(pose);
  has_below_ = true;
  const BlendLayer below[] = {{.pose = without_morphs}};
  return BlendJob{.skeleton = setup.skeleton,
                  .layers = below,
                  .deltas = scratch_.deltas_,
                  .pose = without_morphs}
      .Run();
}

Error MixerBlend::Run(PoseView pose) {
  const std::vector<MixerLayer>& layers = state_.setup().options.layers;
  for (std::uint32_t l = 0; l < layers.size(); ++l) {
    const Error error =
        layers[l].mode == MixerLayer::Mode::kOverride ? RunOverride(l, pose) : RunAdditive(l, pose);
    if (error != Error::kNone) return error;
  }
  if (!has_below_) WriteRest(pose);
  return Error::kNone;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/clock.h"

#include <algorithm>
#include <span>

#include "base/arithmetic.h"
#include "pose/mixer/sync.h"

namespace sinew::mixing {

float FadedAt(float from, float to, Ticks start, Ticks duration, bool smooth, Ticks moment) {
  if (moment <= start) return from;
  if (moment - start >= duration) return to;
  double s = static_cast<double>(moment - start) / static_cast<double>(duration);
  if (smooth) s = s * s * (3.0 - 2.0 * s);
  const double first = from, last = to;
  return static_cast<float>(first + (last - first) * s);
}

float WeightAt(const ActionState& action, Ticks moment) {
  const float full = action.level * action.share;
  if (action.fade_duration == 0) return full;
  return FadedAt(action.fade_from, action.has(kFadesOut) ? 0.0f : full, action.fade_start,
                 action.fade_duration, action.has(kSmooth), moment);
}

float WeightAt(const LayerState& layer, Ticks moment) {
  if (layer.fade_duration == 0) return layer.level;
  return FadedAt(layer.fade_from, layer.level, layer.fade_start, layer.fade_duration,
                 layer.smooth != 0, moment);
}

float ContributionAt(const ActionState& action, Ticks moment) {
  return action.has(kPlaying) ? WeightAt(action, moment) : 0.0f;
}

bool LayerPlaysAt(const ConstState& state, std::uint32_t layer, Ticks moment) {
  const std::span<const ActionState> actions = state.actions();
  return std::any_of(actions.begin(), actions.end(), [&](const ActionState& action) {
    return action.layer == layer && ContributionAt(action, moment) > 0.0f;
  });
}

bool Normalises(const MixerSetup::Data& setup, std::uint32_t layer) {
  return layer == 0 && !setup.options.fill_with_rest &&
         setup.options.layers[0].mode == MixerLayer::Mode::kOverride;
}

float CoverageAt(const ConstState& state, std::uint32_t layer, float weights, Ticks moment) {
  const float whole = WeightAt(state.layer(layer), moment);
  return weights < 1.0f && !Normalises(state.setup(), layer) ? whole * weights : whole;
}

bool FollowsGroup(const MixerSetup::Data& setup, const ActionState& action) {
  return action.has(kPlaying) && !action.has(kUnsynced) && setup.clips[action.clip].group >= 0;
}

LoopMode LoopOf(const MixerSetup::Data& setup, const ActionState& action) {
  return FollowsGroup(setup, action) ? LoopMode::kRepeat : static_cast<LoopMode>(action.loop);
}

Ticks TicksRun(Ticks length, float speed) {
  constexpr double kMost = static_cast<double>(kMostTicks);
  const double run = static_cast<double>(length) * static_cast<double>(speed);
  if (run >= kMost) return kMostTicks;
  if (run <= -kMost) return -kMostTicks;
  return run < 0.0 ? -static_cast<Ticks>(0.5 - run) : static_cast<Ticks>(run + 0.5);
}

Ticks PositionAt(const ConstState& state, const ActionState& action, Ticks moment) {
  if (FollowsGroup(state.setup(), action)) return GroupPositionAt(state, action.clip, moment);
  if (!action.has(kPlaying) || action.has(kPaused)) return action.position;
  return ClampTicks(action.position + TicksRun(moment - action.anchor, action.speed), -kMostTicks,
                    kMostTicks);
}

}  // namespace sinew::mixing

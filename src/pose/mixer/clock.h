// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where everything is at a moment: positions, weights. Pure functions of a state and a moment,
// which need not be its `now`: as long as no call comes between, what they say of a later moment is
// what will be.
#pragma once

#include <cstdint>

#include "pose/mixer/setup_data.h"
#include "pose/mixer/state.h"
#include "sinew/mixer.h"

namespace sinew::mixing {

// A fade: `from` at its start, `to` when it has lasted.
float FadedAt(float from, float to, Ticks start, Ticks duration, bool smooth, Ticks moment);

// The weight of an action or a layer, as faded at a moment. An action's is in the end what
// set_weight said times its share of a blend space; a fade starts from what is seen, whatever share
// that was.
float WeightAt(const ActionState& action, Ticks moment);
float WeightAt(const LayerState& layer, Ticks moment);

// Its weight; 0 where it does not play.
float ContributionAt(const ActionState& action, Ticks moment);

// Some action of the layer contributes.
bool LayerPlaysAt(const ConstState& state, std::uint32_t layer, Ticks moment);

// True where a layer divides by the sum of its weights: the bottom one, unless rest fills it up
// (C61).
bool Normalises(const MixerSetup::Data& setup, std::uint32_t layer);
// By how much a layer of sources that together weigh so much covers what is below it.
float CoverageAt(const ConstState& state, std::uint32_t layer, float weights, Ticks moment);

// True where its group's phase says where it is.
bool FollowsGroup(const MixerSetup::Data& setup, const ActionState& action);

// What it loops by: what follows a group repeats.
LoopMode LoopOf(const MixerSetup::Data& setup, const ActionState& action);

// Its unwrapped position at a moment, within +-kMostTicks.
Ticks PositionAt(const ConstState& state, const ActionState& action, Ticks moment);

// A time of that length runs so far at that speed; within +-kMostTicks, halves away from zero.
Ticks TicksRun(Ticks length, float speed);

inline Ticks ClampTicks(Ticks ticks, Ticks least, Ticks most) {
  if (ticks < least) return least;
  return ticks > most ? most : ticks;
}

}  // namespace sinew::mixing

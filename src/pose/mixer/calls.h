// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the calls on an action do to a state, at its `now`. Arguments have been checked.
//
// The calls of one moment on different actions commute: each writes its own action, and the tempo
// of its group, which is a function of what all its followers have become. Those that move a group
// (SetPosition, Reset, SetSynced on a follower) do not among themselves: the last one says where it
// is.
#pragma once

#include <optional>

#include "pose/mixer/clock.h"
#include "pose/mixer/setup_data.h"
#include "pose/mixer/state.h"

namespace sinew::mixing {

// How long and by which curve.
struct FadeSpec {
  Ticks duration = 0;  // 0: at once.
  bool smooth = false;
};

// What is seen changes without a way there.
void MarkJump(const State& state);

void Play(const State& state, ActionState& action);
void Stop(const State& state, ActionState& action);
void Pause(const State& state, ActionState& action);
void Reset(const State& state, ActionState& action);
void SetWeight(const State& state, ActionState& action, float weight);
void SetSpeed(const State& state, ActionState& action, float speed);
void SetLoop(const State& state, ActionState& action, LoopMode loop);
void SetPosition(const State& state, ActionState& action, Ticks position);
void SetSynced(const State& state, ActionState& action, bool synced);
void SetShare(const State& state, ActionState& action, float share);

// Plays it and fades it to its level. What is not seen yet starts from nothing, with `from_start`
// at its beginning. `share`: what it has of a blend space that plays it from now on.
using SpaceShare = std::optional<float>;
void FadeIn(const State& state, ActionState& action, FadeSpec fade, bool from_start,
            SpaceShare share = {});
void FadeOut(const State& state, ActionState& action, FadeSpec fade);
void FadeWeight(const State& state, ActionState& action, float weight, FadeSpec fade);

// The same where others are to fade out afterwards: in a group that something follows it goes on
// with their phase, also if they stop at this moment.
void FadeInFirst(const State& state, ActionState& action, FadeSpec fade, bool from_start);

// The parts of it. True where its clip is in a group that something follows; and that it goes on
// with the phase that the group has.
bool GroupOfPlays(const State& state, const ActionState& action);
void KeepPhase(const State& state, ActionState& action);

// Of a layer that divides by the sum of its weights, and that sum is below one: weights become
// shares of it. What is seen stays, and a fade from there takes its whole time. All that are seen
// are to be faded next.
void MakeWhole(const State& state, std::uint32_t layer);
// It has what it is asked to fade to, or is on its way there just so; or out, just so. Asking
// again, in every frame, must not begin anew.
bool ArrivesAlready(const ActionState& action, FadeSpec fade, SpaceShare share = {});
bool LeavesAlready(const ActionState& action, FadeSpec fade);

// A fade that has come to its end: of one that faded out, a stop.
void EndFade(const State& state, ActionState& action);

}  // namespace sinew::mixing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/calls.h"

#include "base/arithmetic.h"
#include "pose/mixer/sync.h"

namespace sinew::mixing {
namespace {

Ticks DurationOf(const State& state, const ActionState& action) {
  return state.setup().clips[action.clip].duration;
}

void Retime(const State& state, const ActionState& action) {
  const std::int32_t group = state.setup().clips[action.clip].group;
  if (group >= 0) AnchorGroup(state, static_cast<std::uint32_t>(group));
}

bool IsSeen(const State& state, const ActionState& action) {
  return ContributionAt(action, state.now()) > 0.0f;
}

bool PlaysOnce(const ActionState& action) {
  return action.loop == static_cast<std::uint8_t>(LoopMode::kOnce);
}

Ticks BeginningOf(const State& state, const ActionState& action) {
  if (!PlaysOnce(action)) return 0;
  return StartPosition(DurationOf(state, action), action.speed < 0.0f);
}

// What its position shows, by its own loop mode.
Ticks ShownTime(const State& state, const ActionState& action) {
  return ClipTimeAt(action.position, DurationOf(state, action), static_cast<LoopMode>(action.loop))
      .time;
}

// Where it is now becomes where it is anchored.
void Anchor(const State& state, ActionState& action) {
  if (FollowsGroup(state.setup(), action)) return;
  Ticks position = PositionAt(state, action, state.now());
  if (PlaysOnce(action)) {
    const Ticks duration = DurationOf(state, action);
    // Of a clip of no duration its only instant, with its events, lies behind once it has begun.
    const Ticks beyond = duration == 0 ? 1 : 0;
    position = ClampTicks(position, -beyond, duration + beyond);
  }
  if (position != action.position) action.set(kAtStart, false);
  action.position = position;
  action.anchor = action.has(kPlaying) && !action.has(kPaused) ? state.now() : 0;
}

void PutAt(const State& state, ActionState& action, Ticks position) {
  if (FollowsGroup(state.setup(), action)) {
    action.set(kAtStart, false);
    PlaceGroup(state, action.clip, position);
    MarkJump(state);  // Of all that follow it.
    return;
  }
  action.position = position;
  action.anchor = action.has(kPlaying) && !action.has(kPaused) ? state.now() : 0;
}

void ClearFade(ActionState& action) {
  action.fade_start = 0;
  action.fade_duration = 0;
  action.fade_from = 0.0f;
  action.set(kFadesOut, false);
  action.set(kSmooth, false);
}

void SetFade(const State& state, ActionState& action, float from, FadeSpec fade, bool out) {
  action.fade_start = state.now();
  action.fade_duration = fade.duration;
  action.fade_from = from;
  action.set(kFadesOut, out);
  action.set(kSmooth, fade.smooth);
}

// Began to follow its group at this moment, and was not moved since.
bool IsFresh(const State& state, const ActionState& action) {
  return action.has(kAtStart) && action.anchor == state.now();
}

// Where all that follow a group began at this moment, the first of them in the order of actions
// says where it is: so calls of one moment commute. Otherwise whoever comes joins those that are
// there.
void Found(const State& state, std::int32_t group) {
  const ActionState* first = nullptr;
  for (const ActionState& action : state.actions()) {
    if (!FollowsGroup(state.setup(), action) || state.setup().clips[action.clip].group != group) {
      continue;
    }
    if (!IsFresh(state, action)) return;
    if (first == nullptr) first = &action;
  }
  if (first != nullptr) PlaceGroup(state, first->clip, first->position);
}

// One more follower, from where it is or from where the others are.
void Follow(const State& state, ActionState& action) {
  action.set(kAtStart, true);
  action.anchor = state.now();
  Found(state, state.setup().clips[action.clip].group);
}

// One less.
void Leave(const State& state, const ActionState& action) {
  const std::int32_t group = state.setup().clips[action.clip].group;
  if (group < 0) return;
  Found(state, group);
  Retime(state, action);
}

// From standing to playing, from where it is.
void Start(const State& state, ActionState& action) {
  const bool played = action.has(kPlaying);
  Anchor(state, action);
  action.set(kPlaying, true);
  action.set(kPaused, false);
  if (!FollowsGroup(state.setup(), action)) {
    action.anchor = state.now();
    if (!played) action.set(kAtStart, action.position == BeginningOf(state, action));
  } else if (!played) {
    Follow(state, action);
  }
  Retime(state, action);
}

// Not playing, at time 0.
void Halt(ActionState& action) {
  action.flags &= kUnsynced;
  action.position = 0;
  action.anchor = 0;
  action.share = 1.0f;
}

}  // namespace

void MarkJump(const State& state) { state.header().flags |= kJumpPending; }

void Play(const State& state, ActionState& action) {
  const bool was_seen = IsSeen(state, action);
  Start(state, action);
  if (!FollowsGroup(state.setup(), action) &&
      IsFinished(action.position, DurationOf(state, action), static_cast<LoopMode>(action.loop),
                 action.speed < 0.0f)) {
    action.position = BeginningOf(state, action);
    action.set(kAtStart, true);
    if (was_seen) MarkJump(state);
  }
  if (!IsSeen(state, action)) return;
  if (!was_seen) MarkJump(state);
  state.header().flags &= ~kAtRest;
}

void Stop(const State& state, ActionState& action) {
  if (IsSeen(state, action)) MarkJump(state);
  ClearFade(action);
  Halt(action);
  Leave(state, action);
}

void EndFade(const State& state, ActionState& action) {
  const bool stops = action.has(kFadesOut);
  ClearFade(action);
  if (stops) Halt(action);
  const std::int32_t group = state.setup().clips[action.clip].group;
  if (group >= 0) RetimeGroup(state, static_cast<std::uint32_t>(group));
}

bool GroupOfPlays(const State& state, const ActionState& action) {
  const std::int32_t group = state.setup().clips[action.clip].group;
  return group >= 0 && GroupPlays(state, static_cast<std::uint32_t>(group));
}

void KeepPhase(const State& state, ActionState& action) {
  if (FollowsGroup(state.setup(), action)) action.set(kAtStart, false);
}

void Pause(const State& state, ActionState& action) {
  Anchor(state, action);
  action.set(kPaused, true);
  // What follows a group stays one that began when it began: see IsFresh.
  if (!FollowsGroup(state.setup(), action)) action.anchor = 0;
  Retime(state, action);
}

void Reset(const State& state, ActionState& action) {
  if (IsSeen(state, action)) MarkJump(state);
  const bool follows = FollowsGroup(state.setup(), action);
  const bool plays = action.has(kPlaying);
  PutAt(state, action, plays && !follows ? BeginningOf(state, action) : 0);
  action.set(kAtStart, plays && !follows);
}

void SetWeight(const State& state, ActionState& action, float weight) {
  const float before = ContributionAt(action, state.now());
  action.level = weight;
  ClearFade(action);
  if (ContributionAt(action, state.now()) != before) MarkJump(state);
  if (IsSeen(state, action)) state.header().flags &= ~kAtRest;
  Retime(state, action);
}

void SetSpeed(const State& state, ActionState& action, float speed) {
  Anchor(state, action);
  action.speed = speed;
  if (action.has(kAtStart) && !FollowsGroup(state.setup(), action)) {
    const Ticks shown = ShownTime(state, action);
    action.position = BeginningOf(state, action);
    if (ShownTime(state, action) != shown && IsSeen(state, action)) MarkJump(state);
  }
  Retime(state, action);
}

void SetLoop(const State& state, ActionState& action, LoopMode loop) {
  if (action.loop == static_cast<std::uint8_t>(loop)) return;
  Anchor(state, action);
  const Ticks shown = ShownTime(state, action);
  action.loop = static_cast<std::uint8_t>(loop);
  if (FollowsGroup(state.setup(), action)) return;
  action.position = action.has(kAtStart) ? BeginningOf(state, action) : shown;
  // Of what begins elsewhere from now on; and a repeat has no end: that is its beginning.
  if (ShownTime(state, action) != shown && IsSeen(state, action)) MarkJump(state);
}

void SetPosition(const State& state, ActionState& action, Ticks position) {
  if (IsSeen(state, action)) MarkJump(state);
  if (LoopOf(state.setup(), action) == LoopMode::kOnce) {
    position = ClampTicks(position, 0, DurationOf(state, action));
  }
  PutAt(state, action, position);
  action.set(kAtStart, false);
}

void SetSynced(const State& state, ActionState& action, bool synced) {
  if (action.has(kUnsynced) != synced) return;
  const std::int32_t group = state.setup().clips[action.clip].group;
  if (group < 0 || !action.has(kPlaying)) {
    action.set(kUnsynced, !synced);
    return;
  }
  if (synced && IsSeen(state, action)) MarkJump(state);
  // What it shows: loops may be counted otherwise from now on.
  const Ticks shown = ClipTimeAt(PositionAt(state, action, state.now()), DurationOf(state, action),
                                 LoopOf(state.setup(), action))
                          .time;
  action.set(kUnsynced, !synced);
  action.set(kAtStart, false);
  if (synced) {
    action.position = shown;
    Follow(state, action);
    Retime(state, action);
  } else {
    PutAt(state, action, shown);
    Leave(state, action);
  }
}

void SetShare(const State& state, ActionState& action, float share) {
  action.share = share;
  if (IsSeen(state, action)) state.header().flags &= ~kAtRest;
  Retime(state, action);
}

void FadeIn(const State& state, ActionState& action, FadeSpec fade, bool from_start,
            SpaceShare share) {
  const float seen = ContributionAt(action, state.now());
  if (action.level == 0.0f) action.level = 1.0f;
  if (seen == 0.0f && from_start && !FollowsGroup(state.setup(), action)) {
    action.set(kPlaying, false);  // To be started anew.
    action.position = 0;
    action.anchor = 0;
  }
  action.share = share.value_or(1.0f);
  action.set(kInSpace, share.has_value());
  const bool is_there = seen > 0.0f && seen == action.level * action.share;
  if (fade.duration == 0 || is_there) {
    ClearFade(action);
    if (ContributionAt(action, state.now()) != seen) MarkJump(state);
  } else {
    SetFade(state, action, seen, fade, false);
  }
  if (seen == 0.0f) {
    Play(state, action);
  } else {
    Start(state, action);  // What is seen and has finished stands at its end: no pop.
  }
}

void FadeInFirst(const State& state, ActionState& action, FadeSpec fade, bool from_start) {
  const bool joins = GroupOfPlays(state, action);
  FadeIn(state, action, fade, from_start);
  if (joins) KeepPhase(state, action);
}

void FadeOut(const State& state, ActionState& action, FadeSpec fade) {
  if (!action.has(kPlaying)) return;
  if (fade.duration == 0) {
    Stop(state, action);
    return;
  }
  SetFade(state, action, WeightAt(action, state.now()), fade, true);
  Retime(state, action);
}

void FadeWeight(const State& state, ActionState& action, float weight, FadeSpec fade) {
  const float from = WeightAt(action, state.now());
  if (fade.duration == 0 || !action.has(kPlaying) || from == weight * action.share) {
    SetWeight(state, action, weight);
    return;
  }
  action.level = weight;
  SetFade(state, action, from, fade, false);
  Retime(state, action);
}

void MakeWhole(const State& state, std::uint32_t layer) {
  float sum = 0.0f;
  for (const ActionState& action : state.actions()) {
    if (action.layer == layer) sum = sum + ContributionAt(action, state.now());
  }
  if (!(sum > 0.0f && sum < 1.0f)) return;
  for (ActionState& action : state.actions()) {
    const float weight = ContributionAt(action, state.now());
    if (action.layer != layer || !(weight > 0.0f)) continue;
    SetFade(state, action, weight / sum, {.duration = 1}, action.has(kFadesOut));
  }
}

bool ArrivesAlready(const ActionState& action, FadeSpec fade, SpaceShare share) {
  const bool fades_so = action.fade_duration == 0 || (action.fade_duration == fade.duration &&
                                                      action.has(kSmooth) == fade.smooth);
  return action.has(kPlaying) && !action.has(kPaused) && !action.has(kFadesOut) &&
         action.level > 0.0f && action.share == share.value_or(1.0f) &&
         action.has(kInSpace) == share.has_value() && fades_so;
}

bool LeavesAlready(const ActionState& action, FadeSpec fade) {
  const bool fades_so = action.has(kFadesOut) && action.fade_duration == fade.duration &&
                        action.has(kSmooth) == fade.smooth;
  return !action.has(kPlaying) || fades_so;
}

}  // namespace sinew::mixing

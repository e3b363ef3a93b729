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
  if (group >= 0) RetimeGroup(state, static_cast<std::uint32_t>(group));
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

// Where it is now becomes where it is anchored.
void Anchor(const State& state, ActionState& action) {
  if (FollowsGroup(state.setup(), action)) return;
  Ticks position = PositionAt(state, action, state.now());
  if (PlaysOnce(action)) position = ClampTicks(position, 0, DurationOf(state, action));
  if (position != action.position) action.set(kAtStart, false);
  action.position = position;
  action.anchor = action.has(kPlaying) && !action.has(kPaused) ? state.now() : 0;
}

void PutAt(const State& state, ActionState& action, Ticks position) {
  if (FollowsGroup(state.setup(), action)) {
    action.set(kAtStart, false);
    PlaceGroup(state, action.clip, position);
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
bool IsFounder(const State& state, const ActionState& action) {
  return action.has(kAtStart) && action.anchor == state.now();
}

// One more follower. Those that begin a group at one moment found it together: the first of them,
// in the order of actions, says where it is, so that their calls commute. Whoever comes later
// joins.
void Follow(const State& state, ActionState& action) {
  const std::int32_t group = state.setup().clips[action.clip].group;
  const ActionState* first = nullptr;
  bool founds = true;
  for (const ActionState& other : state.actions()) {
    if (!FollowsGroup(state.setup(), other) || state.setup().clips[other.clip].group != group) {
      continue;
    }
    if (first == nullptr) first = &other;
    founds = founds && (&other == &action || IsFounder(state, other));
  }
  action.set(kAtStart, founds);
  if (founds) {
    action.anchor = state.now();
    PlaceGroup(state, first->clip, first->position);
  } else {
    action.anchor = 0;
    action.position = 0;
  }
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
  Retime(state, action);
}

void EndFade(const State& state, ActionState& action) {
  const bool stops = action.has(kFadesOut);
  ClearFade(action);
  if (!stops) return;
  Halt(action);
  // The tempo of those that still play changes on the next line of the grid.
  const std::int32_t group = state.setup().clips[action.clip].group;
  if (group >= 0 && !GroupPlays(state, static_cast<std::uint32_t>(group))) Retime(state, action);
}

void Pause(const State& state, ActionState& action) {
  Anchor(state, action);
  action.set(kPaused, true);
  action.anchor = 0;
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
    action.position = BeginningOf(state, action);
  }
  Retime(state, action);
}

void SetLoop(const State& state, ActionState& action, LoopMode loop) {
  if (action.loop == static_cast<std::uint8_t>(loop)) return;
  Anchor(state, action);
  const ClipTime shown =
      ClipTimeAt(action.position, DurationOf(state, action), static_cast<LoopMode>(action.loop));
  action.loop = static_cast<std::uint8_t>(loop);
  if (FollowsGroup(state.setup(), action)) return;
  action.position = action.has(kAtStart) ? BeginningOf(state, action) : shown.time;
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
  const bool group_plays = GroupPlays(state, static_cast<std::uint32_t>(group));
  const Ticks position = PositionAt(state, action, state.now());
  action.set(kUnsynced, !synced);
  action.set(kAtStart, false);
  if (synced) {
    if (group_plays && IsSeen(state, action)) MarkJump(state);
    action.position = position;
    Follow(state, action);
  } else {
    PutAt(state, action, position);
  }
  Retime(state, action);
}

void SetShare(const State& state, ActionState& action, float share) {
  action.share = share;
  if (IsSeen(state, action)) state.header().flags &= ~kAtRest;
  Retime(state, action);
}

void FadeIn(const State& state, ActionState& action, FadeSpec fade, bool from_start, float share) {
  const float seen = ContributionAt(action, state.now());
  if (action.level == 0.0f) action.level = 1.0f;
  if (seen == 0.0f && from_start && !FollowsGroup(state.setup(), action)) {
    action.set(kPlaying, false);  // To be started anew.
    action.position = 0;
    action.anchor = 0;
  }
  // As much as is seen of it, if its share becomes another.
  float from = action.has(kPlaying) ? WeightAt(action, state.now()) : 0.0f;
  if (share != action.share) from = share > 0.0f ? seen / share : 0.0f;
  if (from > 1.0f) from = 1.0f;
  action.share = share;
  if (fade.duration == 0 || from == action.level) {
    ClearFade(action);
    if (ContributionAt(action, state.now()) != seen) MarkJump(state);
  } else {
    SetFade(state, action, from, fade, false);
  }
  if (seen == 0.0f) {
    Play(state, action);
  } else {
    Start(state, action);  // What is seen and has finished stands at its end: no pop.
  }
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
  if (fade.duration == 0 || !action.has(kPlaying) || from == weight) {
    SetWeight(state, action, weight);
    return;
  }
  action.level = weight;
  SetFade(state, action, from, fade, false);
  Retime(state, action);
}

}  // namespace sinew::mixing

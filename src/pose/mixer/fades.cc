// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Fades of several actions of a layer: some arrive, others leave, within one time and by one curve.
#include <algorithm>
#include <array>

#include "base/arithmetic.h"
#include "pose/mixer/arguments.h"
#include "pose/mixer/body.h"
#include "pose/mixer/calls.h"
#include "sinew/mixer.h"

namespace sinew {

using mixing::ActionState;
using mixing::FadeSpec;
using mixing::State;

namespace {

template <typename Leaves>
bool AllLeaveAlready(const State& state, const Leaves& leaves, FadeSpec fade) {
  const std::span<const ActionState> actions = state.actions();
  return std::all_of(actions.begin(), actions.end(), [&](const ActionState& action) {
    return !leaves(action) || mixing::LeavesAlready(action, fade);
  });
}

template <typename Which>
bool AnyContributes(const State& state, const Which& which) {
  const std::span<const ActionState> actions = state.actions();
  return std::any_of(actions.begin(), actions.end(), [&](const ActionState& action) {
    return which(action) && mixing::ContributionAt(action, state.now()) > 0.0f;
  });
}

template <typename Leaves>
void FadeOutThose(const State& state, const Leaves& leaves, FadeSpec fade) {
  for (ActionState& action : state.actions()) {
    if (leaves(action)) mixing::FadeOut(state, action, fade);
  }
}

}  // namespace

void Mixer::cross_fade(Action from, Action to, double seconds, Easing easing) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  if (fade.error != Error::kNone) return SetError(fade.error);
  const State all = state();
  ActionState* const first = Find(from);
  ActionState* const second = Find(to);
  if (first == nullptr || second == nullptr) return SetError(Error::kNoSuchAction);
  if (first == second) return;  // C69
  const auto leaves = [&](const ActionState& action) {
    const bool fades_beside = action.layer == second->layer && action.fade_duration > 0;
    return &action == first || (&action != second && fades_beside);
  };
  if (mixing::ArrivesAlready(*second, fade.spec) && AllLeaveAlready(all, leaves, fade.spec)) return;
  const auto stays = [&](const ActionState& action) {
    return action.layer == second->layer && &action != second && !leaves(action);
  };
  if (body().DividesByWeights(second->layer) && AnyContributes(all, leaves) &&
      !AnyContributes(all, stays)) {
    mixing::MakeWhole(all, second->layer);
  }
  mixing::FadeInFirst(all, *second, fade.spec, true);
  FadeOutThose(all, leaves, fade.spec);
}

void Mixer::fade_to(Action to, double seconds, Easing easing) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  if (fade.error != Error::kNone) return SetError(fade.error);
  ActionState* const target = Find(to);
  if (target == nullptr) return SetError(Error::kNoSuchAction);
  const auto leaves = [&](const ActionState& action) {
    return action.layer == target->layer && &action != target;
  };
  if (mixing::ArrivesAlready(*target, fade.spec) && AllLeaveAlready(state(), leaves, fade.spec)) {
    return;
  }
  if (body().DividesByWeights(target->layer) && AnyContributes(state(), leaves)) {
    mixing::MakeWhole(state(), target->layer);
  }
  mixing::FadeInFirst(state(), *target, fade.spec, true);
  FadeOutThose(state(), leaves, fade.spec);
}

bool Mixer::PlaysAlone(const ActionState& stays) const {
  const auto others = [&](const ActionState& action) {
    return action.layer == stays.layer && &action != &stays;
  };
  return mixing::ArrivesAlready(stays, {}) && AllLeaveAlready(state(), others, {});
}

void Mixer::StopOthers(const ActionState& stays) {
  const auto leaves = [&](const ActionState& action) {
    return action.layer == stays.layer && &action != &stays;
  };
  FadeOutThose(state(), leaves, {});
}

// --- blend spaces ---

void Mixer::play_space(std::uint32_t space) { FadeSpaceIn(space, 0.0, Easing::kLinear, false); }

void Mixer::fade_to_space(std::uint32_t space, double seconds, Easing easing) {
  FadeSpaceIn(space, seconds, easing, true);
}

void Mixer::FadeSpaceIn(std::uint32_t space, double seconds, Easing easing, bool others_out) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  if (fade.error != Error::kNone) return SetError(fade.error);
  if (space >= setup().options().blend_spaces.size()) return SetError(Error::kNoSuchBlendSpace);
  const MixerBlendSpace& known = setup().options().blend_spaces[space];
  std::array<float, BlendSpace::kMostSamples> shares;
  if (const Error error = known.space.Weights(blend(space), shares); error != Error::kNone) {
    return SetError(error);
  }
  if (!HasRoomFor(known)) return SetError(Error::kNoRoom);
  for (const std::uint32_t clip : known.clips) clip_action(clip, known.layer);
  const State all = state();
  std::array<ActionState*, BlendSpace::kMostSamples> found;  // All are there: they stay in place.
  std::array<bool, BlendSpace::kMostSamples> joins;          // A group that others play.
  const std::span members = std::span(found).first(known.clips.size());
  bool arrive_already = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i] = Find(clip_action(known.clips[i], known.layer));
    joins[i] = mixing::GroupOfPlays(all, *members[i]);
    arrive_already = arrive_already && mixing::ArrivesAlready(*members[i], fade.spec, shares[i]);
  }
  const auto leaves = [&](const ActionState& action) {
    return others_out && action.layer == known.layer &&
           std::find(members.begin(), members.end(), &action) == members.end();
  };
  if (arrive_already && AllLeaveAlready(all, leaves, fade.spec)) return;
  if (body().DividesByWeights(known.layer) && AnyContributes(all, leaves)) {
    mixing::MakeWhole(all, known.layer);
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    mixing::FadeIn(all, *members[i], fade.spec, false, shares[i]);
    if (joins[i] && others_out) mixing::KeepPhase(all, *members[i]);
  }
  FadeOutThose(all, leaves, fade.spec);
}

}  // namespace sinew

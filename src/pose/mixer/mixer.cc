// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/mixer.h"

#include <algorithm>
#include <array>

#include "base/arithmetic.h"
#include "pose/mixer/arguments.h"
#include "pose/mixer/calls.h"
#include "pose/mixer/inertia.h"

namespace sinew {

using mixing::ActionState;
using mixing::State;

namespace {

bool ComesBefore(const ActionState& a, const ActionState& b) {
  return a.clip != b.clip ? a.clip < b.clip : a.serial < b.serial;
}

}  // namespace

Mixer::Mixer(const MixerSetup& setup)
    : setup_(setup), state_(setup.state_bytes()), loading_(state_.size()) {
  state().Clear();
  layer_poses_.resize(setup.layer_count());
  events_.reserve(setup.options().event_capacity);
  met_.reserve(setup.options().event_capacity);
  hits_.resize(setup.options().event_capacity);
}

// The block is this mixer's own; that a const mixer does not write it is the callers' affair.
State Mixer::state() const {
  return {setup_.data(), {const_cast<std::byte*>(state_.data()), state_.size()}};
}

void Mixer::SetError(Error error) {
  if (error_ == Error::kNone) error_ = error;
}

Error Mixer::take_error() {
  const Error first = error_;
  error_ = Error::kNone;
  return first;
}

// --- actions ---

ActionState* Mixer::Find(const Action& action) const {
  const std::span<ActionState> all = state().actions();
  ActionState wanted;
  wanted.clip = action.clip_;
  wanted.serial = action.serial_;
  const auto found = std::lower_bound(all.begin(), all.end(), wanted, ComesBefore);
  const bool exists = found != all.end() && !ComesBefore(wanted, *found);
  return exists ? &*found : nullptr;
}

Action Mixer::Make(std::uint32_t clip, std::uint32_t serial, std::uint32_t layer) {
  const State all = state();
  if (all.actions().size() >= setup_.options().action_capacity) {
    SetError(Error::kNoRoom);
    return {};
  }
  ActionState made;
  made.clip = clip;
  made.serial = serial;
  made.layer = static_cast<std::uint8_t>(layer);
  made.loop = static_cast<std::uint8_t>(LoopMode::kRepeat);
  const auto begin = all.actions().begin();
  const auto place = std::lower_bound(begin, all.actions().end(), made, ComesBefore);
  all.InsertAction(static_cast<std::size_t>(place - begin)) = made;
  return {this, clip, serial};
}

Action Mixer::clip_action(std::uint32_t clip, std::uint32_t layer) {
  if (clip >= setup_.clip_count() || layer >= setup_.layer_count()) {
    SetError(clip >= setup_.clip_count() ? Error::kNoSuchClip : Error::kNoSuchLayer);
    return {};
  }
  const Action known(this, clip, layer + 1);
  return Find(known) != nullptr ? known : Make(clip, layer + 1, layer);
}

Action Mixer::new_action(std::uint32_t clip, std::uint32_t layer) {
  if (clip >= setup_.clip_count() || layer >= setup_.layer_count()) {
    SetError(clip >= setup_.clip_count() ? Error::kNoSuchClip : Error::kNoSuchLayer);
    return {};
  }
  std::uint32_t& given = state().serials_given(clip);
  if (given >= mixing::kMostSerialsGiven) {
    SetError(Error::kNoRoom);
    return {};
  }
  const Action made = Make(clip, mixing::kFirstNewSerial + given, layer);
  if (made.serial_ != 0) ++given;
  return made;
}

void Mixer::Release(const Action& action) {
  const State all = state();
  const ActionState* const found = Find(action);
  all.EraseAction(static_cast<std::size_t>(found - all.actions().data()));
}

std::uint32_t Mixer::action_count() const { return state().header().action_count; }

Action Mixer::action(std::uint32_t index) {
  if (index >= action_count()) return {};
  const ActionState& found = state().actions()[index];
  return {this, found.clip, found.serial};
}

Action Mixer::action(std::uint32_t clip, std::uint32_t serial) {
  const Action asked(this, clip, serial);
  return Find(asked) != nullptr ? asked : Action{};
}

// --- fades ---

void Mixer::FadeOthersOut(std::uint32_t layer, std::span<const std::uint32_t> spared,
                          bool fading_only, double seconds, Easing easing) {
  const State all = state();
  const mixing::FadeSpec fade = mixing::CheckFade(seconds, easing).spec;
  const std::span<ActionState> actions = all.actions();
  for (std::uint32_t i = 0; i < actions.size(); ++i) {
    ActionState& other = actions[i];
    if (other.layer != layer || (fading_only && other.fade_duration == 0)) continue;
    if (std::find(spared.begin(), spared.end(), i) != spared.end()) continue;
    mixing::FadeOut(all, other, fade);
  }
}

void Mixer::cross_fade(Action from, Action to, double seconds, Easing easing) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  if (fade.error != Error::kNone) return SetError(fade.error);
  ActionState* const first = from.mixer_ == this ? Find(from) : nullptr;
  ActionState* const second = to.mixer_ == this ? Find(to) : nullptr;
  if (first == nullptr || second == nullptr) return SetError(Error::kNoSuchAction);
  if (first == second) return;  // C69
  mixing::FadeInFirst(state(), *second, fade.spec, true);
  const auto index = static_cast<std::uint32_t>(second - state().actions().data());
  FadeOthersOut(second->layer, {{index}}, true, seconds, easing);
  mixing::FadeOut(state(), *first, fade.spec);
}

void Mixer::fade_to(Action to, double seconds, Easing easing) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  if (fade.error != Error::kNone) return SetError(fade.error);
  ActionState* const target = to.mixer_ == this ? Find(to) : nullptr;
  if (target == nullptr) return SetError(Error::kNoSuchAction);
  mixing::FadeInFirst(state(), *target, fade.spec, true);
  const auto index = static_cast<std::uint32_t>(target - state().actions().data());
  FadeOthersOut(target->layer, {{index}}, false, seconds, easing);
}

void Mixer::stop_all() {
  const State all = state();
  for (ActionState& action : all.actions()) mixing::Stop(all, action);
  if (mixing::HasResidue(all)) mixing::ClearResidue(all);
}

void Mixer::reset_to_rest() {
  stop_all();
  if ((state().header().flags & mixing::kAtRest) == 0) mixing::MarkJump(state());
  state().header().flags |= mixing::kAtRest;
}

// --- layers ---

void Mixer::set_layer_weight(std::uint32_t layer, float weight) { fade_layer(layer, weight, 0.0); }

void Mixer::fade_layer(std::uint32_t layer, float weight, double seconds, Easing easing) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  if (fade.error != Error::kNone) return SetError(fade.error);
  if (layer >= setup_.layer_count()) return SetError(Error::kNoSuchLayer);
  if (mixing::CheckWeight(weight) != Error::kNone) return SetError(Error::kWeightOutOfRange);
  mixing::LayerState& known = state().layer(layer);
  const float from = mixing::WeightAt(known, now());
  known = mixing::LayerState{};
  known.level = mixing::WithoutSignOfZero(weight);
  if (from == known.level) return;
  if (fade.spec.duration == 0) return mixing::MarkJump(state());
  known.fade_start = now();
  known.fade_duration = fade.spec.duration;
  known.fade_from = from;
  known.smooth = fade.spec.smooth ? 1 : 0;
}

float Mixer::layer_weight(std::uint32_t layer) const {
  return layer < setup_.layer_count() ? mixing::WeightAt(state().layer(layer), now()) : 0.0f;
}

void Mixer::set_layer_pose(std::uint32_t layer, ConstPoseView pose) {
  if (layer >= setup_.layer_count()) return SetError(Error::kNoSuchLayer);
  if (!pose.holds(setup_.skeleton().joint_count())) return SetError(Error::kPoseTooSmall);
  if (pose.morphs.size() < setup_.morph_count()) return SetError(Error::kMorphsTooSmall);
  SwitchLayerPose(layer, pose);
}

void Mixer::clear_layer_pose(std::uint32_t layer) {
  if (layer >= setup_.layer_count()) return SetError(Error::kNoSuchLayer);
  SwitchLayerPose(layer, {});
}

// One that comes or goes is a jump; how one moves, or becomes another, is the caller's affair.
void Mixer::SwitchLayerPose(std::uint32_t layer, ConstPoseView pose) {
  const bool switches = (layer_poses_[layer].joint_count > 0) != (pose.joint_count > 0);
  if (switches && layer_weight(layer) > 0.0f) layer_pose_switched_ = true;
  layer_poses_[layer] = pose;
}

// --- blend spaces ---

void Mixer::set_blend(std::uint32_t space, float x, float y) {
  if (space >= setup_.options().blend_spaces.size()) return SetError(Error::kNoSuchBlendSpace);
  const MixerBlendSpace& known = setup_.options().blend_spaces[space];
  std::array<float, BlendSpace::kMostSamples> shares;
  if (const Error error = known.space.Weights({x, y}, shares); error != Error::kNone) {
    return SetError(error);
  }
  if (!HasRoomFor(known)) return SetError(Error::kNoRoom);
  state().space(space) = {mixing::WithoutSignOfZero(x), mixing::WithoutSignOfZero(y)};
  for (std::size_t i = 0; i < known.clips.size(); ++i) {
    mixing::SetShare(state(), *Find(clip_action(known.clips[i], known.layer)), shares[i]);
  }
}

Vec2 Mixer::blend(std::uint32_t space) const {
  return space < setup_.options().blend_spaces.size()
             ? mixing::ConstState(setup_.data(), state_).space(space)
             : Vec2{};
}

void Mixer::play_space(std::uint32_t space) { FadeSpaceIn(space, 0.0, Easing::kLinear, false); }

void Mixer::fade_to_space(std::uint32_t space, double seconds, Easing easing) {
  FadeSpaceIn(space, seconds, easing, true);
}

void Mixer::FadeSpaceIn(std::uint32_t space, double seconds, Easing easing, bool others_out) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  if (fade.error != Error::kNone) return SetError(fade.error);
  if (space >= setup_.options().blend_spaces.size()) return SetError(Error::kNoSuchBlendSpace);
  const MixerBlendSpace& known = setup_.options().blend_spaces[space];
  std::array<float, BlendSpace::kMostSamples> shares;
  if (const Error error = known.space.Weights(blend(space), shares); error != Error::kNone) {
    return SetError(error);
  }
  if (!HasRoomFor(known)) return SetError(Error::kNoRoom);
  for (const std::uint32_t clip : known.clips) clip_action(clip, known.layer);
  std::array<std::uint32_t, BlendSpace::kMostSamples> members;  // Into the actions.
  std::array<bool, BlendSpace::kMostSamples> joins;             // A group that others play.
  for (std::size_t i = 0; i < known.clips.size(); ++i) {
    const ActionState& member = *Find(clip_action(known.clips[i], known.layer));
    members[i] = static_cast<std::uint32_t>(&member - state().actions().data());
    joins[i] = mixing::GroupOfPlays(state(), member);
  }
  for (std::size_t i = 0; i < known.clips.size(); ++i) {
    ActionState& member = state().actions()[members[i]];
    mixing::FadeIn(state(), member, fade.spec, false, shares[i]);
    if (joins[i] && others_out) mixing::KeepPhase(state(), member);
  }
  if (!others_out) return;
  FadeOthersOut(known.layer, std::span(members).first(known.clips.size()), false, seconds, easing);
}

// For those of its actions that are not there yet.
bool Mixer::HasRoomFor(const MixerBlendSpace& space) {
  std::size_t missing = 0;
  for (const std::uint32_t clip : space.clips) {
    if (Find({this, clip, space.layer + 1}) == nullptr) ++missing;
  }
  return missing <= setup_.options().action_capacity - action_count();
}

// --- asking ---

Ticks Mixer::now() const { return state().now(); }

bool Mixer::is_idle() const {
  for (const ActionState& action : state().actions()) {
    if (mixing::ContributionAt(action, now()) > 0.0f) return false;
  }
  return std::all_of(layer_poses_.begin(), layer_poses_.end(),
                     [](const ConstPoseView& pose) { return pose.joint_count == 0; });
}

}  // namespace sinew

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

void Mixer::release_stopped() {
  const State all = state();
  for (std::size_t i = all.actions().size(); i > 0; --i) {
    const ActionState& action = all.actions()[i - 1];
    const bool is_new = action.serial >= mixing::kFirstNewSerial;
    if (is_new && !action.has(mixing::kPlaying)) all.EraseAction(i - 1);
  }
}

std::uint32_t Mixer::action_count() const { return state().header().action_count; }

Action Mixer::action_at(std::uint32_t index) {
  if (index >= action_count()) return {};
  const ActionState& found = state().actions()[index];
  return {this, found.clip, found.serial};
}

Action Mixer::action(std::uint32_t clip, std::uint32_t serial) {
  const Action asked(this, clip, serial);
  return Find(asked) != nullptr ? asked : Action{};
}

// --- everything at once ---

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
  const bool goes_on = known.fade_duration > 0 && known.fade_duration == fade.spec.duration &&
                       (known.smooth != 0) == fade.spec.smooth && known.level == weight;
  if (goes_on) return;
  const float from = mixing::WeightAt(known, now());
  known = mixing::LayerState{};
  known.level = mixing::WithoutSignOfZero(weight);
  if (from == known.level) return;
  if (fade.spec.duration == 0) {
    if (LayerIsSeen(layer)) mixing::MarkJump(state());
    return;
  }
  known.fade_start = now();
  known.fade_duration = fade.spec.duration;
  known.fade_from = from;
  known.smooth = fade.spec.smooth ? 1 : 0;
}

// Were its own weight not 0.
bool Mixer::LayerIsSeen(std::uint32_t layer) const {
  return layer_poses_[layer].joint_count > 0 || mixing::LayerPlaysAt(state(), layer, now());
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
  const float of_plane = known.space.dimension() == 1 ? 0.0f : y;  // A line reads x alone.
  state().space(space) = {mixing::WithoutSignOfZero(x), mixing::WithoutSignOfZero(of_plane)};
  for (std::size_t i = 0; i < known.clips.size(); ++i) {
    ActionState* const member = Find({this, known.clips[i], known.layer + 1});
    if (member == nullptr || !member->has(mixing::kInSpace)) continue;
    mixing::SetShare(state(), *member, shares[i]);
  }
}

Vec2 Mixer::blend(std::uint32_t space) const {
  return space < setup_.options().blend_spaces.size()
             ? mixing::ConstState(setup_.data(), state_).space(space)
             : Vec2{};
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
  for (std::uint32_t layer = 0; layer < setup_.layer_count(); ++layer) {
    if (LayerIsSeen(layer)) return false;
  }
  return true;
}

}  // namespace sinew

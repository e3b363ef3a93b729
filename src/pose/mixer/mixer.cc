// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/mixer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/arithmetic.h"
#include "pose/mixer/arguments.h"
#include "pose/mixer/body.h"
#include "pose/mixer/calls.h"
#include "pose/mixer/inertia.h"
#include "pose/mixer/refusals.h"
#include "sinew/assertion.h"

namespace sinew {

using mixing::ActionState;
using mixing::State;

Mixer::Mixer(const MixerSetup& setup) : body_(std::make_unique<mixing::Body>(setup)) {}
Mixer::Mixer(Mixer&&) noexcept = default;
Mixer& Mixer::operator=(Mixer&&) noexcept = default;
Mixer::~Mixer() = default;

mixing::Body& Mixer::body() const {
  SINEW_ASSERT(body_ != nullptr &&
               "a Mixer that was moved from has nothing left but to be assigned to");
  return *body_;
}

const MixerSetup& Mixer::setup() const& { return body().setup; }
State Mixer::state() const { return body().state(); }
void Mixer::SetError(Error error) { body().SetError(error); }
ActionState* Mixer::Find(const Action& action) const {
  return action.body_ == &body() ? body().Find(action.clip_, action.serial_) : nullptr;
}

Error Mixer::take_error() { return std::exchange(body().error, Error::kNone); }

// --- actions ---

Result<Action> Mixer::Make(std::uint32_t clip, std::uint32_t serial, std::uint32_t layer) {
  const State all = state();
  if (all.actions().size() >= setup().options().action_capacity) {
    return mixing::NoRoomFor(setup(), clip);
  }
  ActionState made;
  made.clip = clip;
  made.serial = serial;
  made.layer = static_cast<std::uint8_t>(layer);
  made.loop = static_cast<std::uint8_t>(LoopMode::kRepeat);
  const auto begin = all.actions().begin();
  const auto place = std::lower_bound(begin, all.actions().end(), made, mixing::ComesBefore);
  all.InsertAction(static_cast<std::size_t>(place - begin)) = made;
  return Action(&body(), clip, serial);
}

Result<Action> Mixer::clip_action(std::uint32_t clip, std::uint32_t layer) {
  if (clip >= setup().clip_count()) return mixing::NoSuchClip(setup(), clip);
  if (layer >= setup().layer_count()) return mixing::NoSuchLayer(setup(), layer);
  const Action known(&body(), clip, layer + 1);
  return Find(known) != nullptr ? known : Make(clip, layer + 1, layer);
}

Result<Action> Mixer::new_action(std::uint32_t clip, std::uint32_t layer) {
  if (clip >= setup().clip_count()) return mixing::NoSuchClip(setup(), clip);
  if (layer >= setup().layer_count()) return mixing::NoSuchLayer(setup(), layer);
  std::uint32_t& given = state().serials_given(clip);
  if (given >= mixing::kMostSerialsGiven) return mixing::NoSerialFor(setup(), clip);
  Result<Action> made = Make(clip, mixing::kFirstNewSerial + given, layer);
  if (made.ok()) ++given;
  return made;
}

Result<Action> Mixer::Play(std::uint32_t clip, std::uint32_t layer) {
  Result<Action> action = clip_action(clip, layer);
  if (action.ok()) action->play();
  return action;
}

Result<Action> Mixer::Play(std::string_view clip, std::uint32_t layer) {
  const std::optional<std::uint32_t> found = setup().FindClip(clip);
  return found ? Play(*found, layer) : mixing::NoClipCalled(setup(), clip);
}

Result<Action> Mixer::FadeTo(std::uint32_t clip, double seconds, Easing easing,
                             std::uint32_t layer) {
  // First of all: a call that fails changes nothing.
  const Error error = mixing::CheckFade(seconds, easing).error;
  if (error != Error::kNone) return mixing::NotUsable("the time of a fade", error);
  Result<Action> action = clip_action(clip, layer);
  if (action.ok()) fade_to(*action, seconds, easing);
  return action;
}

Result<Action> Mixer::FadeTo(std::string_view clip, double seconds, Easing easing,
                             std::uint32_t layer) {
  const std::optional<std::uint32_t> found = setup().FindClip(clip);
  return found ? FadeTo(*found, seconds, easing, layer) : mixing::NoClipCalled(setup(), clip);
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
  return {&body(), found.clip, found.serial};
}

Action Mixer::action(std::uint32_t clip, std::uint32_t serial) {
  const Action asked(&body(), clip, serial);
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
  if (layer >= setup().layer_count()) return SetError(Error::kNoSuchLayer);
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
    if (body().LayerIsSeen(layer)) mixing::MarkJump(state());
    return;
  }
  known.fade_start = now();
  known.fade_duration = fade.spec.duration;
  known.fade_from = from;
  known.smooth = fade.spec.smooth ? 1 : 0;
}

float Mixer::layer_weight(std::uint32_t layer) const {
  return layer < setup().layer_count() ? mixing::WeightAt(state().layer(layer), now()) : 0.0f;
}

void Mixer::set_layer_pose(std::uint32_t layer, ConstPoseView pose) {
  if (layer >= setup().layer_count()) return SetError(Error::kNoSuchLayer);
  if (!pose.holds(setup().skeleton().joint_count())) return SetError(Error::kPoseTooSmall);
  if (pose.morphs.size() < setup().morph_count()) return SetError(Error::kMorphsTooSmall);
  SwitchLayerPose(layer, pose);
}

void Mixer::clear_layer_pose(std::uint32_t layer) {
  if (layer >= setup().layer_count()) return SetError(Error::kNoSuchLayer);
  SwitchLayerPose(layer, {});
}

// One that comes or goes is a jump; how one moves, or becomes another, is the caller's affair.
void Mixer::SwitchLayerPose(std::uint32_t layer, ConstPoseView pose) {
  const bool switches = (body().layer_poses[layer].joint_count > 0) != (pose.joint_count > 0);
  if (switches && layer_weight(layer) > 0.0f) body().layer_pose_switched = true;
  body().layer_poses[layer] = pose;
}

// --- blend spaces ---

void Mixer::set_blend(std::uint32_t space, float x, float y) {
  if (space >= setup().options().blend_spaces.size()) return SetError(Error::kNoSuchBlendSpace);
  const MixerBlendSpace& known = setup().options().blend_spaces[space];
  std::array<float, BlendSpace::kMostSamples> shares;
  if (const Error error = known.space.Weights({x, y}, shares); error != Error::kNone) {
    return SetError(error);
  }
  const float of_plane = known.space.dimension() == 1 ? 0.0f : y;  // A line reads x alone.
  state().space(space) = {mixing::WithoutSignOfZero(x), mixing::WithoutSignOfZero(of_plane)};
  for (std::size_t i = 0; i < known.clips.size(); ++i) {
    ActionState* const member = Find({&body(), known.clips[i], known.layer + 1});
    if (member == nullptr || !member->has(mixing::kInSpace)) continue;
    mixing::SetShare(state(), *member, shares[i]);
  }
}

Vec2 Mixer::blend(std::uint32_t space) const {
  return space < setup().options().blend_spaces.size() ? mixing::ConstState(state()).space(space)
                                                       : Vec2{};
}

// For those of its actions that are not there yet.
bool Mixer::HasRoomFor(const MixerBlendSpace& space) {
  std::size_t missing = 0;
  for (const std::uint32_t clip : space.clips) {
    if (Find({&body(), clip, space.layer + 1}) == nullptr) ++missing;
  }
  return missing <= setup().options().action_capacity - action_count();
}

// --- asking ---

Ticks Mixer::now() const { return body().now(); }

bool Mixer::is_idle() const { return body().IsIdle(); }
std::span<const MixerEvent> Mixer::events() const& { return body().events; }
std::uint64_t Mixer::events_lost() const { return body().events_lost; }
Transform Mixer::root_motion() const { return body().root_motion; }
bool Mixer::jumped() const { return body().jumped || body().steps_to_forget_load > 0; }
std::size_t Mixer::state_bytes() const { return body().block.size(); }

}  // namespace sinew

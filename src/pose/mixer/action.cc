// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "base/arithmetic.h"
#include "math/usable.h"
#include "pose/mixer/arguments.h"
#include "pose/mixer/body.h"
#include "pose/mixer/calls.h"
#include "sinew/mixer.h"

namespace sinew {

using mixing::ActionState;

ActionState* Action::Find() const {
  return body_ == nullptr ? nullptr : body_->Find(clip_, serial_);
}

template <typename Call>
Action Action::Do(const Call& call) const {
  if (body_ == nullptr) return *this;
  if (ActionState* const state = Find()) {
    call(body_->state(), *state);
  } else {
    body_->SetError(Error::kNoSuchAction);
  }
  return *this;
}

// As Do, where an argument may be wrong.
template <typename Call>
Action Action::DoIf(Error error, const Call& call) const {
  if (error == Error::kNone || Find() == nullptr) return Do(call);
  body_->SetError(error);
  return *this;
}

Action Action::play() const { return Do(mixing::Play); }
Action Action::stop() const { return Do(mixing::Stop); }
Action Action::pause() const { return Do(mixing::Pause); }
Action Action::reset() const { return Do(mixing::Reset); }

Action Action::set_weight(float weight) const {
  return DoIf(mixing::CheckWeight(weight), [&](const mixing::State& state, ActionState& action) {
    mixing::SetWeight(state, action, mixing::WithoutSignOfZero(weight));
  });
}

Action Action::set_speed(float speed) const {
  const bool usable = speed >= -kMostSpeed && speed <= kMostSpeed;
  return DoIf(usable ? Error::kNone : Error::kSpeedOutOfRange,
              [&](const mixing::State& state, ActionState& action) {
                mixing::SetSpeed(state, action, mixing::WithoutSignOfZero(speed));
              });
}

Action Action::set_loop(LoopMode loop) const {
  const bool known =
      static_cast<std::uint8_t>(loop) <= static_cast<std::uint8_t>(LoopMode::kPingPong);
  return DoIf(known ? Error::kNone : Error::kNoSuchLoopMode,
              [&](const mixing::State& state, ActionState& action) {
                mixing::SetLoop(state, action, loop);
              });
}

Action Action::set_time(double seconds) const {
  const std::optional<Ticks> position = TicksFromSeconds(seconds);
  return DoIf(position ? Error::kNone : mixing::WhyNotTicks(seconds),
              [&](const mixing::State& state, ActionState& action) {
                mixing::SetPosition(state, action, *position);
              });
}

Action Action::set_synced(bool synced) const {
  return Do([&](const mixing::State& state, ActionState& action) {
    mixing::SetSynced(state, action, synced);
  });
}

Action Action::fade_in(double seconds, Easing easing) const {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  return DoIf(fade.error, [&](const mixing::State& state, ActionState& action) {
    const bool goes_on = action.fade_duration > 0 && mixing::ArrivesAlready(action, fade.spec);
    if (!goes_on) mixing::FadeIn(state, action, fade.spec, false);
  });
}

Action Action::fade_out(double seconds, Easing easing) const {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  return DoIf(fade.error, [&](const mixing::State& state, ActionState& action) {
    if (!mixing::LeavesAlready(action, fade.spec)) mixing::FadeOut(state, action, fade.spec);
  });
}

Action Action::fade_weight(float weight, double seconds, Easing easing) const {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, easing);
  const Error error = fade.error == Error::kNone ? mixing::CheckWeight(weight) : fade.error;
  return DoIf(error, [&](const mixing::State& state, ActionState& action) {
    const bool goes_on = action.fade_duration > 0 && action.level == weight &&
                         !action.has(mixing::kFadesOut) &&
                         action.fade_duration == fade.spec.duration &&
                         action.has(mixing::kSmooth) == fade.spec.smooth;
    if (!goes_on) {
      mixing::FadeWeight(state, action, mixing::WithoutSignOfZero(weight), fade.spec);
    }
  });
}

void Action::release() const {
  stop();
  if (const ActionState* const state = Find()) body_->Erase(state);
}

// --- asking ---

Action::operator bool() const { return Find() != nullptr; }

std::uint32_t Action::clip() const { return clip_; }

std::uint32_t Action::layer() const {
  const ActionState* const state = Find();
  return state == nullptr ? 0 : state->layer;
}

float Action::weight() const {
  const ActionState* const state = Find();
  return state == nullptr ? 0.0f : mixing::WeightAt(*state, body_->now());
}

float Action::contribution() const {
  const ActionState* const state = Find();
  return state == nullptr ? 0.0f : mixing::ContributionAt(*state, body_->now());
}

float Action::speed() const {
  const ActionState* const state = Find();
  return state == nullptr ? 0.0f : state->speed;
}

LoopMode Action::loop() const {
  const ActionState* const state = Find();
  return state == nullptr ? LoopMode::kRepeat : static_cast<LoopMode>(state->loop);
}

Ticks Action::position_ticks() const {
  const ActionState* const state = Find();
  return state == nullptr ? 0 : mixing::PositionAt(body_->state(), *state, body_->now());
}

Ticks Action::time_ticks() const {
  const ActionState* const state = Find();
  if (state == nullptr) return 0;
  return ClipTimeAt(position_ticks(), body_->setup.duration(clip_),
                    mixing::LoopOf(body_->setup.data(), *state))
      .time;
}

double Action::time() const { return SecondsFromTicks(time_ticks()); }

bool Action::is_playing() const {
  const ActionState* const state = Find();
  return state != nullptr && state->has(mixing::kPlaying);
}

bool Action::is_paused() const {
  const ActionState* const state = Find();
  return state != nullptr && state->has(mixing::kPaused);
}

bool Action::is_finished() const {
  const ActionState* const state = Find();
  return state != nullptr && state->has(mixing::kPlaying) &&
         IsFinished(position_ticks(), body_->setup.duration(clip_),
                    mixing::LoopOf(body_->setup.data(), *state), state->speed < 0.0f);
}

bool Action::is_fading() const {
  const ActionState* const state = Find();
  return state != nullptr && state->fade_duration > 0;
}

}  // namespace sinew

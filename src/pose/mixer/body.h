// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// All that a Mixer holds. It stays where it was made while the Mixer is moved about: Actions point
// to it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pose/mixer/state.h"
#include "sinew/aligned_bytes.h"
#include "sinew/hooks.h"
#include "sinew/mixer.h"

namespace sinew::mixing {

// An event, and its index within the step.
struct MetEvent {
  MixerEvent event{};
  std::uint32_t order = 0;
};

struct Body : FromHooks {
  explicit Body(const MixerSetup& of_setup);
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  // To write also through a const Body: that a const mixer does not is its callers' affair.
  State state() const;
  Ticks now() const { return state().now(); }
  ActionState* Find(std::uint32_t clip, std::uint32_t serial) const;  // Null where there is none.
  void Erase(const ActionState* action);
  void SetError(Error of_call);
  bool LayerIsSeen(std::uint32_t layer) const;  // Were its own weight not 0.
  bool DividesByWeights(std::uint32_t layer) const;
  bool IsIdle() const;

  MixerSetup setup;
  AlignedBytes block;    // The state.
  AlignedBytes loading;  // As large: what is loaded is looked at here.
  // What follows is of the last step, or borrowed: no part of the state.
  HookVector<ConstPoseView> layer_poses;  // One a layer; without joints: none.
  HookVector<MixerEvent> events;
  HookVector<MetEvent> met;
  HookVector<EventHit> hits;
  std::uint64_t events_lost = 0;
  Transform root_motion{};
  bool jumped = false;
  bool layer_pose_switched = false;  // Since the last step: the next one jumps.
  std::uint32_t steps_to_forget_load = 0;
  Error error = Error::kNone;
};

}  // namespace sinew::mixing

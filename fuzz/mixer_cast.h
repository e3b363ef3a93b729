// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Who plays under the mixer's fuzzer: three small setups that have everything a mixer can have, and
// clips at the edges of what one may be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sinew/mixer.h"
#include "sinew/packed_clip.h"

namespace sinew::fuzz {

// A setup and what it borrows. Stays where it is made.
struct MixerCast {
  Skeleton skeleton;
  std::vector<Clip> clips;
  std::vector<PackedClip> packed;  // Of the clips that are played packed.
  std::vector<Pose> layer_poses;   // Of the caller's own, one a layer.
  std::optional<MixerSetup> made;

  MixerCast() = default;
  MixerCast(const MixerCast&) = delete;
  MixerCast& operator=(const MixerCast&) = delete;
  const MixerSetup& setup() const { return *made; }
};

inline constexpr std::uint32_t kCastCount = 3;

// index < kCastCount:
//   0  all at once: a group with markers, a blend space on it, three layers (one masked, one
//      additive), inertial transitions, sockets, root motion.
//   1  groups of clips of one and two ticks and of years, a plane as blend space, rest that fills
//      up, few events, the last pose stands.
//   2  sixteen markers, an additive layer with a reference, inertial transitions without root
//      motion.
const MixerCast& CastOf(std::uint32_t index);

// A mixer of a cast and all that belongs to it but is no part of its state.
struct Player {
  const MixerCast& cast;
  Mixer mixer;
  MixerScratch scratch;
  Pose pose;
  std::vector<bool> has_layer_pose;  // One a layer.

  explicit Player(const MixerCast& of);
  void SetLayerPose(std::uint32_t layer, bool on);
};

// What a game that rolls back keeps: the state, and what the state does not have.
struct Kept {
  std::vector<std::byte> bytes;
  Pose pose;
  std::vector<bool> has_layer_pose;
};
Kept Keep(const Player& player);
Error GoBack(Player& player, const Kept& kept);

}  // namespace sinew::fuzz

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// States as bytes. A state that is loaded may have come over a network: everything in it is looked
// at first, so that what plays from it can trust it.
#include <algorithm>
#include <cstring>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "pose/mixer/body.h"
#include "pose/mixer/setup_data.h"
#include "pose/mixer/state.h"
#include "pose/mixer/sync.h"
#include "sinew/hash.h"
#include "sinew/mixer.h"

namespace sinew {
namespace {

using mixing::ActionState;
using mixing::ConstState;

// Calls make it a plain zero: equal states are equal bytes.
bool IsNegativeZero(float value) {
  return value == 0.0f && std::bit_cast<std::uint32_t>(value) != 0;
}

bool IsWeight(float weight) { return weight >= 0.0f && weight <= 1.0f && !IsNegativeZero(weight); }

// A moment that has been.
bool IsPast(Ticks moment, Ticks now) { return moment >= 0 && moment <= now; }

bool IsFade(Ticks start, Ticks duration, float from, Ticks now) {
  if (duration == 0) return start == 0 && from == 0.0f && IsWeight(from);
  return duration > 0 && duration <= kMostTicks && IsPast(start, now) && now - start < duration &&
         IsWeight(from);
}

bool IsAction(const ConstState& state, const ActionState& a) {
  if (a.clip >= state.setup().clips.size() || a.layer >= state.setup().options.layers.size()) {
    return false;
  }
  const bool of_clip = a.serial == a.layer + 1u;
  const bool made = a.serial >= mixing::kFirstNewSerial &&
                    a.serial - mixing::kFirstNewSerial < state.serials_given(a.clip);
  const bool plain_zeros =
      std::all_of(std::begin(a.unused), std::end(a.unused), [](std::uint8_t b) { return b == 0; });
  const bool fades = a.fade_duration != 0;
  return (of_clip || made) && plain_zeros && a.loop <= 2 &&
         (a.flags & ~mixing::kActionFlags) == 0 && IsPast(a.anchor, state.now()) &&
         a.position >= -kMostTicks && a.position <= kMostTicks && a.speed >= -kMostSpeed &&
         a.speed <= kMostSpeed && !IsNegativeZero(a.speed) && IsWeight(a.level) &&
         IsWeight(a.share) && IsFade(a.fade_start, a.fade_duration, a.fade_from, state.now()) &&
         (fades || !(a.has(mixing::kFadesOut) || a.has(mixing::kSmooth))) &&
         (a.has(mixing::kInSpace) ? a.has(mixing::kPlaying) : a.share == 1.0f);
}

bool AllZero(std::span<const std::byte> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

// A count that has not run past the last serial there is.
bool AreSerials(const ConstState& state) {
  for (std::uint32_t c = 0; c < state.setup().clips.size(); ++c) {
    if (state.serials_given(c) > mixing::kMostSerialsGiven) return false;
  }
  return true;
}

bool AreActions(const ConstState& state) {
  const std::span<const ActionState> actions = state.actions();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const ActionState& a = actions[i];
    if (!IsAction(state, a)) return false;
    if (i == 0) continue;
    const ActionState& before = actions[i - 1];
    if (before.clip > a.clip || (before.clip == a.clip && before.serial >= a.serial)) return false;
  }
  return true;
}

bool AreLayers(const ConstState& state) {
  for (std::uint32_t l = 0; l < state.setup().options.layers.size(); ++l) {
    const mixing::LayerState& layer = state.layer(l);
    const bool usable =
        IsFade(layer.fade_start, layer.fade_duration, layer.fade_from, state.now()) &&
        IsWeight(layer.level) && layer.smooth <= 1 && layer.unused == 0;
    if (!usable) return false;
  }
  return true;
}

bool AreGroups(const ConstState& state) {
  for (std::uint32_t g = 0; g < state.setup().groups.size(); ++g) {
    const mixing::GroupState& group = state.group(g);
    const std::span<const Ticks> segments = state.group_segments(g);
    if (!IsPast(group.anchor, state.now()) || group.beat < -kMostTicks || group.beat > kMostTicks ||
        group.part < 0 || group.part > mixing::kWholeBeat) {
      return false;
    }
    for (const Ticks length : segments) {
      const bool alike = (length > 0) == (segments[0] > 0) && (length < 0) == (segments[0] < 0);
      if (!alike || length > mixing::kLongestSegment || length < -mixing::kLongestSegment) {
        return false;
      }
    }
  }
  return true;
}

bool AreAttachments(const ConstState& state) {
  const std::span<const mixing::AttachmentState> all = state.attachments();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].joint >= state.setup().skeleton.joint_count()) return false;
    if (!scalar::IsUsable(all[i].offset)) return false;
    if (i > 0 && all[i - 1].object >= all[i].object) return false;
  }
  return true;
}

bool AreResidues(const ConstState& state, std::span<const std::byte> bytes) {
  const mixing::HeaderState& header = state.header();
  const std::span<const std::byte> residues = bytes.subspan(state.setup().layout.joint_residues);
  if (header.residue_duration == 0) return header.residue_start == 0 && AllZero(residues);
  return state.setup().options.inertial && header.residue_duration > 0 &&
         header.residue_duration <= kMostTicks && IsPast(header.residue_start, header.now) &&
         header.now - header.residue_start < header.residue_duration && scalar::AllUsable(residues);
}

Error CheckState(const ConstState& state, std::span<const std::byte> bytes) {
  const MixerSetup::Data& setup = state.setup();
  const mixing::HeaderState& header = state.header();
  if (header.magic != mixing::kStateMagic || header.version != mixing::kStateVersion ||
      header.arithmetic != kArithmeticVersion) {
    return Error::kStateVersion;
  }
  if (header.setup_hash != setup.hash) return Error::kOtherSetup;
  if ((header.flags & ~mixing::kHeaderFlags) != 0 || !IsPast(header.now, kMostTicks) ||
      header.action_count > setup.options.action_capacity ||
      header.attachment_count > setup.options.attachment_capacity) {
    return Error::kStateBroken;
  }
  const auto zero_from = [&](std::size_t begin, std::size_t end) {
    return AllZero(bytes.subspan(begin, end - begin));
  };
  const mixing::StateLayout& layout = setup.layout;
  const bool tails_are_zero =
      zero_from(layout.actions + header.action_count * sizeof(ActionState), layout.layers) &&
      zero_from(layout.serials + setup.clips.size() * sizeof(std::uint32_t), layout.attachments) &&
      zero_from(layout.attachments + header.attachment_count * sizeof(mixing::AttachmentState),
                layout.joint_residues);
  const bool spaces_are_usable =
      scalar::AllUsable(bytes.subspan(layout.spaces, layout.serials - layout.spaces));
  const bool whole = tails_are_zero && spaces_are_usable && AreSerials(state) &&
                     AreActions(state) && AreLayers(state) && AreGroups(state) &&
                     AreAttachments(state) && AreResidues(state, bytes);
  return whole ? Error::kNone : Error::kStateBroken;
}

}  // namespace

Error Mixer::save(std::span<std::byte> bytes) const {
  if (bytes.size() != body().block.size()) return Error::kStateSize;
  std::memcpy(bytes.data(), body().block.data(), body().block.size());
  return Error::kNone;
}

Error Mixer::load(std::span<const std::byte> bytes, Loading loading) {
  if (bytes.size() != body().block.size()) return Error::kStateSize;
  // What is given may lie at an odd address: it is looked at in a block of its own.
  std::memcpy(body().loading.data(), bytes.data(), bytes.size());
  const Error error = CheckState(ConstState(setup().data(), body().loading), body().loading);
  if (error != Error::kNone) return error;
  std::swap(body().block, body().loading);
  body().events.clear();
  body().events_lost = 0;
  body().root_motion = {};
  body().jumped = false;
  if (loading == Loading::kJumps) body().steps_to_forget_load = 2;
  return Error::kNone;
}

std::uint64_t Mixer::hash() const { return Hash64().Add(body().block).value(); }

}  // namespace sinew

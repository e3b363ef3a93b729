// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The flat block of a mixer: what is saved, loaded and hashed is what is played from.
//
//   Layout   header, actions, layers, groups, spaces, serials, attachments, residue; the offsets
//            follow from the setup alone. Little-endian, no padding; what is unused is zero, so
//            that equal states are equal bytes.
//   Order    actions by (clip, serial), attachments by object, both without gaps: in which order
//            calls were made leaves no trace.
//   Moments  all in the mixer's ticks. An action's position is `position` at `anchor` and runs on
//            by `speed`; a fade is at `fade_from` at `fade_start`. Nothing is summed from step to
//            step.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "sinew/math.h"
#include "sinew/mixer_setup.h"
#include "sinew/ticks.h"

namespace sinew::mixing {

static_assert(std::endian::native == std::endian::little, "states are saved as they lie");

inline constexpr std::uint32_t kStateMagic = 0x584d4e53;  // "SNMX"
inline constexpr std::uint32_t kStateVersion = 1;

// Of a header.
inline constexpr std::uint32_t kJumpPending = 1;  // A call since the last step made a jump.
inline constexpr std::uint32_t kAtRest = 2;       // Nothing has been seen since reset_to_rest.
inline constexpr std::uint32_t kHeaderFlags = kJumpPending | kAtRest;

struct HeaderState {
  std::uint32_t magic = kStateMagic;
  std::uint32_t version = kStateVersion;
  std::uint32_t arithmetic = 0;
  std::uint32_t flags = kAtRest;
  std::uint64_t setup_hash = 0;
  Ticks now = 0;
  std::uint32_t action_count = 0;
  std::uint32_t attachment_count = 0;
  Ticks residue_start = 0;
  Ticks residue_duration = 0;  // 0: no inertial transition.
};
static_assert(sizeof(HeaderState) == 56);

// Of an action.
inline constexpr std::uint8_t kPlaying = 1;
inline constexpr std::uint8_t kPaused = 2;
inline constexpr std::uint8_t kFadesOut = 4;  // Its fade goes to 0 and ends in a stop.
inline constexpr std::uint8_t kSmooth = 8;    // Its fade is eased.
inline constexpr std::uint8_t kUnsynced = 16;
inline constexpr std::uint8_t kAtStart = 32;  // Has not moved since it was set to its beginning,
                                              // which is elsewhere if its direction changes. What
                                              // follows a group: since it does.
inline constexpr std::uint8_t kInSpace = 64;  // Played by a blend space, which gives its share.
inline constexpr std::uint8_t kActionFlags = 127;

struct ActionState {
  Ticks anchor = 0;         // 0 where time does not carry it on. What follows a group: when it
                            // began to.
  Ticks position = 0;       // Unwrapped. What follows a group: where it was before.
  Ticks fade_start = 0;     // 0 without a fade.
  Ticks fade_duration = 0;  // 0: no fade.
  float speed = 1.0f;
  float level = 1.0f;      // What set_weight said.
  float fade_from = 0.0f;  // What was seen of it when the fade began.
  float share = 1.0f;      // Of a blend space; a part of where a fade goes to.
  std::uint32_t clip = 0;
  std::uint32_t serial = 0;
  std::uint8_t layer = 0;
  std::uint8_t loop = 0;
  std::uint8_t flags = 0;
  std::uint8_t unused[5]{};

  bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  void set(std::uint8_t flag, bool on) {
    flags = static_cast<std::uint8_t>(on ? flags | flag : flags & ~flag);
  }
};
static_assert(sizeof(ActionState) == 64);

struct LayerState {
  Ticks fade_start = 0;
  Ticks fade_duration = 0;
  float level = 1.0f;
  float fade_from = 0.0f;
  std::uint32_t smooth = 0;
  std::uint32_t unused = 0;
};
static_assert(sizeof(LayerState) == 32);

// Where a sync group is: `part` of the way from beat number `beat` to the next, at `anchor`. How
// long each way takes follows it in the block, one signed number of ticks a segment: see sync.h.
struct GroupState {
  Ticks anchor = 0;
  std::int64_t beat = 0;
  std::int64_t part = 0;  // In [0, kWholeBeat].
};
static_assert(sizeof(GroupState) == 24);

struct AttachmentState {
  std::uint32_t object = 0;
  std::uint32_t joint = 0;
  Transform offset{};
};
static_assert(sizeof(AttachmentState) == 48);

// What an inertial transition has left over of a joint, when it began: see inertia.h.
struct JointResidue {
  Vec3 translation{}, rotation{}, scale{};
  Vec3 translation_speed{}, rotation_speed{}, scale_speed{};  // A second.
};
static_assert(sizeof(JointResidue) == 72);

struct MorphResidue {
  float value = 0.0f, speed = 0.0f;
};

// Where the parts begin, in bytes; all whole multiples of 8.
struct StateLayout {
  std::size_t actions = 0, layers = 0, groups = 0, spaces = 0, serials = 0, attachments = 0;
  std::size_t joint_residues = 0, morph_residues = 0;
  std::size_t total = 0;
};

// The serials of actions: those of clip_action follow from the layer, those of new_action are
// counted.
inline constexpr std::uint32_t kFirstNewSerial = 0x100;
inline constexpr std::uint32_t kLastSerial = 0xffffffff;
inline constexpr std::uint32_t kMostSerialsGiven = kLastSerial - kFirstNewSerial;

// The order of actions.
bool ComesBefore(const ActionState& a, const ActionState& b);

// A block to read. `setup` and bytes are borrowed.
class ConstState {
 public:
  ConstState(const MixerSetup::Data& setup, std::span<const std::byte> block)
      : setup_(&setup), block_(block.data()) {}

  const MixerSetup::Data& setup() const { return *setup_; }
  const HeaderState& header() const { return At<HeaderState>(0); }
  Ticks now() const { return header().now; }
  std::span<const ActionState> actions() const;  // Those that exist.
  const LayerState& layer(std::uint32_t layer) const;
  const GroupState& group(std::uint32_t group) const;
  std::span<const Ticks> group_segments(std::uint32_t group) const;
  Vec2 space(std::uint32_t space) const;
  std::uint32_t serials_given(std::uint32_t clip) const;
  std::span<const AttachmentState> attachments() const;
  std::span<const JointResidue> joint_residues() const;
  std::span<const MorphResidue> morph_residues() const;

 protected:
  template <typename T>
  const T& At(std::size_t offset) const {
    return *reinterpret_cast<const T*>(block_ + offset);
  }

  const MixerSetup::Data* setup_;
  const std::byte* block_;
};

// A block to write.
class State : public ConstState {
 public:
  State(const MixerSetup::Data& setup, std::span<std::byte> block) : ConstState(setup, block) {}

  HeaderState& header() const { return Mutable(ConstState::header()); }
  std::span<ActionState> actions() const { return Mutable(ConstState::actions()); }
  LayerState& layer(std::uint32_t layer) const { return Mutable(ConstState::layer(layer)); }
  GroupState& group(std::uint32_t group) const { return Mutable(ConstState::group(group)); }
  std::span<Ticks> group_segments(std::uint32_t group) const {
    return Mutable(ConstState::group_segments(group));
  }
  Vec2& space(std::uint32_t space) const;
  std::uint32_t& serials_given(std::uint32_t clip) const;
  std::span<AttachmentState> attachments() const { return Mutable(ConstState::attachments()); }
  std::span<JointResidue> joint_residues() const { return Mutable(ConstState::joint_residues()); }
  std::span<MorphResidue> morph_residues() const { return Mutable(ConstState::morph_residues()); }

  // Makes room at an index, or closes it. There must be room; what is beyond the last is zero.
  ActionState& InsertAction(std::size_t index) const;
  void EraseAction(std::size_t index) const;
  AttachmentState& InsertAttachment(std::size_t index) const;
  void EraseAttachment(std::size_t index) const;

  // An empty state, from any bytes.
  void Clear() const;

 private:
  // The block is the caller's own and writable: only the way to it went through the base.
  template <typename T>
  static T& Mutable(const T& value) {
    return const_cast<T&>(value);
  }
  template <typename T>
  static std::span<T> Mutable(std::span<const T> values) {
    return {const_cast<T*>(values.data()), values.size()};
  }
};

}  // namespace sinew::mixing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sampling: reads a clip at one moment and writes one pose.
//
//   Space    local; see pose.h.
//   Units    time in seconds from the clip's first instant; lengths in the asset's unit.
//   Memory   nothing here allocates. Spans are borrowed for the length of the call.
//   Threads  clips and skeletons never change, so any number of threads may run jobs on them.
//            Nothing is kept between calls: seeking costs what playing costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/clip.h"
#include "sinew/math.h"
#include "sinew/packed_clip.h"
#include "sinew/packed_clip_view.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"

namespace sinew {

// What a time outside [0, duration] means.
enum class Wrap : std::uint8_t {
  kHold,  // The first or the last pose.
  kLoop,  // Time modulo duration, in [0, duration); -0.25 s is 0.25 s before the end.
};

// The time within [0, duration] that `time_s` means; 0 where the duration is (C26, C65, C66). A
// loop is exact for times less than 2^29 durations away.
double WrapTime(double time_s, float duration_s, Wrap wrap);

// Where a time falls among a track's keys: between key a and key b, `blend` of the way (L12, E56).
struct KeyInterval {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float blend = 0.0f;  // In [0, 1); 0 where a == b: before the first key and from the last key on.
};
KeyInterval FindKeys(std::span<const float> times_s, double time_s);

// Reads one track at a time, unwrapped: before the first key the first value holds, after the last
// the last. Writes track.width floats. A key that is hit exactly gives its own value.
// Rotations come out unit; where a cubic one passes through zero it takes the nearer key's.
void SampleTrack(const Track& track, double time_s, std::span<float> value);

// A clip of either form, borrowed.
class ClipView {
 public:  // NOLINTBEGIN(bugprone-unchecked-optional-access): one of the two is always there
  ClipView(const Clip& clip) : exact_(&clip) {}            // NOLINT: meant to be implicit
  ClipView(const PackedClip& clip) : packed_(clip) {}      // NOLINT: meant to be implicit
  ClipView(const PackedClipView& clip) : packed_(clip) {}  // NOLINT: meant to be implicit
  ClipView(const Clip&&) = delete;                         // A temporary clip would be gone.
  ClipView(const PackedClip&&) = delete;

  const Clip* exact() const { return exact_; }  // Null where it is a packed one.
  // Null where it is a Clip; else a part of this view, and gone with it. It may hold exact tracks
  // (PackedClipView::form).
  const PackedClipView* packed() const&& = delete;
  const PackedClipView* packed() const& { return packed_ ? &*packed_ : nullptr; }
  std::string_view name() const { return exact_ ? exact_->name() : packed_->name(); }
  float duration_s() const { return exact_ ? exact_->duration_s() : packed_->duration_s(); }
  // One more than the largest joint or morph slot that is written; 0: none.
  std::uint32_t joint_bound() const {
    return exact_ ? exact_->joint_bound() : packed_->joint_bound();
  }
  std::uint32_t morph_bound() const {
    return exact_ ? exact_->morph_bound() : packed_->morph_bound();
  }
  ClipEvents events() const { return exact_ ? ClipEvents(exact_->events()) : packed_->events(); }
  std::optional<std::uint32_t> root_motion_joint() const {
    return exact_ ? exact_->root_motion_joint() : packed_->root_motion_joint();
  }
  // An exact clip is for the skeleton it is bound to, or if it is not bound, for any that has its
  // joints (Clip::skeleton_id); a packed one, which holds what rests as well, for those that rest
  // as its own.
  bool is_for(const SkeletonView& skeleton) const {
    if (exact_ == nullptr) return packed_->rest_hash() == skeleton.rest_hash();
    return exact_->skeleton_id() == 0 || exact_->skeleton_id() == skeleton.id();
  }

 private:  // NOLINTEND(bugprone-unchecked-optional-access)
  const Clip* exact_ = nullptr;
  std::optional<PackedClipView> packed_{};
};

// One sampling request. Fill the fields by name:
//   Error e = SampleJob{.skeleton = s, .clip = walk, .time_s = t, .pose = pose}.Run();
struct SampleJob {
  SkeletonView skeleton;  // Joints that the clip does not move take its rest. The one that the clip
                          // was made for or is bound to, or its equal: ClipView::is_for.
  ClipView clip;
  double time_s = 0.0;  // Any finite value; see Wrap.
  Wrap wrap = Wrap::kHold;
  std::span<const float> morph_rest{};  // What morph slots without a track take; see Model. Slots
                                        // beyond it that no track writes are left alone.
  std::span<const std::uint8_t> wanted_blocks{};  // One a block of eight joints; 0: leave those
                                                  // joints alone. Empty: all are wanted.
  PoseView pose;  // Out. At least the skeleton's joints; what is beyond is left alone, but for the
                  // last block, which is written whole. pose.morphs: at least as long as morph_rest
                  // and as what the clip writes; empty: not wanted.

  Error Validate() const;  // The first rule this job breaks, or kNone. Run() calls it.
  Error Run() const;       // On any error nothing is written.
};

// Where some joints are in model space, without a pose: sockets, or hit boxes on a server. Each
// costs what its ancestors cost and a look through the clip's list of tracks: it pays for a few
// joints. The bits are those of sampling all and walking the hierarchy.
struct JointQuery {
  SkeletonView skeleton;
  ClipView clip;
  double time_s = 0.0;
  Wrap wrap = Wrap::kHold;
  Affine root{};                          // Applied above every root.
  std::span<const std::uint32_t> joints;  // In any order.
  std::span<Affine> model_from_joint;     // Out. One a joint asked for, in that order.

  Error Validate() const;
  Error Run() const;  // On kValueNotFinite the output is of no use; on others nothing is written.
};

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Playback: what a clip shows, what happens in it and how it moves its character while a position
// runs through it. All of it is a pure function of positions; nothing is kept between calls.
//
//   Position unwrapped ticks: 0 is the clip's first instant; it runs on across loops, also below
//            zero, and a loop mode says what it shows. Beyond +-kMostTicks they count as that.
//   Interval from t0 to t1, either way. Where the head starts is in it, where it stops is not:
//            [t0, t1) forwards, (t1, t0] backwards. So intervals that meet cover every moment once,
//            however time was split, and t0 == t1 covers none.
//   Zero     a clip of no duration shows its time 0 whatever the position (C66).
//   Memory   nothing here allocates. Spans and views are borrowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sinew/math.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "sinew/skeleton_view.h"
#include "sinew/ticks.h"

namespace sinew {

enum class LoopMode : std::uint8_t {
  kOnce,      // Held at both ends.
  kRepeat,    // Modulo the duration, in [0, duration) (C65).
  kPingPong,  // There and back: modulo twice the duration, the second half mirrored (C64).
};

// --- time ---

// The clip's duration, rounded to ticks once; at most kMostTicks.
Ticks DurationOf(const ClipView& clip);

// What a position shows.
struct ClipTime {
  Ticks time = 0;         // In [0, duration]; for kRepeat less than the duration.
  std::int64_t loop = 0;  // Whole durations passed, rounded down; 0 for kOnce. For kPingPong an odd
                          // one runs back.
  bool mirrored = false;  // On the way back of a ping-pong: time falls while the position rises.
  bool operator==(const ClipTime&) const = default;
};
ClipTime ClipTimeAt(Ticks position, Ticks duration, LoopMode loop);

// The time for SampleJob (with Wrap::kHold): the clip's own duration_s at its end, so that the last
// key is hit exactly.
double SampleSeconds(const ClipView& clip, Ticks time);

// Where playing begins: 0, or the duration for negative speeds (C63).
Ticks StartPosition(Ticks duration, bool backwards);

// True where kOnce has nothing more to show in that direction (C62, C66). Never for the others.
bool IsFinished(Ticks position, Ticks duration, LoopMode loop, bool backwards);

// --- events ---

// One event met on the way.
struct EventHit {
  std::uint32_t event = 0;  // Into the clip's events.
  bool backwards = false;   // The clip's time was falling: played backwards, or the way back of a
                            // ping-pong, but not both.
  Ticks position = 0;       // Where, unwrapped.
  bool operator==(const EventHit&) const = default;
};

// The events from t0 to t1, in the order in which they are met; several at one moment in the clip's
// order, backwards in the reverse of it. The result is how many there are; the first hits.size() of
// them are written. A frame that spans millions of loops costs no more than the hits written and a
// binary search: the rest is counted, not visited.
//
//   kOnce      an event happens at its time. One at the very end counts in the clip's last tick, so
//              that it happens when the end is reached; backwards, one at time 0 counts in the
//              first tick, so that it happens when time 0 is reached.
//   kRepeat    an event happens at its time, one at the very end in the last tick: each whole loop
//              has every event once.
//   kPingPong  on the way there and on the way back; at the turning points once.
//   Zero       a clip of no duration has its events once, at position 0.
std::uint64_t EventsBetween(const ClipView& clip, LoopMode loop, Ticks t0, Ticks t1,
                            std::span<EventHit> hits);

// --- root motion ---

// Which joint moves the character, and what of its way does; the rest of it stays in the pose. As
// it is: all of the way of each clip's own root-motion joint.
//
// Hips that carry the whole walk and shall keep their bob and sway:
//   {.joint = skeleton.Find("mixamorig:Hips"), .vertical = false, .turn = Turn::kYaw}
struct RootMotionOptions {
  std::optional<std::uint32_t> joint{};  // Of all clips, whatever they name. None: each clip's own.
  enum class Up : std::uint8_t { kY, kZ } up = Up::kY;  // Which axis of model space is vertical.
  bool horizontal = true;  // The character goes along the ground; else that stays in the pose.
  bool vertical = true;    // And up and down.
  enum class Turn : std::uint8_t {
    kWhole,  // All of the joint's turn.
    kYaw,    // That about the vertical; pitch and roll stay in the pose. A joint that is upside
             // down has none.
    kNone,   // The joint turns in the pose.
  } turn = Turn::kWhole;

  bool takes_all() const { return horizontal && vertical && turn == Turn::kWhole; }
};

// How a clip moves its character: the way of its root-motion joint, prepared once. It borrows the
// clip.
//
//   Space    model. With path(t) = where the joint has been carried from its place at time 0, as a
//            rigid motion of model space, character_from_model * path(t) * (pose held in place) is
//            what character_from_model * (pose) would be, at the joint and all below it. The
//            joint's ancestors count as they rest; scale is not motion and stays in the pose. Under
//            ancestors that scale unevenly the motion is that of the joint's origin, turned as if
//            they did not.
//   Parts    with RootMotionOptions the path is what is taken of it: of the turn all, the yaw or
//            none; of the way that the joint's origin has gone beyond that turn, the parts along
//            the ground and the vertical. Where the turn is taken and the way along the ground is
//            not, the character turns about model space's own vertical.
//   Loops    a repeat goes on from where the last loop ended: after n loops of duration d it is at
//            path(d)^n * path(t), found in double by repeated squaring: no drift, whatever n is.
class RootPath {
 public:
  // Without a root-motion joint in clip and options: a path that stands still. Fails where clip or
  // joint do not fit the skeleton, and where parts are wanted and the joint's ancestors scale to
  // nothing.
  static Result<RootPath> Create(const SkeletonView& skeleton, const ClipView& clip,
                                 const RootMotionOptions& options = {});

  bool moves() const { return moves_; }
  std::uint32_t joint() const { return joint_; }  // Where moves().
  const ClipView& clip() const { return clip_; }
  const RootMotionOptions& options() const { return options_; }

  // The motion from t0 to t1, to be applied on the right: character_from_model at t1 is
  // (character_from_model at t0) * motion. Scale is one. Backwards it is the inverse.
  Transform Between(LoopMode loop, Ticks t0, Ticks t1) const;

  // Takes the motion out of a sampled pose: the joint's translation and rotation become those of
  // the clip's time 0, or what the options leave of them. A pose without that joint is left alone.
  void Hold(PoseView pose) const;

 private:
  static constexpr std::uint32_t kNoTrack = 0xffffffffu;

  RootPath(const ClipView& clip, const RootMotionOptions& options)
      : clip_(clip), options_(options) {}
  void FindTracks();
  // The joint's translation and rotation at a time of the clip.
  Transform JointAt(Ticks time) const;

  ClipView clip_;
  RootMotionOptions options_;
  bool moves_ = false;
  std::uint32_t joint_ = 0;
  // Tracks of an exact clip, streams of a packed one.
  std::uint32_t translation_ = kNoTrack, rotation_ = kNoTrack;
  Ticks duration_ = 0;
  Transform rest_{};
  Transform first_{};           // The joint at time 0.
  Transform last_{};            // And at the end.
  Affine model_from_parent_{};  // Of the joint's parent, at rest.
  Affine parent_from_model_{};  // Where parts are taken.
};

// The same for one call: RootPath::Create(skeleton, clip) and Between. Where the clip does not fit
// the skeleton nothing moves.
Transform RootMotionBetween(const ClipView& clip, const SkeletonView& skeleton, LoopMode loop,
                            Ticks t0, Ticks t1);

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One step of a mixer: events, fades that end, tempos, root motion.
//
// A step is taken in pieces, so that what happens in it does not depend on where steps begin and
// end: while the tempo of a sync group changes, a piece ends on every line of its grid, and where
// more than one motion is blended, on every line of root motion's. Either way one ends where a fade
// does. What an action does in a piece is a function of the state at its beginning.
#include <algorithm>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "pose/mixer/arguments.h"
#include "pose/mixer/body.h"
#include "pose/mixer/calls.h"
#include "pose/mixer/inertia.h"
#include "pose/mixer/root_motion.h"
#include "pose/mixer/sync.h"
#include "pose/playback/rigid.h"

namespace sinew {

using mixing::ActionState;
using mixing::State;

class MixerStep {
 public:
  explicit MixerStep(mixing::Body& body)
      : body_(body), state_(body.state()), groups_(state_.setup().groups.size()) {}

  void Take(Ticks step) {
    Begin();
    const bool moves = state_.setup().root_joint.has_value();
    const Ticks root_grid = mixing::RootGrid(step);
    const Ticks end = state_.now() + step;
    Rigid motion;
    while (state_.now() < end) {
      const Ticks until = EndOfPiece(end, moves ? root_grid : 0);
      for (const ActionState& action : state_.actions()) Meet(action, until);
      if (moves) {
        const Transform of_piece = mixing::RootMotionUntil(state_, until, body_.layer_poses);
        motion = Compose(motion, RigidOf(of_piece));
      }
      state_.header().now = until;
      EndFades();
      NoteJump();
      for (std::uint32_t g = 0; g < groups_; ++g) {
        if (until % mixing::GroupGrid(state_, g) == 0) mixing::RetimeGroup(state_, g);
      }
    }
    SortEvents();
    body_.root_motion = TransformOf(motion);
  }

 private:
  void Begin() {
    body_.events.clear();
    body_.met.clear();
    body_.events_lost = 0;
    if (body_.steps_to_forget_load > 0) --body_.steps_to_forget_load;
    std::uint32_t& flags = state_.header().flags;
    body_.jumped = (flags & mixing::kJumpPending) != 0 || body_.layer_pose_switched;
    body_.layer_pose_switched = false;
    flags &= ~mixing::kJumpPending;
    bottom_was_seen_ = mixing::LayerPlaysAt(state_, 0, state_.now());
  }

  // Weights of the bottom layer are normalised: its last action fades out at full size, to the end.
  // That end is a jump, unless something else of the layer stays.
  void NoteJump() {
    const bool is_seen = mixing::LayerPlaysAt(state_, 0, state_.now());
    if (is_seen != bottom_was_seen_ && body_.DividesByWeights(0)) body_.jumped = true;
    bottom_was_seen_ = is_seen;
  }

  // root_grid: 0 where nothing moves its character.
  Ticks EndOfPiece(Ticks end, Ticks root_grid) const {
    bool cut = false;
    const auto cut_at_line = [&](Ticks grid) {
      cut = true;
      end = std::min(end, (state_.now() / grid + 1) * grid);
    };
    for (std::uint32_t g = 0; g < groups_; ++g) {
      if (mixing::GroupTempoChanges(state_, g)) cut_at_line(mixing::GroupGrid(state_, g));
    }
    if (root_grid > 0 && mixing::BlendsMotions(state_, body_.layer_poses)) {
      cut_at_line(root_grid);
    }
    if (!cut) return end;
    for (const ActionState& action : state_.actions()) end = CutAtFade(action, end);
    for (std::uint32_t l = 0; l < state_.setup().options.layers.size(); ++l) {
      end = CutAtFade(state_.layer(l), end);
    }
    return end;
  }

  // Fades of an action or a layer; those that have ended are no longer there.
  template <typename Faded>
  static Ticks CutAtFade(const Faded& faded, Ticks end) {
    return faded.fade_duration == 0 ? end : std::min(end, faded.fade_start + faded.fade_duration);
  }

  // The events that an action meets from `now` on.
  void Meet(const ActionState& action, Ticks until) {
    const ClipView& clip = state_.setup().options.clips[action.clip];
    if (!action.has(mixing::kPlaying) || clip.events().empty()) return;
    if (action.has(mixing::kFadesOut)) {
      until = std::min(until, action.fade_start + action.fade_duration);
    }
    const Ticks from = mixing::PositionAt(state_, action, state_.now());
    const Ticks to = mixing::PositionAt(state_, action, until);
    const std::uint64_t count =
        EventsBetween(clip, mixing::LoopOf(state_.setup(), action), from, to, body_.hits);
    const std::uint64_t room = body_.hits.size() - body_.met.size();
    const std::uint64_t taken = std::min<std::uint64_t>(count, room);
    body_.events_lost += count - taken;
    for (std::size_t i = 0; i < taken; ++i) {
      const EventHit& hit = body_.hits[i];
      const Ticks at = MomentOf(action, hit.position, from <= to, until);
      body_.met.push_back({.event = {.at = at,
                                     .clip = action.clip,
                                     .serial = action.serial,
                                     .event = hit.event,
                                     .backwards = hit.backwards,
                                     .weight = mixing::ContributionAt(action, at)},
                           .order = static_cast<std::uint32_t>(body_.met.size())});
    }
  }

  // The first moment at which the action is past a position, by halving: its position never turns
  // back within a piece.
  Ticks MomentOf(const ActionState& action, Ticks position, bool forwards, Ticks until) const {
    Ticks not_yet = state_.now(), past = until;
    while (past - not_yet > 1) {
      const Ticks middle = not_yet + (past - not_yet) / 2;
      const Ticks there = mixing::PositionAt(state_, action, middle);
      if (forwards ? there > position : there < position) {
        past = middle;
      } else {
        not_yet = middle;
      }
    }
    return past;
  }

  void EndFades() {
    const Ticks now = state_.now();
    bool is_seen = false;
    for (ActionState& action : state_.actions()) {
      if (action.fade_duration > 0 && now - action.fade_start >= action.fade_duration) {
        mixing::EndFade(state_, action);
      }
      is_seen = is_seen || mixing::ContributionAt(action, now) > 0.0f;
    }
    if (is_seen) state_.header().flags &= ~mixing::kAtRest;
    for (std::uint32_t l = 0; l < state_.setup().options.layers.size(); ++l) {
      mixing::LayerState& layer = state_.layer(l);
      if (layer.fade_duration > 0 && now - layer.fade_start >= layer.fade_duration) {
        const float level = layer.level;
        layer = mixing::LayerState{};
        layer.level = level;
      }
    }
    const mixing::HeaderState& header = state_.header();
    const bool has_died = now - header.residue_start >= header.residue_duration;
    if (mixing::HasResidue(state_) && (has_died || body_.IsIdle())) mixing::ClearResidue(state_);
  }

  void SortEvents() {
    std::sort(body_.met.begin(), body_.met.end(), [](const auto& a, const auto& b) {
      if (a.event.at != b.event.at) return a.event.at < b.event.at;
      if (a.event.clip != b.event.clip) return a.event.clip < b.event.clip;
      if (a.event.serial != b.event.serial) return a.event.serial < b.event.serial;
      return a.order < b.order;
    });
    for (const auto& met : body_.met) body_.events.push_back(met.event);
  }

  mixing::Body& body_;
  State state_;
  std::size_t groups_;
  bool bottom_was_seen_ = false;
};

Error Mixer::update(double seconds) {
  const std::optional<Ticks> step = TicksFromSeconds(seconds);
  if (!step) {
    const Error why = mixing::WhyNotTicks(seconds);
    return why == Error::kTimeTooLarge && seconds < 0.0 ? Error::kTimeNegative : why;
  }
  if (seconds < 0.0) return Error::kTimeNegative;
  return update_ticks(*step);
}

Error Mixer::update_ticks(Ticks step) {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (step < 0) return Error::kTimeNegative;
  if (step > kMostTicks - now()) return Error::kTimeTooLarge;
  MixerStep(body()).Take(step);
  return Error::kNone;
}

}  // namespace sinew

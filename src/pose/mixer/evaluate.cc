// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From a state to a pose: layer by layer, bottom up.
#include <algorithm>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "pose/mixer/arguments.h"
#include "pose/mixer/blend.h"
#include "pose/mixer/body.h"
#include "pose/mixer/inertia.h"

namespace sinew {

MixerScratch::MixerScratch(const MixerSetup& setup) : setup_hash_(setup.hash()) {
  const std::uint32_t joints = setup.skeleton().joint_count(), morphs = setup.morph_count();
  const std::size_t sources = std::size_t{setup.options().action_capacity} + 1;
  samples_.assign(sources, Pose(joints, morphs));
  average_ = Pose(joints, morphs);
  blend_layers_.reserve(sources);
  deltas_.reserve(sources);
  weights_below_.resize(joints);
  weights_above_.resize(joints);
  if (setup.options().inertial) seen_.assign(4, Pose(joints, morphs));
}

Error Mixer::evaluate(MixerScratch& scratch, PoseView pose) const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (scratch.setup_hash_ != setup().hash()) return Error::kOtherSetup;
  if (!pose.holds(setup().skeleton().joint_count())) return Error::kPoseTooSmall;
  if (!pose.morphs.empty() && pose.morphs.size() < setup().morph_count()) {
    return Error::kMorphsTooSmall;
  }
  if (!pose.morphs.empty()) pose.morphs = pose.morphs.first(setup().morph_count());
  MixerBlend blend(body(), scratch, now());
  if (blend.IsIdle()) {
    const bool at_rest = (state().header().flags & mixing::kAtRest) != 0;
    if (at_rest || setup().options().idle == MixerOptions::Idle::kRest) blend.WriteRest(pose);
    return Error::kNone;
  }
  if (const Error error = blend.Run(pose); error != Error::kNone) return error;
  mixing::AddResidue(state(), pose);
  return Error::kNone;
}

// --- inertial transitions ---

Error Mixer::inertial_begin(MixerScratch& scratch) const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!setup().options().inertial) return Error::kNotInertial;
  if (scratch.setup_hash_ != setup().hash()) return Error::kOtherSetup;
  scratch.seen_at_ = now();
  scratch.seen_by_ = &body();
  scratch.seen_pose_switched_ = body().layer_pose_switched;
  scratch.seen_jump_pending_ = (state().header().flags & mixing::kJumpPending) != 0;
  MixerBlend blend(body(), scratch, now());
  scratch.seen_any_ = !blend.IsIdle();
  if (!scratch.seen_any_) return Error::kNone;
  if (const Error error = blend.Run(scratch.seen_[0]); error != Error::kNone) return error;
  return RunBeside(scratch, -mixing::kMoment, scratch.seen_[1], scratch.seen_ahead_);
}

// What plays now a moment from now: that way, or the other where a seam lies there and not here.
Error Mixer::RunBeside(MixerScratch& scratch, Ticks moment, PoseView pose, bool& ahead) const {
  const bool turns = MixerBlend(body(), scratch, now() + moment).CrossesASeam() &&
                     !MixerBlend(body(), scratch, now() - moment).CrossesASeam();
  if (turns) moment = -moment;
  ahead = moment > 0;
  return MixerBlend(body(), scratch, now() + moment).Run(pose);
}

Error Mixer::inertial_end(double seconds, MixerScratch& scratch) {
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, Easing::kLinear);
  if (fade.error != Error::kNone) return fade.error;
  const bool has_begun = scratch.seen_by_ == &body() && scratch.seen_at_ == now();
  if (!setup().options().inertial || !has_begun) return Error::kNotInertial;
  if (scratch.setup_hash_ != setup().hash()) return Error::kOtherSetup;
  scratch.seen_at_ = -1;
  scratch.seen_by_ = nullptr;
  MixerBlend blend(body(), scratch, now());
  if (fade.spec.duration == 0 || !scratch.seen_any_ || blend.IsIdle()) {
    mixing::ClearResidue(state());
    return Error::kNone;
  }
  if (const Error error = blend.Run(scratch.seen_[2]); error != Error::kNone) return error;
  bool ahead = true;
  const Error error = RunBeside(scratch, mixing::kMoment, scratch.seen_[3], ahead);
  if (error != Error::kNone) return error;
  const auto moving = [](ConstPoseView now, ConstPoseView beside, bool is_ahead) {
    return is_ahead ? mixing::Moving{.now = now, .from = now, .to = beside}
                    : mixing::Moving{.now = now, .from = beside, .to = now};
  };
  mixing::SetResidue(state(),
                     {.before = moving(scratch.seen_[0], scratch.seen_[1], scratch.seen_ahead_),
                      .after = moving(scratch.seen_[2], scratch.seen_[3], ahead)},
                     fade.spec.duration);
  if (!scratch.seen_pose_switched_) body().layer_pose_switched = false;
  if (!scratch.seen_jump_pending_) state().header().flags &= ~mixing::kJumpPending;
  return Error::kNone;
}

Error Mixer::inertial_to(Action to, double seconds, MixerScratch& scratch) {
  mixing::ActionState* const target = Find(to);
  if (target == nullptr) return Error::kNoSuchAction;
  const mixing::CheckedFade fade = mixing::CheckFade(seconds, Easing::kLinear);
  if (fade.error != Error::kNone) return fade.error;
  if (!setup().options().inertial) return Error::kNotInertial;
  if (fade.spec.duration > 0 && !to.is_finished() && PlaysAlone(*target)) return Error::kNone;
  if (const Error error = inertial_begin(scratch); error != Error::kNone) return error;
  if (to.is_finished()) to.stop();
  mixing::FadeInFirst(state(), *target, {}, false);
  StopOthers(*target);
  return inertial_end(seconds, scratch);
}

}  // namespace sinew

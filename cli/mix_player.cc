// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "mix_player.h"

#include <algorithm>
#include <utility>

#include "exit_code.h"
#include "pick_clip.h"

namespace sinew::cli {

MixPlayer::MixPlayer(const std::string& file, const Model& model, const MixScript& script,
                     const std::optional<Packing>& packing)
    : script_(script), clips_{script.play} {
  for (const MixFade& fade : script.fades) clips_.push_back(fade.clip);
  std::sort(clips_.begin(), clips_.end());
  clips_.erase(std::unique(clips_.begin(), clips_.end()), clips_.end());

  MixerOptions options;
  packed_.reserve(clips_.size());  // They are borrowed: they must stay where they are.
  for (const std::uint32_t clip : clips_) {
    if (packing) {
      packed_.push_back(PackClip(file, model, clip, packing->options()));
      options.clips.emplace_back(packed_.back());
    } else {
      options.clips.emplace_back(model.clips()[clip]);
    }
  }
  options.action_capacity = static_cast<std::uint32_t>(clips_.size());
  options.event_capacity = 1;  // Nobody asks for them.
  options.morph_rest.assign(model.morph_rest().begin(), model.morph_rest().end());
  options.inertial = script.inertial;
  options.rotations = script.rotations;
  Result<MixerSetup> setup = MixerSetup::Create(model.skeleton(), std::move(options));
  if (!setup.ok()) throw CommandError(file, setup.failure());
  mixer_.emplace(*setup);
  scratch_.emplace(*setup);
  pose_ = Pose(model.skeleton().joint_count(), setup->morph_count());
  ActionOf(script.play).play();
}

Action MixPlayer::ActionOf(std::uint32_t model_clip) {
  const auto found = std::lower_bound(clips_.begin(), clips_.end(), model_clip);
  return *mixer_->clip_action(static_cast<std::uint32_t>(found - clips_.begin()));
}

void MixPlayer::Call(const MixFade& fade) {
  const Action to = ActionOf(fade.clip);
  if (script_.inertial) {
    Require(mixer_->inertial_to(to, fade.seconds, *scratch_));
    settled_at_ = mixer_->now() + TicksFromSeconds(fade.seconds).value();
  } else {
    mixer_->fade_to(to, fade.seconds, script_.easing);
  }
}

bool MixPlayer::Next() {
  if (next_frame_ == script_.frame_count) return false;
  const Ticks moment = script_.FrameTicks(next_frame_++);
  fade_began_ = false;
  for (; next_fade_ < script_.fades.size() && script_.fades[next_fade_].at <= moment;
       ++next_fade_) {
    Call(script_.fades[next_fade_]);
    fade_began_ = true;
  }
  Require(mixer_->update_ticks(moment - mixer_->now()));
  Require(mixer_->take_error());
  Require(mixer_->evaluate(*scratch_, pose_));
  return true;
}

std::vector<Action> MixPlayer::actions() {
  std::vector<Action> playing;
  for (std::uint32_t i = 0; i < mixer_->action_count(); ++i) {
    const Action action = mixer_->action_at(i);
    if (action.is_playing()) playing.push_back(action);
  }
  return playing;
}

}  // namespace sinew::cli

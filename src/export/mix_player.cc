// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <utility>

#include "export/message.h"
#include "sinew/mix_script.h"
#include "sinew/posed_scene.h"

namespace sinew {
namespace {

std::optional<Failure> CheckScript(const MixScript& script, std::size_t clip_count) {
  const auto refuse = [](std::string place, std::string message) {
    return Failure{FailureCode::kInvalid, std::move(place), std::move(message)};
  };
  const auto no_clip = [&](std::uint32_t clip) {
    return Message("clip ", clip, " does not exist; the asset has ", clip_count);
  };
  if (script.play >= clip_count) return refuse("/play", no_clip(script.play));
  if (!(script.rate_hz > 0.0 && script.rate_hz <= kMaxMixRate_Hz)) {
    return refuse("/rate_hz", "is no rate above 0 and up to 100000 Hz");
  }
  Ticks last = 0;
  for (std::size_t f = 0; f < script.fades.size(); ++f) {
    const MixFade& fade = script.fades[f];
    const std::string place = Message("/fades/", f);
    if (fade.clip >= clip_count) return refuse(place, no_clip(fade.clip));
    if (!(fade.seconds >= 0.0 && fade.seconds <= kMaxMixSeconds)) {
      return refuse(place, "seconds are not within 0 and 1000000000");
    }
    if (fade.at < last) return refuse(place, "begins before the fade in front of it, or before 0");
    last = fade.at;
  }
  return std::nullopt;
}

}  // namespace

MixPlayer::MixPlayer(const MixerSetup& setup, MixScript script, SkinMethod method)
    : script_(std::move(script)), instance_(setup, method), scratch_(setup) {
  ActionOf(script_.play).play();
}

Result<MixPlayer> MixPlayer::Create(const Asset& asset, MixScript script, SkinMethod method) {
  if (std::optional<Failure> failure = CheckScript(script, asset.clips().size())) {
    return *std::move(failure);
  }
  MixerOptions options;
  options.action_capacity = static_cast<std::uint32_t>(ClipsOf(script).size());
  options.event_capacity = 1;  // Nobody asks for them.
  options.inertial = script.inertial;
  options.rotations = script.rotations;
  const Result<MixerSetup> setup = asset.MakeMixerSetup(std::move(options));
  if (!setup.ok()) return setup.failure();
  return MixPlayer(*setup, std::move(script), method);
}

Action MixPlayer::ActionOf(std::uint32_t clip) {
  return instance_.mixer().clip_action(clip).value();
}

Error MixPlayer::Call(const MixFade& fade) {
  const Action to = ActionOf(fade.clip);
  if (!script_.inertial) {
    instance_.mixer().fade_to(to, fade.seconds, script_.easing);
    return Error::kNone;
  }
  settled_at_ = instance_.mixer().now() + TicksFromSeconds(fade.seconds).value();
  return instance_.mixer().inertial_to(to, fade.seconds, scratch_.mixer());
}

Error MixPlayer::Next() {
  const Ticks moment = script_.FrameTicks(next_frame_++);
  fade_began_ = false;
  for (; next_fade_ < script_.fades.size() && script_.fades[next_fade_].at <= moment;
       ++next_fade_) {
    const Error called = Call(script_.fades[next_fade_]);
    if (called != Error::kNone) return called;
    fade_began_ = true;
  }
  Error error = instance_.mixer().update_ticks(moment - instance_.mixer().now());
  if (error == Error::kNone) error = instance_.mixer().take_error();
  return error == Error::kNone ? instance_.Evaluate(scratch_) : error;
}

double MixPlayer::time_s() const { return SecondsFromTicks(instance_.mixer().now()); }

bool MixPlayer::settles() const { return instance_.mixer().now() < settled_at_; }

std::vector<Action> MixPlayer::actions() {
  std::vector<Action> playing;
  for (std::uint32_t i = 0; i < instance_.mixer().action_count(); ++i) {
    const Action action = instance_.mixer().action_at(i);
    if (action.is_playing()) playing.push_back(action);
  }
  return playing;
}

Result<std::uint64_t> PlayMix(const Asset& asset, const MixScript& script,
                              const std::function<bool(MixPlayer& player)>& visit) {
  Result<MixPlayer> player = MixPlayer::Create(asset, script);
  if (!player.ok()) return player.failure();
  std::uint64_t shown = 0;
  while (player->has_next()) {
    const Error error = player->Next();
    if (error != Error::kNone) return CannotPose(error);
    ++shown;
    if (!visit(*player)) break;
  }
  return shown;
}

}  // namespace sinew

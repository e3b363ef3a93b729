// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "mix_player.h"

#include <algorithm>
#include <utility>

#include "sinew/pack.h"
#include "sinew/packed_clip.h"
#include "text/exit_code.h"
#include "text/packing.h"
#include "text/pick_clip.h"

namespace sinew::cli {

namespace {

// The clips that a script names, each once, ascending.
std::vector<std::uint32_t> ClipsOf(const MixScript& script) {
  std::vector<std::uint32_t> clips{script.play};
  for (const MixFade& fade : script.fades) clips.push_back(fade.clip);
  std::sort(clips.begin(), clips.end());
  clips.erase(std::unique(clips.begin(), clips.end()), clips.end());
  return clips;
}

// The asset with some of its clips, packed: packing those that nobody plays would take long.
Asset Packed(const std::string& file, const Model& model, std::span<const std::uint32_t> clips,
             const ClipPacker& packer) {
  std::vector<PackedClip> packed;
  Model::Parts parts = model.parts();
  parts.clips.clear();
  for (const std::uint32_t clip : clips) {
    packed.push_back(PackClip(file, model, packer, clip));
    parts.clips.push_back(model.clips()[clip]);
  }
  Result<Model> fewer = Model::Create(std::move(parts));
  if (!fewer.ok()) throw CommandError(file, fewer.failure());
  Result<AlignedBytes> bytes = WriteRuntimeFile(*fewer, packed);
  if (!bytes.ok()) throw CommandError(file, bytes.failure());
  Result<Asset> asset = Asset::Open(std::move(bytes).value());
  if (!asset.ok()) throw CommandError(file, asset.failure());
  return std::move(asset).value();
}

}  // namespace

MixPlayer::MixPlayer(const std::string& file, const LoadedAsset& loaded, const MixScript& script,
                     const std::optional<ClipPacker>& packer)
    : script_(script) {
  const std::vector<std::uint32_t> named = ClipsOf(script);
  if (packer) clips_ = named;
  const Asset asset = packer ? Packed(file, loaded.model(), clips_, *packer) : loaded.asset();
  MixerOptions options;
  options.action_capacity = static_cast<std::uint32_t>(named.size());
  options.event_capacity = 1;  // Nobody asks for them.
  options.inertial = script.inertial;
  options.rotations = script.rotations;
  Result<MixerSetup> setup = asset.MakeMixerSetup(std::move(options));
  if (!setup.ok()) throw CommandError(file, setup.failure());
  instance_.emplace(*setup);
  scratch_.emplace(*setup);
  ActionOf(script.play).play();
}

Action MixPlayer::ActionOf(std::uint32_t asset_clip) {
  const auto found = std::lower_bound(clips_.begin(), clips_.end(), asset_clip);
  const auto clip =
      clips_.empty() ? asset_clip : static_cast<std::uint32_t>(found - clips_.begin());
  return instance_->mixer().clip_action(clip).value();
}

void MixPlayer::Call(const MixFade& fade) {
  const Action to = ActionOf(fade.clip);
  if (script_.inertial) {
    Require(instance_->mixer().inertial_to(to, fade.seconds, scratch_->mixer()));
    settled_at_ = mixer().now() + TicksFromSeconds(fade.seconds).value();
  } else {
    instance_->mixer().fade_to(to, fade.seconds, script_.easing);
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
  Require(instance_->mixer().update_ticks(moment - mixer().now()));
  Require(instance_->mixer().take_error());
  Require(instance_->Evaluate(*scratch_));
  return true;
}

std::vector<Action> MixPlayer::actions() {
  std::vector<Action> playing;
  for (std::uint32_t i = 0; i < mixer().action_count(); ++i) {
    const Action action = instance_->mixer().action_at(i);
    if (action.is_playing()) playing.push_back(action);
  }
  return playing;
}

}  // namespace sinew::cli

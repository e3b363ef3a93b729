// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Plays a MixScript through an instance, frame by frame, as a game loop would: the calls of a
// frame, then the update that leads to it, then its pose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "load_asset.h"
#include "mix_script.h"
#include "sinew/instance.h"
#include "sinew/mixer.h"
#include "sinew/pack.h"
#include "sinew/pose.h"

namespace sinew::cli {

class MixPlayer {
 public:
  // Borrows the script. With `packer` the clips that it names are packed first.
  MixPlayer(const std::string& file, const LoadedAsset& loaded, const MixScript& script,
            const std::optional<ClipPacker>& packer);
  MixPlayer(const MixPlayer&) = delete;
  MixPlayer& operator=(const MixPlayer&) = delete;

  // Goes to the next frame: the first call to frame 0. False where there is none.
  bool Next();

  std::uint64_t frame() const { return next_frame_ - 1; }
  double time_s() const { return SecondsFromTicks(mixer().now()); }
  ConstPoseView pose() const { return instance_->pose(); }
  // Whether a fade was called for this frame, and whether an inertial one still dies out.
  bool fade_began() const { return fade_began_; }
  bool is_inertial() const { return script_.inertial; }
  bool settles() const { return mixer().now() < settled_at_; }
  // Those that play, in the order in which they are summed.
  std::vector<Action> actions();
  std::uint32_t asset_clip(const Action& action) const {
    return clips_.empty() ? action.clip() : clips_[action.clip()];
  }
  const MixerSetup& setup() const { return instance_->setup(); }

 private:
  Action ActionOf(std::uint32_t asset_clip);
  void Call(const MixFade& fade);
  const Mixer& mixer() const { return instance_->mixer(); }

  const MixScript& script_;
  std::vector<std::uint32_t>
      clips_;  // Those that were packed, ascending; none: all play as they are.
  std::optional<Instance> instance_;
  std::optional<InstanceScratch> scratch_;
  std::uint64_t next_frame_ = 0;
  std::size_t next_fade_ = 0;
  bool fade_began_ = false;
  Ticks settled_at_ = 0;
};

}  // namespace sinew::cli

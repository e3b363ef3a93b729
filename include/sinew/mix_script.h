// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Mix scripts: which clip plays, when it fades to which other, for how long and at which frame
// rate; played on an Instance frame by frame, as a game loop would. For tools, tests and renderers.
//
//   Result<MixScript> script = ReadMixScript({.play = "Survey", .fades = {"0.5:Walk:0.5"}},
//                                            asset.clips());
//   Result<MixPlayer> player = MixPlayer::Create(asset, *script);
//   while (player->has_next()) {
//     const Error error = player->Next();
//     player->instance().pose();                       // Or palettes, vertices, boxes.
//   }
//
//   Order    a fade is called before the update that leads to the frame at its time, so that this
//            frame shows its first step. It starts from the weights of that moment: fades may
//            interrupt one another. Clips repeat.
//   Units    seconds; frame i is at i / rate_hz, to the nearest tick (ticks.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/asset.h"
#include "sinew/blending.h"
#include "sinew/instance.h"
#include "sinew/mixer.h"
#include "sinew/model.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "sinew/ticks.h"

namespace sinew {

struct MixFade {
  Ticks at = 0;
  std::uint32_t clip = 0;  // Of the asset.
  double seconds = 0.0;    // How long it takes; 0 is a cut.
};

struct MixScript {
  std::uint32_t play = 0;        // A clip of the asset.
  std::vector<MixFade> fades{};  // By time; of one time in the order of the calls.
  double rate_hz = 60.0;
  std::uint64_t frame_count = 1;
  Easing easing = Easing::kLinear;
  bool inertial = false;  // Switch at once, and let the difference die out.
  RotationAverage rotations = RotationAverage::kEvenPace;

  // When a frame is: frame / rate_hz, to the nearest tick.
  Ticks FrameTicks(std::uint64_t frame) const;
};

inline constexpr double kMaxMixSeconds = 1e9;  // Longer than anybody waits, and far within Ticks.
inline constexpr double kMaxMixRate_Hz = 1e5;

// A script as people write it, on a command line for example. A clip is its exact name, else its
// number: "3" or "#3". Numbers are decimal and read to 15 digits.
struct MixText {
  std::string play{};
  std::vector<std::string> fades{};  // "T:NAME:SECONDS", in any order. A name may hold colons.
  // Nothing: the clip once, and until the last fade is over.
  std::optional<std::string> seconds{};
  std::optional<std::string> rate_hz{};  // Nothing: 60.
  bool smooth = false;                   // Fades that start and end gently.
  bool inertial = false;
  RotationAverage rotations = RotationAverage::kEvenPace;
};

// kSyntax: a text is not of its form. kInvalid: it makes no sense for these clips. The place is
// "/play", "/fades/2", "/seconds" or "/rate_hz".
Result<MixScript> ReadMixScript(const MixText& text, std::span<const ClipView> clips);

// The clips that a script names, each once, ascending.
std::vector<std::uint32_t> ClipsOf(const MixScript& script);
// The script for an asset that has only these clips, in their order. They hold all that it names.
MixScript Renumbered(MixScript script, std::span<const std::uint32_t> clips);
// A model with some of its clips: packing those that nobody plays would take long.
Result<Model> KeepClips(const Model& model, std::span<const std::uint32_t> clips);

class MixPlayer {
 public:
  // kInvalid where the script does not fit the asset, or its numbers are out of range.
  static Result<MixPlayer> Create(const Asset& asset, MixScript script,
                                  SkinMethod method = SkinMethod::kLinearBlend);

  bool has_next() const { return next_frame_ < script_.frame_count; }
  // Goes to the next frame: the first call to frame 0. There must be one. After an error the player
  // is of no more use.
  Error Next();

  const MixScript& script() const& { return script_; }
  const MixScript& script() const&& = delete;
  const Instance& instance() const& { return instance_; }
  const Instance& instance() const&& = delete;
  std::uint64_t frame() const { return next_frame_ - 1; }  // Of the last call to Next.
  double time_s() const;
  // Whether a fade was called for this frame, and whether an inertial one still dies out.
  bool fade_began() const { return fade_began_; }
  bool settles() const;
  // Those that play, in the order in which they are summed. Action::clip() is the asset's number.
  std::vector<Action> actions();

 private:
  MixPlayer(const MixerSetup& setup, MixScript script, SkinMethod method);
  Action ActionOf(std::uint32_t clip);
  Error Call(const MixFade& fade);

  MixScript script_;
  Instance instance_;
  InstanceScratch scratch_;
  std::uint64_t next_frame_ = 0;
  std::size_t next_fade_ = 0;
  bool fade_began_ = false;
  Ticks settled_at_ = 0;
};

// Plays a script to its end; `visit` is called for each frame and may end it by returning false.
// The number of frames shown. kInvalid as of MixPlayer, and where a frame cannot be posed.
Result<std::uint64_t> PlayMix(const Asset& asset, const MixScript& script,
                              const std::function<bool(MixPlayer& player)>& visit);

}  // namespace sinew

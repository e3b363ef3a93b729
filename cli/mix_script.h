// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people ask a mixer for on the command line: which clip plays, when it fades to another, for
// how long, at which rate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/blending.h"
#include "sinew/mixer.h"
#include "sinew/sampling.h"
#include "sinew/ticks.h"
#include "text/command_line.h"

namespace sinew::cli {

// As typed.
struct MixOptions {
  std::string play;
  std::vector<std::string> fades;  // T:NAME:SECONDS
  std::optional<std::string> seconds;
  std::optional<std::string> rate_hz;
  bool smooth = false;
  bool inertial = false;
  std::string rotations = "even";
};
void AddMixOptions(Command& command, MixOptions& options);

struct MixFade {
  Ticks at = 0;
  std::uint32_t clip = 0;  // Of the asset.
  double seconds = 0.0;
};

// As meant.
struct MixScript {
  std::uint32_t play = 0;        // A clip of the asset.
  std::vector<MixFade> fades{};  // By their moments; of one moment, as typed.
  double rate_hz = 60.0;
  std::uint64_t frame_count = 1;
  Easing easing = Easing::kLinear;
  bool inertial = false;
  RotationAverage rotations = RotationAverage::kEvenPace;

  // When a frame is: frame / rate_hz, to the nearest tick.
  Ticks FrameTicks(std::uint64_t frame) const;
};

// Throws CommandError (kUsage) where something typed makes no sense for these clips.
MixScript ReadMixScript(const MixOptions& options, std::span<const ClipView> clips);

}  // namespace sinew::cli

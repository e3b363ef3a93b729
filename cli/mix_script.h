// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people ask a mixer for on the command line: which clip plays, when it fades to another, for
// how long, at which rate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command_line.h"
#include "sinew/blending.h"
#include "sinew/mixer.h"
#include "sinew/model.h"
#include "sinew/ticks.h"

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
  std::uint32_t clip = 0;  // Of the model.
  double seconds = 0.0;
};

// As meant.
struct MixScript {
  std::uint32_t play = 0;        // A clip of the model.
  std::vector<MixFade> fades{};  // By their moments; of one moment, as typed.
  double rate_hz = 60.0;
  std::uint64_t frame_count = 1;
  Easing easing = Easing::kLinear;
  bool inertial = false;
  RotationAverage rotations = RotationAverage::kEvenPace;

  // When a frame is: frame / rate_hz, to the nearest tick.
  Ticks FrameTicks(std::uint64_t frame) const;
};

// Throws CommandError (kUsage) where something typed makes no sense for this model.
MixScript ReadMixScript(const MixOptions& options, const Model& model);

}  // namespace sinew::cli

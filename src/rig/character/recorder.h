// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Poses become a clip: one key a pose, in every joint that moves or does not rest.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rig/character/puppet.h"
#include "sinew/clip.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace sinew::character {

// What a clip shows at a moment, in seconds.
using Motion = std::function<Strings(double time_s)>;

struct Recording {
  std::string name;
  std::uint32_t frames = 0;  // Keys are one more; the duration is frames / rate_hz.
  std::uint32_t rate_hz = 30;
  bool repeats = false;  // The last pose is the first, but for root.
  std::vector<ClipEvent> events{};
};

// Samples the motion. Tracks of `root` are LINEAR like the others.
Clip::Parts Record(const Skeleton& skeleton, const Recording& recording, const Motion& motion);

// One more track: of a property that has none yet.
struct TrackKeys {
  Joint joint;
  Property property;
  Interpolation interpolation;
  std::vector<float> times, values;
};
void AddTrack(Clip::Parts& clip, const TrackKeys& keys);

}  // namespace sinew::character

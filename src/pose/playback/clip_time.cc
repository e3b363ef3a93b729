// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/playback/whole_division.h"
#include "sinew/playback.h"

namespace sinew {

Ticks DurationOf(const ClipView& clip) {
  return TicksFromSeconds(clip.duration_s()).value_or(kMostTicks);
}

ClipTime ClipTimeAt(Ticks position, Ticks duration, LoopMode loop) {
  if (duration <= 0) return {};
  position = WithinMost(position);
  if (loop == LoopMode::kOnce) {
    if (position < 0) return {};
    return {.time = position < duration ? position : duration};
  }
  const std::int64_t passed = FloorDivide(position, duration);
  const Ticks into = position - passed * duration;
  const bool mirrored = loop == LoopMode::kPingPong && passed % 2 != 0;
  return {.time = mirrored ? duration - into : into, .loop = passed, .mirrored = mirrored};
}

double SampleSeconds(const ClipView& clip, Ticks time) {
  return time < DurationOf(clip) ? SecondsFromTicks(time) : static_cast<double>(clip.duration_s());
}

Ticks StartPosition(Ticks duration, bool backwards) { return backwards ? duration : 0; }

bool IsFinished(Ticks position, Ticks duration, LoopMode loop, bool backwards) {
  if (loop != LoopMode::kOnce) return false;
  if (duration <= 0) return true;
  return backwards ? position <= 0 : position >= duration;
}

}  // namespace sinew

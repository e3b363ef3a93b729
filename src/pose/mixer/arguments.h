// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Checks at the door of the mixer's calls.
#pragma once

#include "pose/mixer/calls.h"
#include "sinew/mixer.h"

namespace sinew::mixing {

struct CheckedFade {
  FadeSpec spec{};
  Error error = Error::kNone;
};

// Why TicksFromSeconds gave nothing.
inline Error WhyNotTicks(double seconds) {
  const bool finite = seconds - seconds == 0.0;
  return finite ? Error::kTimeTooLarge : Error::kTimeNotFinite;
}

// Zero and negative durations switch at once (C67).
inline CheckedFade CheckFade(double seconds, Easing easing) {
  const std::optional<Ticks> duration = TicksFromSeconds(seconds);
  const bool finite = seconds - seconds == 0.0;
  if (!duration && !(finite && seconds < 0.0)) return {.error = WhyNotTicks(seconds)};
  return {.spec = {.duration = duration && *duration > 0 ? *duration : 0,
                   .smooth = easing == Easing::kSmooth}};
}

inline Error CheckWeight(float weight) {
  return weight >= 0.0f && weight <= 1.0f ? Error::kNone : Error::kWeightOutOfRange;
}

// Equal states are equal bytes.
inline float WithoutSignOfZero(float value) { return value == 0.0f ? 0.0f : value; }

}  // namespace sinew::mixing

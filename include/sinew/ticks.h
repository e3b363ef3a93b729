// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Playback time is an integer, so that split steps meet and hours do not drift.
//
//   Unit     a tick is 1/705,600,000 s, which 24, 25, 30, 48, 60, 90, 120, 144 and 240 Hz divide
//            exactly: thirty steps of 1/60 s are half a second.
//   Edge     seconds (double) are rounded to ticks once, where they enter.
//   Range    kMostTicks is 51 years: sums of two times, and twice a time, still fit.
#pragma once

#include <cstdint>
#include <optional>

namespace sinew {

using Ticks = std::int64_t;

inline constexpr Ticks kTicksPerSecond = 705'600'000;
inline constexpr Ticks kMostTicks = Ticks{1} << 60;

// The nearest tick, halves away from zero. Nothing for NaN, infinities and what is beyond
// kMostTicks: callers refuse it.
std::optional<Ticks> TicksFromSeconds(double seconds);

// Rounded once; exact below 2^53 ticks (147 days) but for that division.
double SecondsFromTicks(Ticks ticks);

}  // namespace sinew

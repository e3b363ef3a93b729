// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where a track can be within a stretch of time: points whose hull it does not leave.
#pragma once

#include <array>

#include "sinew/clip.h"

namespace sinew {

// Time from begin_s up to, but not with, end_s; or the one moment where they are equal.
struct Stretch {
  double begin_s = 0.0;
  double end_s = 0.0;

  double middle_s() const { return begin_s + 0.5 * (end_s - begin_s); }
};

// How far a track of translations or scales gets from its value in the middle of the stretch, as
// SampleTrack gives it: the length of the difference. For rotations: the largest length of
// (R - R_middle) v for unit vectors v, 2 at most.
double LargestDeviation(const Track& track, const Stretch& stretch,
                        const std::array<float, 4>& middle);

// The least and greatest value of one component of a track that is no rotation, over all time.
struct ValueRange {
  float low = 0.0f, high = 0.0f;
};
ValueRange RangeOf(const Track& track, std::uint32_t component);

}  // namespace sinew

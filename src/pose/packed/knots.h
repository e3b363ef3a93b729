// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The knots of a packed clip: the key times of all tracks and the dips of cubic rotations
// (cubic_dips.h), refined where the way from one to the next bends too much to be drawn as a line.
// Between two knots stand kBetween more samples, which are only looked at, never stored: they tell
// how good a line is. Knots and what is between them are the grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/clip.h"

namespace sinew::packing {

struct Source;

inline constexpr std::uint32_t kBetween = 3;
inline constexpr std::uint32_t kGridStep = kBetween + 1;  // Grid points from knot to knot.

// A knot before it is one: its moment, and whether it means the moment just before.
struct Moment {
  float time_s;
  bool just_before = false;

  double sample_s() const;
};

// How many times there are to sort before it is known which of them are the same.
std::uint64_t KeyTimeCount(const Clip& clip);

// In ascending time; at least one.
std::vector<Moment> KeyMoments(const Clip& clip);

// Fills in the knots, and the exact clip at every point of their grid.
void SampleGrid(std::span<const Moment> moments, Source& source);

// The keys and what has to be between them so that no moving lane of the source's streams is off
// by more than `tolerance` (Displacement) where lines are drawn; never more than `most` in all, of
// which the keys themselves are some. The source's grid is that of the keys.
std::vector<Moment> Refined(std::span<const Moment> keys, float tolerance, std::size_t most,
                            Source& source);

}  // namespace sinew::packing

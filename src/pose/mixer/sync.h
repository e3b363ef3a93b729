// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sync groups: actions that share a phase.
//
//   Phase    runs from beat to beat. Between two beats every member's clip runs from its own marker
//            to its next; without markers a beat is the loop's beginning.
//   Tempo    how fast the phase runs between two beats: the average of how fast the members would
//            run it, by their contributions; where those are all nothing, the plain average. A
//            paused member counts as one that stands, and follows the others all the same.
//   Grid     contributions change all the time while they fade. The tempo is worked out anew at
//            every call, at the end of every fade and on every line of a grid of 1/240 s of the
//            mixer's time, and holds in between: so it does not matter how time is split into
//            steps. It is a whole number of ticks a segment: one member alone runs exactly as it
//            would without a group. While the shortest fade is one of more than 4096 lines (17 s),
//            the grid is coarser by a power of two: a step takes a bounded number of pieces,
//            however long it is.
#pragma once

#include <cstdint>

#include "pose/mixer/setup_data.h"
#include "pose/mixer/state.h"

namespace sinew::mixing {

inline constexpr Ticks kGrid = kTicksPerSecond / 240;
inline constexpr Ticks kMostLines = 4096;  // Of the shortest fade.
inline constexpr std::int64_t kWholeBeat = std::int64_t{1} << 40;
inline constexpr Ticks kLongestSegment = Ticks{1} << 54;  // What stands takes that long, or longer.

// Where a clip of a group is at a moment.
Ticks GroupPositionAt(const ConstState& state, std::uint32_t clip, Ticks moment);

// True where some action follows it.
bool GroupPlays(const ConstState& state, std::uint32_t group);

// True where its tempo is not, or will not stay, what its members' contributions make it.
bool GroupTempoChanges(const ConstState& state, std::uint32_t group);

// How far apart the lines are on which it is worked out anew.
Ticks GroupGrid(const ConstState& state, std::uint32_t group);

// Works the tempo of a group out anew, at `now`: the phase stays. A group that nothing follows is
// cleared. AnchorGroup is for calls: whatever they do to the tempo, and in whatever order, `now` is
// where the phase is counted from. RetimeGroup is for lines of the grid and ends of fades: where
// the tempo stays, so does the anchor, as if there had been no line.
void AnchorGroup(const State& state, std::uint32_t group);
void RetimeGroup(const State& state, std::uint32_t group);

// Puts a group where that clip of it is at that position.
void PlaceGroup(const State& state, std::uint32_t clip, Ticks position);

}  // namespace sinew::mixing

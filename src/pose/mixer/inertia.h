// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Inertial transitions: what was seen and what is seen from now on differ by a residue, which dies
// out. The pose is always (what is mixed now) + residue, so that neither place nor velocity jumps.
//
//   Residue  translation, scale and morphs: differences. Rotation: the turn from new to old, in the
//            parent's space, as modified Rodrigues parameters (axis * tan(angle / 4)): at most 1
//            long, without a singularity, and made of + - * / alone.
//   Curve    with s = time / duration, x and v the difference and its velocity at the beginning:
//            x * (1 - 10 s^3 + 15 s^4 - 6 s^5) + v * duration * (s - 6 s^3 + 8 s^4 - 3 s^5).
//            It begins with x and v and ends with neither velocity nor acceleration. The first
//            factor falls from 1 to 0; the second stays within [0, 0.198]: however fast it was, the
//            residue is never larger than |x| + 0.198 |v| duration.
#pragma once

#include "pose/mixer/state.h"
#include "sinew/pose.h"

namespace sinew::mixing {

// How long a velocity is measured: the old one up to now, the new one from now on; the other way
// round where a loop's seam lies there.
inline constexpr Ticks kMoment = kTicksPerSecond / 240;

void ClearResidue(const State& state);

// True where there is one at `now`.
bool HasResidue(const ConstState& state);

// Lays the residue of `now` over a pose.
void AddResidue(const ConstState& state, PoseView pose);

// A mixture as it is seen at `now`, without a residue, and how it moves: from one pose to another
// within kMoment, of which one is `now`.
struct Moving {
  ConstPoseView now, from, to;
};
// The residue that still is becomes a part of the new one.
struct Transition {
  Moving before, after;
};
void SetResidue(const State& state, const Transition& transition, Ticks duration);

}  // namespace sinew::mixing

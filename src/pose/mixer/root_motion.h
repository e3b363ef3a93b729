// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a character moves while several clips move it: the motions of its actions, averaged as their
// poses are.
//
// Weights change while they fade, and an average of long arcs is not the arc of averages. So a step
// is taken in pieces that end on the lines of a grid of 1/60 s and where fades end; in each,
// motions are averaged by the weights at its middle. What moves alone is taken in one piece,
// exactly.
#pragma once

#include <span>

#include "pose/mixer/state.h"
#include "sinew/pose.h"

namespace sinew::mixing {

// How far apart the lines are in a step of that length: in very long ones (17 s) coarser by a power
// of two, so that no step takes more than some thousand pieces.
Ticks RootGrid(Ticks step);

// True where, at `now`, more than one motion is blended, or one with weights that change.
//   layer_poses  one a layer; a caller's pose does not move.
bool BlendsMotions(const ConstState& state, std::span<const ConstPoseView> layer_poses);

// From `now` to a later moment, before which no fade ends and no tempo changes.
Transform RootMotionUntil(const ConstState& state, Ticks until,
                          std::span<const ConstPoseView> layer_poses);

}  // namespace sinew::mixing

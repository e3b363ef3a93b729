// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <span>

#include "pose/mixer/state.h"
#include "sinew/pose.h"

namespace sinew::mixing {

// How the character moved in a step that has just been taken: the motions of its actions, from
// where they were when it began, averaged as their poses are, by the weights at its end.
//   began        one position an action.
//   layer_poses  one a layer; a caller's pose does not move.
Transform RootMotionOfStep(const ConstState& state, std::span<const Ticks> began,
                           std::span<const ConstPoseView> layer_poses);

}  // namespace sinew::mixing

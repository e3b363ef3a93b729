// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The mixer, one hash a stage: what a program of calls comes to on Rig100, and what a state that
// was saved elsewhere goes on to.
#pragma once

namespace sinew::hash_scenes {

// Prints its lines. Exits the program where a call fails.
void PlayMixer();

}  // namespace sinew::hash_scenes

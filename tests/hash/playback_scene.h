// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Playback and IK on Rig100, one hash a stage: events, root motion, blend spaces, the IK jobs.
#pragma once

namespace sinew::hash_scenes {

// Prints its lines. Exits the program where a job fails.
void PlayPlayback();

}  // namespace sinew::hash_scenes

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rigging, one hash a stage: weights from bones, skinned corners, mesh edits, IK of a rig.
#pragma once

namespace sinew::hash_scenes {

// Prints its lines. Exits the program where something is refused.
void PlayRigging();

}  // namespace sinew::hash_scenes

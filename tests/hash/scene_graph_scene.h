// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A Scene: characters that walk, and what is on their joints; world matrices, boxes, culling.
#pragma once

namespace sinew::hash_scenes {

// Prints its lines. Exits the program where something is refused.
void PlaySceneGraph();

}  // namespace sinew::hash_scenes

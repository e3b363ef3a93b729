// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Packed vertices, one hash a stage: single values, whole vertices to bytes and back in every
// format, fewer influences and what they cost.
#pragma once

namespace sinew::hash_scenes {

// Prints its lines. Exits the program where something is refused.
void PackVertices();

}  // namespace sinew::hash_scenes

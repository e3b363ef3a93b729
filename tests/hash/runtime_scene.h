// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The runtime file: its bytes, and what is played out of them.
#pragma once

namespace sinew::hash_scenes {

// Prints its lines. Exits the program where something is refused.
void PackRuntime();

}  // namespace sinew::hash_scenes

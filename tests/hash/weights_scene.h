// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Automatic weights of a mesh made in code, one hash a way of making them.
#pragma once

namespace sinew::hash_scenes {

// Prints its lines. Exits the program where weights are refused.
void WeighScene();

}  // namespace sinew::hash_scenes

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

namespace sinew::hash_scenes {

// The console's device: meshes of every format, bound and raw draws, and its snapshots.
void PlayDevice();

}  // namespace sinew::hash_scenes

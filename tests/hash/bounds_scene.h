// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Boxes of poses, by linear blend and by dual quaternions, of whole clips, and rays that pick.
#pragma once

namespace sinew::hash_scenes {

void BoundScene();

}  // namespace sinew::hash_scenes

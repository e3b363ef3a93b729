// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Dual quaternion skinning, one hash a stage: dual palettes, and vertices skinned by them.
#pragma once

#include "sinew/model.h"

namespace sinew::hash_scenes {

// Both print their lines, and exit the program where a job fails.

// The meshes of Rig100; and palettes of matrices of every kind.
void PlayDualQuaternions();
// Every skinned primitive of the model, its joints turned, scaled and mirrored at random.
void PlayDualQuaternions(const char* scene, const Model& model);

}  // namespace sinew::hash_scenes

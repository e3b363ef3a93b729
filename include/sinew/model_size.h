// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How large a model is at rest: what packing and viewers measure lengths against.
//
//   Space    model space, in the asset's unit.
//   Memory   offline: prepares a copy of the model and skins every vertex once.
#pragma once

#include "sinew/box.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

// Around all vertices in the rest pose, morphed by the rest weights and skinned by linear blend.
// Empty where no mesh is shown. Fails where a matrix of the rest pose is not usable.
Result<Box> RestBox(const Model& model);

// The diagonal of RestBox, or of the box around the joints where there are no vertices; 0 where
// there are no joints either.
Result<float> RestSize(const Model& model);

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Wavefront OBJ, out only: a frozen shape that every program opens.
#pragma once

#include <string>

#include "sinew/model.h"

namespace sinew {

// The model at rest as OBJ text: one object an instance and primitive, positions with nine digits
// (enough to get every float back), normals and texture coordinates (set 0) where present, strips
// and fans as triangles. Instances are placed by their joint's rest transform; a skin is not
// applied and, as ever, hides the joint's transform: such an instance stands in bind space.
std::string WriteObj(const Model& model);

}  // namespace sinew

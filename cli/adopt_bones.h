// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <string>

#include "sinew/model.h"

namespace sinew::cli {

// A model without bones with those of another beside its own nodes, where they rest there, and the
// skin that the other's first skinned mesh has. Nothing is bound to it yet. The other's clips and
// meshes are left where they are. Throws CommandError (kUsage) where the other has no skinned mesh.
Model AdoptBones(const std::string& file, Model model, const Model& other);

}  // namespace sinew::cli

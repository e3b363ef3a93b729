// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sinew/model.h"

namespace sinew::cli {

// The nodes that are bones in a file that binds nothing, ascending: those without a mesh, a camera
// or a light. Not those at the top that only hold things together: a root above a mesh, and lone
// nodes. With `root`: that node and what hangs on it, without meshes, cameras and lights. Throws
// CommandError where there is no such node (kUsage) or none is left of `file`.
std::vector<std::uint32_t> BoneNodes(const std::string& file, const Model::Parts& model,
                                     const std::optional<std::string>& root);

// Whether there are any, without `root`.
bool HasBoneNodes(const Model::Parts& model);

}  // namespace sinew::cli

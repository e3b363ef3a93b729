// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The rule of influences, which meshes for drawing and meshes of polygons share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sinew/mesh.h"
#include "sinew/result.h"

namespace sinew::model {

// Empty, or a list a vertex: begins ascends from 0 to the list's size; within a vertex joints
// strictly ascend, weights are positive, and sum to one within 1e-3. `place` names the influences.
std::optional<Failure> CheckInfluences(const Influences& influences, std::uint32_t vertex_count,
                                       const std::string& place);

}  // namespace sinew::model

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The meshes of one model on a character, and what a merge's report says of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sinew/merge.h"

namespace sinew::model {

struct MergedMeshes {
  std::optional<Model> character{};             // With the meshes; nothing where they are refused.
  std::vector<std::uint32_t> unused_entries{};  // Of the map.
};

// Fails where the map cannot be followed.
Result<MergedMeshes> MergeMeshes(const Model& from, const Model& character,
                                 const MergeOptions& options, MergeReport& report);

}  // namespace sinew::model

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Who is bound to what, before any weight is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rig/model_weights/gather_meshes.h"
#include "sinew/model_weights.h"

namespace sinew::weights {

// Everything of a skin.
struct BoundGroup {
  std::uint32_t skin = 0;
  bool skin_made = false;
  std::vector<Piece> pieces{};
  std::vector<BoneSegment> bones{};
  std::vector<std::string> joints{};  // What people call the skin's entries.
};

struct BoundMeshes {
  std::vector<BoundGroup> groups{};
  std::size_t unskinned_count = 0;  // See WeightedModel.
};

// Edits instances, skins and meshes so that every instance that will get weights has a skin, and
// every mesh belongs to one group and one placement in it. Skins that bind the same meshes to bones
// of the same names at the same places are one group.
Result<BoundMeshes> BindToSkins(Model::Parts& parts, const ModelWeightsOptions& options);

}  // namespace sinew::weights

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Who is bound to what, before anything is weighed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gather_meshes.h"
#include "sinew/weights.h"

namespace sinew::cli {

// Everything of a skin.
struct Group {
  std::uint32_t skin = 0;
  bool skin_made = false;
  std::vector<Piece> pieces{};
  std::vector<BoneSegment> bones{};
  std::vector<std::string> joints{};  // What people call the skin's entries.
};

struct Bound {
  std::vector<Group> groups{};
  std::size_t left_alone = 0;  // Mesh instances without a skin, in a file where others have one.
};

// Edits instances, skins and meshes so that every instance that will be weighed has a skin, and
// every mesh belongs to one group and one placement in it. Skins that bind the same meshes to bones
// of the same names at the same places are one group. Throws CommandError as WeighModel does.
Bound BindMeshes(const std::string& file, Model::Parts& parts, const WeighOptions& options);

}  // namespace sinew::cli

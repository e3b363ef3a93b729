// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The same joints and meshes as another file could have them: in another order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/model.h"

namespace sinew::testing {

struct Reordered {
  Skeleton skeleton{};
  std::vector<std::uint32_t> new_joint{};  // By the joint's index before.
};

// Siblings the other way round, file nodes numbered as the joints are. The joints given need not be
// in level order.
Reordered Reorder(const Skeleton::Parts& parts);

// Some mesh instances of a model in a file of their own, without clips. `joints` come from those of
// the model, others may follow them. Meshes and skins are the other way round.
Model OutfitOf(const Model& model, const Reordered& joints,
               std::span<const std::uint32_t> instances);

}  // namespace sinew::testing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Who warms each place of a surface, and how strongly.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "rig/weights/joint_bones.h"
#include "rig/weights/surface.h"
#include "rig/weights/work_budget.h"
#include "sinew/result.h"
#include "sinew/weights.h"

namespace sinew::weights {

// The joints that warm each place: none, one, or several that are equally near.
struct HeatSources {
  Lists joints{};                  // Indices into JointBones::joints, ascending.
  std::vector<double> strength{};  // Of each of them: 1 / distance^2, one a place.
};

// Distances to bones count up to twice where the surface does not face away from the bone, as the
// inside of a body does: a bone beside a limb warms it less than the one in it. Islands that see no
// bone, or hardly any because others stand before them, are noted and taken as the header says, by
// plain distance.
struct SourceNotes {
  std::vector<std::pair<std::uint32_t, IslandReason>> islands{};  // Ascending island.
};
// What is looked at counts against the budget; more than it allows fails (kLimit).
Result<HeatSources> FindSources(const Surface& surface, const JointBones& bones, SourceNotes& notes,
                                WorkBudget& budget, const std::function<void(float)>& progress);

}  // namespace sinew::weights

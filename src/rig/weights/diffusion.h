// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How heat spreads over a surface: the equilibrium of joints that warm places and a surface that
// conducts.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rig/weights/heat_sources.h"
#include "rig/weights/rows.h"
#include "rig/weights/surface.h"
#include "rig/weights/work_budget.h"

namespace sinew::weights {

// How weak weights end: see HeatOptions.
struct Fading {
  double from = 0.0, to = 0.0;
};

// What may be held at once; more fails (kLimit).
struct SpreadLimits {
  std::uint64_t solver_bytes = 0;   // By an island's factor, or what replaces it.
  std::uint64_t weights_bytes = 0;  // By the rows.
};

// The cost of each island is found before it is solved; more than the budget allows fails (kLimit).
// A row a place: the joints' temperatures, faded, not normalised, never empty. `joints` names the
// sources' joints. Places without a triangle take their sources' joints alike.
Result<Rows> SpreadHeat(const Surface& surface, const HeatSources& sources,
                        std::span<const std::uint32_t> joints, const Fading& fading,
                        const SpreadLimits& limits, WorkBudget& budget,
                        const std::function<void(float)>& progress);

}  // namespace sinew::weights

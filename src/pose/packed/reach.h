// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How far an error reaches: a joint that is turned a little too far moves all that hangs on it.
#pragma once

#include <span>
#include <vector>

namespace sinew::packing {

struct Source;

// How far a unit of error in a joint's own numbers can move a point in model space, in any pose of
// the grid.
struct Reach {
  float of_translation = 1.0f;  // The scale above it, at least 1.
  float of_turn = 0.0f;         // Not less than the distance to any point that hangs on it.
};

// One a joint. `point_distance`, one a joint too: how far from it, in its own space, points stand.
std::vector<Reach> FindReach(const Source& source, std::span<const float> point_distance);

}  // namespace sinew::packing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How far a packed clip is from the exact one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pose/packed/source.h"

namespace sinew::packing {

struct Deviation {
  float distance = 0.0f;  // Model space: the farthest that any point is off.
  std::uint32_t joint = 0;
  float time_s = 0.0f;
  float morph = 0.0f;  // The largest difference of a morph weight.
};

// What the exact clip gives in model space, at every grid point.
std::vector<Affine> ExactMatrices(const Source& source);

// Samples the packed bytes at every grid point. Of a joint, the points that stand point_distance
// away from it in its own space are looked at, all of them.
Deviation FindDeviation(const Source& source, std::span<const Affine> exact,
                        std::span<const std::byte> packed, std::span<const float> point_distance);

}  // namespace sinew::packing

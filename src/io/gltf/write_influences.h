// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any number of influences a vertex becomes sets of four, as many as the busiest vertex needs.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/mesh.h"

namespace sinew::gltf {

struct JointSets {
  std::vector<std::vector<std::uint16_t>> joints;  // By set; four a vertex.
  std::vector<std::vector<float>> weights;
  std::uint32_t largest_joint = 0;  // Above 65535 the sets are not filled in.
};

// Weights that sum to one within the validator's 2e-7 each stay as they are, bit for bit; others
// are divided by their sum. Vertices without influence are given wholly to `still_entry`.
JointSets SetsOf(const Primitive& primitive, std::uint32_t still_entry);

}  // namespace sinew::gltf

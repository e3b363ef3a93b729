// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The matrix of an island's heat, and what a solution for several joints at once looks like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew::weights {

// Symmetric and positive definite, with no positive entry off its diagonal.
struct HeatMatrix {
  struct Edge {
    std::uint32_t low = 0, high = 0;  // low < high
    double conducted = 0.0;           // Positive: the entry is its negative.
  };
  std::vector<double> diagonal{};
  std::vector<Edge> edges{};  // Sorted, each once.

  std::size_t size() const { return diagonal.size(); }
};

// Right sides solved for at once: kBlock numbers per place.
inline constexpr std::size_t kBlock = 8;

}  // namespace sinew::weights

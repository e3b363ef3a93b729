// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What factoring a sparse symmetric matrix will cost, from its pattern alone, in time nearly
// proportional to its entries (not to those of the factor).
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace sinew::weights {

struct FactorCost {
  double entries = 0.0;  // Of the factor, below its diagonal.
  double terms = 0.0;    // Products added while it is made.
};

// Entries off the diagonal, each once, as pairs low < high < size; rows are eliminated in ascending
// order.
FactorCost CostOfFactor(std::uint32_t size,
                        std::span<const std::pair<std::uint32_t, std::uint32_t>> entries);

}  // namespace sinew::weights

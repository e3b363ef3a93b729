// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.h"
#include "sinew/mesh.h"
#include "sinew/picking.h"

namespace sinew::scalar {

// The skin entry with the largest weight at a place of a triangle, where corner c counts by
// shares[c]; of equals the lowest. Walks the three lists side by side: each ascends.
//   count_of(corner)         how many influences that corner has.
//   influence_at(corner, k)  one of them.
template <typename CountOf, typename InfluenceAt>
std::uint32_t StrongestEntry(const CountOf& count_of, const InfluenceAt& influence_at,
                             const std::array<double, 3>& shares) {
  std::array<std::size_t, 3> next{};
  std::uint32_t strongest = kNoSkinEntry;
  double most = -1.0;
  while (true) {
    std::uint32_t entry = kNoSkinEntry;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      if (next[corner] >= count_of(corner)) continue;
      const std::uint32_t joint = influence_at(corner, next[corner]).joint;
      if (joint < entry) entry = joint;
    }
    if (entry == kNoSkinEntry) return strongest;
    double weight = 0.0;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      if (next[corner] >= count_of(corner)) continue;
      const Influence influence = influence_at(corner, next[corner]);
      if (influence.joint != entry) continue;
      weight = weight + shares[corner] * static_cast<double>(influence.weight);
      ++next[corner];
    }
    if (weight > most) {
      most = weight;
      strongest = entry;
    }
  }
}

}  // namespace sinew::scalar

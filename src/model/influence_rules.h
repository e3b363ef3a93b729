// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a vertex's weights, whatever format they came in, become weights as kernels trust them:
// joints ascending, each once, the sum one. Inline: files have vertices by the million.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/arithmetic.h"
#include "sinew/mesh.h"

namespace sinew::model {

inline constexpr float kQuietSumError = 1e-3f;
inline constexpr float kSumRounding = 1.2e-7f;  // A weight: half a step of a sum near one.

// How many vertices or influences each rule touched.
struct InfluenceCounts {
  std::uint64_t negative = 0;
  std::uint64_t not_finite = 0;
  std::uint64_t out_of_range = 0;
  std::uint64_t merged = 0;
  std::uint64_t renormalised = 0;
  std::uint64_t without = 0;
};

// Puts one more into the vertex's list, which has room for it. As many steps as there are joints
// above the added one.
inline void InsertAscending(Influence* list, std::uint32_t& count, Influence added,
                            InfluenceCounts& counts) {
  std::uint32_t at = count;
  while (at > 0 && list[at - 1].joint >= added.joint) --at;
  if (at < count && list[at].joint == added.joint) {
    list[at].weight += added.weight;
    ++counts.merged;
    return;
  }
  for (std::uint32_t i = count; i > at; --i) list[i] = list[i - 1];
  list[at] = added;
  ++count;
}

// Scales the vertex's weights so that they sum to one; how many are left.
inline std::uint32_t SumToOne(Influence* own, std::uint32_t count, InfluenceCounts& counts) {
  float sum = 0.0f;
  for (std::uint32_t i = 0; i < count; ++i) sum += own[i].weight;
  if (std::abs(sum - 1.0f) > kQuietSumError && count != 0) ++counts.renormalised;
  // A sum off by no more than its own rounding is left alone: reading what we wrote must not
  // change it.
  if (count != 0 && std::abs(sum - 1.0f) > kSumRounding * static_cast<float>(count)) {
    for (std::uint32_t i = 0; i < count; ++i) own[i].weight /= sum;
    // Dividing may have left nothing of a tiny weight beside a huge one.
    count = static_cast<std::uint32_t>(
        std::remove_if(own, own + count,
                       [](const Influence& one) { return !(one.weight > 0.0f); }) -
        own);
  }
  if (count == 0) ++counts.without;
  return count;
}

}  // namespace sinew::model

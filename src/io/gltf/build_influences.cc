// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights as files have them become weights as kernels trust them (C10, nasty 27 to 34).
#include <algorithm>
#include <cmath>

#include "io/gltf/build.h"

namespace sinew::gltf {
namespace {

constexpr float kQuietSumError = 1e-3f;  // C10.
constexpr float kSumRounding = 1.2e-7f;  // A weight: half a step of a sum near one.

// How many vertices or influences each rule touched.
struct Counts {
  std::uint64_t negative = 0;
  std::uint64_t not_finite = 0;
  std::uint64_t out_of_range = 0;
  std::uint64_t merged = 0;
  std::uint64_t renormalised = 0;
  std::uint64_t without = 0;
};

void InsertAscending(Influence* list, std::uint32_t& count, Influence added, Counts& counts) {
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

}  // namespace

Influences BuildInfluences(std::span<const InfluenceSet> sets, std::uint32_t vertex_count,
                           std::uint32_t joint_limit, std::string_view pointer, Judge& judge) {
  Counts counts;
  Influences influences;
  influences.begins.reserve(std::size_t{vertex_count} + 1);
  influences.begins.push_back(0);
  std::size_t used = 0;
  for (const InfluenceSet& set : sets) {
    for (const float weight : set.weights) used += weight > 0.0f;
  }
  // Room for a vertex to be put together beyond the last one, so that nothing moves meanwhile.
  influences.list.resize(used + sets.size() * 4);
  Influence* const list = influences.list.data();
  std::uint32_t end = 0;
  for (std::size_t vertex = 0; vertex < vertex_count; ++vertex) {
    Influence* const own = list + end;
    std::uint32_t count = 0;
    for (const InfluenceSet& set : sets) {
      for (std::size_t k = vertex * 4; k < vertex * 4 + 4; ++k) {
        const float weight = set.weights[k];
        const std::uint32_t joint = set.joints[k];
        if (weight == 0.0f) continue;
        if (!(weight >= 0.0f && weight <= kLargest)) {
          ++(weight < 0.0f ? counts.negative : counts.not_finite);
        } else if (joint >= joint_limit) {
          ++counts.out_of_range;
        } else {
          InsertAscending(own, count, {joint, weight}, counts);
        }
      }
    }
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
    end += count;
    influences.begins.push_back(end);
  }
  influences.list.resize(end);

  const auto mended = [&](MendRule rule, std::uint64_t count) {
    if (count != 0) judge.Mended(rule, pointer, count);
  };
  mended("weights-negative", counts.negative);
  mended("weights-not-finite", counts.not_finite);
  mended("joint-out-of-range", counts.out_of_range);
  mended("weights-merged", counts.merged);
  mended("weights-renormalised", counts.renormalised);
  mended("vertex-without-influence", counts.without);
  return influences;
}

}  // namespace sinew::gltf

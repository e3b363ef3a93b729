// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights as files have them become weights as kernels trust them (C10, nasty 27 to 34).
#include "io/gltf/build.h"
#include "model/influence_rules.h"

namespace sinew::gltf {

Influences BuildInfluences(std::span<const InfluenceSet> sets, std::uint32_t vertex_count,
                           std::uint32_t joint_limit, std::string_view pointer, Judge& judge) {
  model::InfluenceCounts counts;
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
          model::InsertAscending(own, count, {joint, weight}, counts);
        }
      }
    }
    count = model::SumToOne(own, count, counts);
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

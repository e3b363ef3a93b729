// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/write_influences.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace sinew::gltf {
namespace {

// The validator adds in float, set by set within each of the four places: so do we, to be sure of
// its verdict.
bool SumsToOne(std::span<const Influence> influences, std::size_t set_count) {
  float sum = 0.0f;
  for (std::size_t place = 0; place < 4; ++place) {
    for (std::size_t set = 0; set < set_count; ++set) {
      const std::size_t i = set * 4 + place;
      if (i < influences.size()) sum += influences[i].weight;
    }
  }
  return std::abs(static_cast<double>(sum) - 1.0) <=
         1.9e-7 * static_cast<double>(influences.size());
}

}  // namespace

JointSets SetsOf(const Primitive& primitive, std::uint32_t still_entry) {
  const Influences& influences = primitive.influences;
  const std::uint32_t vertex_count = primitive.vertex_count();
  JointSets sets;
  std::size_t most = 1;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const std::span<const Influence> own = influences.of(v);
    most = std::max(most, own.size());
    // Joints ascend: the last is the largest.
    sets.largest_joint = std::max(sets.largest_joint, own.empty() ? still_entry : own.back().joint);
  }
  if (sets.largest_joint > 0xffff) return sets;
  const std::size_t set_count = (most + 3) / 4;
  sets.joints.assign(set_count, std::vector<std::uint16_t>(std::size_t{vertex_count} * 4, 0));
  sets.weights.assign(set_count, std::vector<float>(std::size_t{vertex_count} * 4, 0.0f));
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const std::size_t at = std::size_t{v} * 4;
    const std::span<const Influence> own = influences.of(v);
    if (own.empty()) {
      sets.joints[0][at] = static_cast<std::uint16_t>(still_entry);
      sets.weights[0][at] = 1.0f;
      continue;
    }
    double sum = 0.0;
    for (const Influence& influence : own) sum += static_cast<double>(influence.weight);
    const bool keep = SumsToOne(own, set_count);
    for (std::size_t i = 0; i < own.size(); ++i) {
      sets.joints[i / 4][at + i % 4] = static_cast<std::uint16_t>(own[i].joint);
      sets.weights[i / 4][at + i % 4] =
          keep ? own[i].weight : static_cast<float>(static_cast<double>(own[i].weight) / sum);
    }
  }
  return sets;
}

}  // namespace sinew::gltf

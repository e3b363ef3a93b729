// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/bounds.h"

namespace sinew {

struct SkinBounds::Layout {
  // How far the differences of a morph target go, among the vertices of a box.
  struct MorphRange {
    std::uint32_t target = 0;
    Box difference{};
  };
  // Two skin entries that move a vertex together, first < second.
  struct Pair {
    std::uint32_t first = 0, second = 0;
    bool operator==(const Pair&) const = default;
  };
  // Pairs are kept of at most so many entries that move a vertex together: they grow by the square.
  static constexpr std::uint32_t kMostPaired = 8;
  // The vertices that the same two or more skin entries move. Weights are taken as scaled to one.
  struct Together {
    std::uint32_t joint_begin = 0, joint_end = 0;  // Into together_joints, ascending.
    std::uint32_t pair_begin = 0;  // Into together_pairs: (0,1), (0,2) ... (1,2) ... of them.
    bool has_pairs = false;
    float weight_products = 0.0f;  // The largest sum of w_i * w_j over all pairs, of a vertex.
    float leading_weight = 1.0f;   // The least of the largest weights of the vertices.
  };

  std::uint32_t joint_count = 0;
  std::uint32_t morph_count = 0;
  std::uint32_t most_influences = 1;
  double rounding = 0.0;
  std::vector<Box> boxes{};  // Of the joints, still, rigid.
  std::vector<std::uint32_t> morph_begins{};
  std::vector<MorphRange> morphs{};  // Those of box b from morph_begins[b] to morph_begins[b + 1].
  std::vector<Pair> pairs{};
  std::vector<Together> together{};
  std::vector<std::uint32_t> together_joints{};
  std::vector<std::uint32_t> together_pairs{};  // Into pairs.

  std::uint32_t still() const { return joint_count; }
  std::uint32_t rigid() const { return joint_count + 1; }
  std::span<const MorphRange> morphs_of(std::uint32_t box) const {
    return std::span(morphs).subspan(morph_begins[box], morph_begins[box + 1] - morph_begins[box]);
  }
};

}  // namespace sinew

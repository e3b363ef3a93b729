// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How SkinBounds lie in memory: one run of little-endian bytes, used in place, also out of a
// runtime file. Its parts, each at a multiple of 64 bytes, with zeros before it:
//
//   header
//   boxes            those of the joints, then the still one, then the rigid one
//   morph begins     uint32: the first morph range of each box, and their number at the end
//   morph ranges     how far the differences of a target go among the vertices of a box
//   pairs            skin entries that move a vertex together
//   together         vertices that the same two or more entries move
//   together joints  uint32
//   together pairs   uint32 into the pairs
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sinew/bounds.h"
#include "sinew/box.h"

namespace sinew {

struct SkinBoundsHeader {
  std::uint32_t joint_count;
  std::uint32_t morph_count;
  std::uint32_t most_influences;
  std::uint32_t range_count;
  std::uint32_t pair_count;
  std::uint32_t together_count;
  std::uint32_t together_joint_count;
  std::uint32_t together_pair_count;
  double rounding;
  std::uint32_t zeros[6];
};
static_assert(sizeof(SkinBoundsHeader) == 64);

struct SkinBoundsLayout {
  // How far the differences of a morph target go, among the vertices of a box.
  struct MorphRange {
    std::uint32_t target = 0;
    Box difference{};
  };
  static_assert(sizeof(MorphRange) == 28);
  // Two skin entries that move a vertex together, first < second.
  struct Pair {
    std::uint32_t first = 0, second = 0;
    bool operator==(const Pair&) const = default;
  };
  static_assert(sizeof(Pair) == 8);
  // Pairs are kept of at most so many entries that move a vertex together: they grow by the square.
  static constexpr std::uint32_t kMostPaired = 8;
  // The vertices that the same two or more skin entries move. Weights are taken as scaled to one.
  struct Together {
    std::uint32_t joint_begin = 0, joint_end = 0;  // Into together_joints, ascending.
    std::uint32_t pair_begin = 0;  // Into together_pairs: (0,1), (0,2) ... (1,2) ... of them.
    std::uint32_t has_pairs = 0;   // 1 where there are at most kMostPaired joints.
    float weight_products = 0.0f;  // The largest sum of w_i * w_j over all pairs, of a vertex.
    float leading_weight = 1.0f;   // The least of the largest weights of the vertices.
  };
  static_assert(sizeof(Together) == 24);

  std::uint32_t joint_count = 0;
  std::uint32_t morph_count = 0;
  std::uint32_t most_influences = 1;
  double rounding = 0.0;
  std::span<const Box> boxes{};  // Of the joints, still, rigid.
  std::span<const std::uint32_t> morph_begins{};
  std::span<const MorphRange> morphs{};  // Of box b from morph_begins[b] to morph_begins[b + 1].
  std::span<const Pair> pairs{};
  std::span<const Together> together{};
  std::span<const std::uint32_t> together_joints{};
  std::span<const std::uint32_t> together_pairs{};

  std::uint32_t still() const { return joint_count; }
  std::uint32_t rigid() const { return joint_count + 1; }
  std::span<const MorphRange> morphs_of(std::uint32_t box) const {
    return morphs.subspan(morph_begins[box], morph_begins[box + 1] - morph_begins[box]);
  }
};

inline bool LessPair(const SkinBoundsLayout::Pair& a, const SkinBoundsLayout::Pair& b) {
  return a.first != b.first ? a.first < b.first : a.second < b.second;
}

// Where the parts begin, in bytes, and where the last ends.
struct SkinBoundsPlaces {
  std::uint64_t boxes, morph_begins, morphs, pairs, together, together_joints, together_pairs, end;
};
// Nothing where they would not lie within so many bytes.
std::optional<SkinBoundsPlaces> PlacesOfBounds(const SkinBoundsHeader& header,
                                               std::uint64_t available);

// Of bytes that hold bounds.
SkinBoundsLayout LayoutOfBounds(std::span<const std::byte> bytes);

// The first rule of bounds.h that bytes from outside break; nothing where they may be used.
std::optional<Failure> CheckSkinBounds(std::span<const std::byte> bytes);

}  // namespace sinew

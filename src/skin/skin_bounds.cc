// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What bounds are made of: boxes, ranges of morph differences, and who moves vertices together.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/arithmetic.h"
#include "sinew/assertion.h"
#include "sinew/bounds.h"
#include "skin/morphed_box.h"
#include "skin/skin_bounds_layout.h"

namespace sinew {
namespace {

using BoundsLayout = SkinBoundsLayout;

// A vertex that several skin entries move.
struct SharedVertex {
  std::span<const Influence> influences;

  // By joints alone.
  bool operator<(const SharedVertex& other) const {
    return std::lexicographical_compare(
        influences.begin(), influences.end(), other.influences.begin(), other.influences.end(),
        [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
  }
};

double SumOfWeights(std::span<const Influence> influences) {
  double sum = 0.0;
  for (const Influence& influence : influences) sum = sum + static_cast<double>(influence.weight);
  return sum;
}

// What the layout shows, while it grows.
struct BoundsLists {
  std::uint32_t joint_count = 0;
  std::uint32_t morph_count = 0;
  std::uint32_t most_influences = 1;
  double rounding = 0.0;
  std::vector<Box> boxes{};
  std::vector<std::uint32_t> morph_begins{};
  std::vector<BoundsLayout::MorphRange> morphs{};
  std::vector<BoundsLayout::Pair> pairs{};
  std::vector<BoundsLayout::Together> together{};
  std::vector<std::uint32_t> together_joints{};
  std::vector<std::uint32_t> together_pairs{};

  std::uint32_t still() const { return joint_count; }
  std::uint32_t rigid() const { return joint_count + 1; }
};

AlignedBytes BytesOfBounds(const BoundsLists& lists) {
  const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  SkinBoundsHeader header{};
  header.joint_count = lists.joint_count;
  header.morph_count = lists.morph_count;
  header.most_influences = lists.most_influences;
  header.range_count = count(lists.morphs);
  header.pair_count = count(lists.pairs);
  header.together_count = count(lists.together);
  header.together_joint_count = count(lists.together_joints);
  header.together_pair_count = count(lists.together_pairs);
  header.rounding = lists.rounding;
  const SkinBoundsPlaces places =
      *PlacesOfBounds(header, std::numeric_limits<std::uint64_t>::max());
  AlignedBytes bytes(static_cast<std::size_t>(places.end));
  const auto put = [&](std::uint64_t begin, const auto& list) {
    if (list.empty()) return;
    std::memcpy(bytes.data() + begin, list.data(), list.size() * sizeof list[0]);
  };
  std::memcpy(bytes.data(), &header, sizeof header);
  put(places.boxes, lists.boxes);
  put(places.morph_begins, lists.morph_begins);
  put(places.morphs, lists.morphs);
  put(places.pairs, lists.pairs);
  put(places.together, lists.together);
  put(places.together_joints, lists.together_joints);
  put(places.together_pairs, lists.together_pairs);
  return bytes;
}

class BoundsBuilder {
 public:
  BoundsBuilder(std::uint32_t morph_count, std::span<const Primitive> primitives)
      : primitives_(primitives) {
    layout_.morph_count = morph_count;
    for (const Primitive& primitive : primitives) {
      for (const Influence& influence : primitive.influences.list) {
        layout_.joint_count = std::max(layout_.joint_count, influence.joint + 1);
      }
    }
    layout_.boxes.resize(layout_.joint_count + std::size_t{2});
  }

  AlignedBytes Build() && {
    FindBoxes();
    FindMorphs();
    FindTogether();
    return BytesOfBounds(layout_);
  }

 private:
  // The boxes that a vertex belongs to, one after another.
  template <typename Visit>
  void VisitBoxes(const Primitive& primitive, std::uint32_t vertex, const Visit& visit) const {
    if (primitive.influences.empty()) return visit(layout_.rigid());
    const std::span<const Influence> influences = primitive.influences.of(vertex);
    if (influences.empty()) return visit(layout_.still());
    for (const Influence& influence : influences) visit(influence.joint);
  }

  void FindBoxes() {
    double off_one = 0.0;
    for (const Primitive& primitive : primitives_) {
      for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
        VisitBoxes(primitive, v, [&](std::uint32_t box) {
          layout_.boxes[box] = Union(layout_.boxes[box], primitive.positions[v]);
        });
        if (primitive.influences.empty() || primitive.influences.of(v).empty()) continue;
        const std::span<const Influence> influences = primitive.influences.of(v);
        const double off = SumOfWeights(influences) - 1.0;
        off_one = std::max(off_one, off < 0.0 ? -off : off);
        layout_.most_influences =
            std::max(layout_.most_influences, static_cast<std::uint32_t>(influences.size()));
      }
    }
    // n influences: n roundings for an entry of the blended matrix, four for the point, and two
    // more that pay for our own, which is in double.
    const double roundings =
        (layout_.most_influences + 6.0) * scalar::kUnitRoundoff * (1.0 + 0x1p-10);
    layout_.rounding = roundings + off_one * (1.0 + roundings) + 0x1p-40;
  }

  void FindMorphs() {
    const std::size_t box_count = layout_.boxes.size();
    std::vector<Box> differences(box_count);
    std::vector<std::vector<BoundsLayout::MorphRange>> by_box(box_count);
    for (std::uint32_t target = 0; target < layout_.morph_count; ++target) {
      std::fill(differences.begin(), differences.end(), Box{});
      for (const Primitive& primitive : primitives_) {
        const std::vector<Vec3>& moves = primitive.morph_targets[target].positions;
        for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
          VisitBoxes(primitive, v, [&](std::uint32_t box) {
            differences[box] = Union(differences[box], moves.empty() ? Vec3{} : moves[v]);
          });
        }
      }
      for (std::size_t b = 0; b < box_count; ++b) {
        const bool moves = !differences[b].empty() && differences[b] != Box{Vec3{}, Vec3{}};
        if (moves) by_box[b].push_back({target, differences[b]});
      }
    }
    layout_.morph_begins.push_back(0);
    for (const std::vector<BoundsLayout::MorphRange>& morphs : by_box) {
      layout_.morphs.insert(layout_.morphs.end(), morphs.begin(), morphs.end());
      layout_.morph_begins.push_back(static_cast<std::uint32_t>(layout_.morphs.size()));
    }
  }

  // Vertices with the same joints come together by sorting; their order among each other does not
  // matter, as only the largest and least of them are kept.
  void FindTogether() {
    std::vector<SharedVertex> vertices;
    for (const Primitive& primitive : primitives_) {
      if (primitive.influences.empty()) continue;
      for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
        const std::span<const Influence> influences = primitive.influences.of(v);
        if (influences.size() > 1) vertices.push_back({influences});
      }
    }
    std::sort(vertices.begin(), vertices.end());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (i == 0 || vertices[i - 1] < vertices[i]) AddTogether(vertices[i].influences);
      AddWeights(vertices[i].influences, layout_.together.back());
    }
    NumberPairs();
  }

  void AddTogether(std::span<const Influence> influences) {
    BoundsLayout::Together& together = layout_.together.emplace_back();
    together.joint_begin = static_cast<std::uint32_t>(layout_.together_joints.size());
    for (const Influence& influence : influences) {
      layout_.together_joints.push_back(influence.joint);
    }
    together.joint_end = static_cast<std::uint32_t>(layout_.together_joints.size());
    together.has_pairs = influences.size() <= BoundsLayout::kMostPaired ? 1 : 0;
  }

  // 2 * sum of w_i * w_j over pairs is 1 - sum of squares.
  static void AddWeights(std::span<const Influence> influences, BoundsLayout::Together& together) {
    const double sum = SumOfWeights(influences);
    double squares = 0.0, largest = 0.0;
    for (const Influence& influence : influences) {
      const double weight = static_cast<double>(influence.weight) / sum;
      squares = squares + weight * weight;
      largest = std::max(largest, weight);
    }
    together.weight_products =
        std::max(together.weight_products, scalar::RoundUp(0.5 * (1.0 - squares) + 0x1p-40));
    together.leading_weight = std::min(together.leading_weight, scalar::RoundDown(largest));
  }

  template <typename Visit>
  void VisitPairs(const BoundsLayout::Together& together, const Visit& visit) const {
    for (std::uint32_t a = together.joint_begin; a < together.joint_end; ++a) {
      for (std::uint32_t b = a + 1; b < together.joint_end; ++b) {
        visit(BoundsLayout::Pair{layout_.together_joints[a], layout_.together_joints[b]});
      }
    }
  }

  void NumberPairs() {
    std::vector<BoundsLayout::Pair>& pairs = layout_.pairs;
    for (const BoundsLayout::Together& together : layout_.together) {
      if (together.has_pairs == 0) continue;
      VisitPairs(together, [&](BoundsLayout::Pair pair) { pairs.push_back(pair); });
    }
    std::sort(pairs.begin(), pairs.end(), LessPair);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (BoundsLayout::Together& together : layout_.together) {
      together.pair_begin = static_cast<std::uint32_t>(layout_.together_pairs.size());
      if (together.has_pairs == 0) continue;
      VisitPairs(together, [&](BoundsLayout::Pair pair) {
        const auto found = std::lower_bound(pairs.begin(), pairs.end(), pair, LessPair);
        layout_.together_pairs.push_back(static_cast<std::uint32_t>(found - pairs.begin()));
      });
    }
  }

  std::span<const Primitive> primitives_;
  BoundsLists layout_;
};

}  // namespace

SkinBounds SkinBounds::Create(const Mesh& mesh) {
  return SkinBounds(BoundsBuilder(mesh.morph_count(), mesh.primitives()).Build());
}

SkinBounds SkinBounds::Create(const Mesh& mesh, std::uint32_t primitive) {
  SINEW_ASSERT(primitive < mesh.primitives().size());
  return SkinBounds(
      BoundsBuilder(mesh.morph_count(), mesh.primitives().subspan(primitive, 1)).Build());
}

SkinBounds SkinBounds::Create(const SkinnedMeshView& prepared) {
  const Primitive primitive = ToPrimitive(prepared);
  return SkinBounds(BoundsBuilder(prepared.morph_count(), {&primitive, 1}).Build());
}

SkinBounds SkinBounds::CreateRigid(const SkinnedMeshView& prepared) {
  Primitive primitive = ToPrimitive(prepared);
  primitive.influences = {};
  return SkinBounds(BoundsBuilder(prepared.morph_count(), {&primitive, 1}).Build());
}

std::uint32_t SkinBounds::joint_count() const { return SkinBoundsView(*this).joint_count(); }
std::uint32_t SkinBounds::morph_count() const { return SkinBoundsView(*this).morph_count(); }
double SkinBounds::rounding() const { return SkinBoundsView(*this).rounding(); }
std::span<const Box> SkinBounds::joint_boxes() const& {
  return SkinBoundsView(*this).joint_boxes();
}
const Box& SkinBounds::still_box() const& { return SkinBoundsView(*this).still_box(); }
const Box& SkinBounds::rigid_box() const& { return SkinBoundsView(*this).rigid_box(); }
Error SkinBounds::Morphed(std::span<const float> low, std::span<const float> high,
                          std::span<Box> boxes) const {
  return SkinBoundsView(*this).Morphed(low, high, boxes);
}

}  // namespace sinew

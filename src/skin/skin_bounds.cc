// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What bounds are made of: boxes, ranges of morph differences, and who moves vertices together.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "sinew/assertion.h"
#include "sinew/bounds.h"
#include "skin/morphed_box.h"
#include "skin/skin_bounds_layout.h"

namespace sinew {
namespace {

using BoundsLayout = SkinBounds::Layout;

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

bool LessPair(const BoundsLayout::Pair& a, const BoundsLayout::Pair& b) {
  return a.first != b.first ? a.first < b.first : a.second < b.second;
}

class BoundsBuilder {
 public:
  BoundsBuilder(const Mesh& mesh, std::span<const Primitive> primitives) : primitives_(primitives) {
    layout_.morph_count = mesh.morph_count();
    for (const Primitive& primitive : primitives) {
      for (const Influence& influence : primitive.influences.list) {
        layout_.joint_count = std::max(layout_.joint_count, influence.joint + 1);
      }
    }
    layout_.boxes.resize(layout_.joint_count + std::size_t{2});
  }

  std::unique_ptr<const BoundsLayout> Build() && {
    FindBoxes();
    FindMorphs();
    FindTogether();
    return std::make_unique<const BoundsLayout>(std::move(layout_));
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
    together.has_pairs = influences.size() <= BoundsLayout::kMostPaired;
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
      if (!together.has_pairs) continue;
      VisitPairs(together, [&](BoundsLayout::Pair pair) { pairs.push_back(pair); });
    }
    std::sort(pairs.begin(), pairs.end(), LessPair);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (BoundsLayout::Together& together : layout_.together) {
      together.pair_begin = static_cast<std::uint32_t>(layout_.together_pairs.size());
      if (!together.has_pairs) continue;
      VisitPairs(together, [&](BoundsLayout::Pair pair) {
        const auto found = std::lower_bound(pairs.begin(), pairs.end(), pair, LessPair);
        layout_.together_pairs.push_back(static_cast<std::uint32_t>(found - pairs.begin()));
      });
    }
  }

  std::span<const Primitive> primitives_;
  BoundsLayout layout_;
};

}  // namespace

SkinBounds::SkinBounds(std::unique_ptr<const BoundsLayout> layout) : layout_(std::move(layout)) {}

SkinBounds::SkinBounds(const SkinBounds& other)
    : layout_(std::make_unique<const BoundsLayout>(*other.layout_)) {}
SkinBounds::SkinBounds(SkinBounds&& other) noexcept = default;
SkinBounds& SkinBounds::operator=(const SkinBounds& other) {
  if (this != &other) *this = SkinBounds(other);
  return *this;
}
SkinBounds& SkinBounds::operator=(SkinBounds&& other) noexcept = default;
SkinBounds::~SkinBounds() = default;

SkinBounds SkinBounds::Create(const Mesh& mesh) {
  return SkinBounds(BoundsBuilder(mesh, mesh.primitives()).Build());
}

SkinBounds SkinBounds::Create(const Mesh& mesh, std::uint32_t primitive) {
  SINEW_ASSERT(primitive < mesh.primitives().size());
  return SkinBounds(BoundsBuilder(mesh, mesh.primitives().subspan(primitive, 1)).Build());
}

std::uint32_t SkinBounds::joint_count() const { return layout_->joint_count; }
std::uint32_t SkinBounds::morph_count() const { return layout_->morph_count; }
double SkinBounds::rounding() const { return layout_->rounding; }
std::span<const Box> SkinBounds::joint_boxes() const& {
  return std::span(layout_->boxes).first(layout_->joint_count);
}
const Box& SkinBounds::still_box() const& { return layout_->boxes[layout_->still()]; }
const Box& SkinBounds::rigid_box() const& { return layout_->boxes[layout_->rigid()]; }

Error SkinBounds::Morphed(std::span<const float> low, std::span<const float> high,
                          std::span<Box> boxes) const {
  if (low.size() != high.size() || (!low.empty() && low.size() != morph_count())) {
    return Error::kMorphWeightMismatch;
  }
  if (boxes.size() < layout_->boxes.size()) return Error::kBoxesTooSmall;
  if (!scalar::AllUsable(low) || !scalar::AllUsable(high)) return Error::kValueNotFinite;
  for (std::uint32_t i = 0; i < layout_->boxes.size(); ++i) {
    boxes[i] = scalar::NarrowOutwards(scalar::MorphedBox(*layout_, i, low, high));
  }
  return Error::kNone;
}

}  // namespace sinew

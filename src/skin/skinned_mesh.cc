// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Preparing a primitive: vertices with the same joints are put together, eight to a block.
#include "sinew/skinned_mesh.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <numeric>

#include "skin/kernels/kernels.h"

namespace sinew {
namespace {

constexpr std::uint32_t kLanes = 8;
// A remainder of fewer vertices than this joins the mixed blocks: eight lanes for three vertices
// would waste more than sharing matrices saves.
constexpr std::size_t kSmallestRagged = 4;

using Vertices = std::span<const std::uint32_t>;  // Of the file.

// A primitive without influences has one everywhere: the matrix that it is moved by.
constexpr Influence kRigid{0, 1.0f};

std::span<const Influence> InfluencesOf(const Primitive& primitive, std::uint32_t vertex) {
  if (primitive.influences.empty()) return {&kRigid, 1};
  return primitive.influences.of(vertex);
}

bool HasUnitWeight(std::span<const Influence> influences) {
  return influences.size() == 1 && influences[0].weight == 1.0f;
}

// By number of influences, then whether a weight is needed, then by joints.
std::strong_ordering Compare(std::span<const Influence> a, std::span<const Influence> b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  if (const auto unit = HasUnitWeight(a) <=> HasUnitWeight(b); unit != 0) return unit;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].joint != b[i].joint) return a[i].joint <=> b[i].joint;
  }
  return std::strong_ordering::equal;
}

// Vertices that are alike keep the file's order.
std::vector<std::uint32_t> SortByJoints(const Primitive& primitive) {
  std::vector<std::uint32_t> sorted(primitive.vertex_count());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto order = Compare(InfluencesOf(primitive, a), InfluencesOf(primitive, b));
    return order != 0 ? order < 0 : a < b;
  });
  return sorted;
}

// Blocks that are alike, before they are laid out.
struct Pile {
  std::uint32_t influence_count = 0;
  bool mixed = false;
  bool unit_weight = false;
  std::vector<Vertices> blocks{};
};

// Cuts runs of vertices into blocks and sorts those into piles.
class Piles {
 public:
  // `sorted` and `left_over` must outlive the piles.
  Piles(const Primitive& primitive, Vertices sorted, std::vector<std::uint32_t>& left_over)
      : primitive_(primitive) {
    for (std::size_t begin = 0; begin < sorted.size();) {
      std::size_t end = begin + 1;
      while (end < sorted.size() && AreAlike(sorted[begin], sorted[end])) ++end;
      AddGroup(sorted.subspan(begin, end - begin), left_over);
      begin = end;
    }
    AddMixed(left_over);
  }
  std::span<const Pile> all() const { return piles_; }

 private:
  std::span<const Influence> Of(std::uint32_t vertex) const {
    return InfluencesOf(primitive_, vertex);
  }
  bool AreAlike(std::uint32_t a, std::uint32_t b) const { return Compare(Of(a), Of(b)) == 0; }

  void AddGroup(Vertices group, std::vector<std::uint32_t>& left_over) {
    const auto count = static_cast<std::uint32_t>(Of(group[0]).size());
    const bool unit_weight = HasUnitWeight(Of(group[0]));
    for (; !group.empty(); group = group.subspan(std::min<std::size_t>(kLanes, group.size()))) {
      if (group.size() < kSmallestRagged && count > 0) {
        left_over.insert(left_over.end(), group.begin(), group.end());
        return;
      }
      AddBlock(group.first(std::min<std::size_t>(kLanes, group.size())), count, false, unit_weight);
    }
  }

  // What is left, in ascending number of influences: all eight of a block have the same number.
  void AddMixed(Vertices left_over) {
    for (std::size_t begin = 0; begin < left_over.size();) {
      const std::size_t count = Of(left_over[begin]).size();
      std::size_t end = begin + 1;
      while (end < left_over.size() && end - begin < kLanes && Of(left_over[end]).size() == count) {
        ++end;
      }
      AddBlock(left_over.subspan(begin, end - begin), static_cast<std::uint32_t>(count), true,
               false);
      begin = end;
    }
  }

  // Like blocks follow each other.
  void AddBlock(Vertices block, std::uint32_t count, bool mixed, bool unit_weight) {
    if (piles_.empty() || piles_.back().influence_count != count || piles_.back().mixed != mixed ||
        piles_.back().unit_weight != unit_weight) {
      piles_.push_back({.influence_count = count, .mixed = mixed, .unit_weight = unit_weight});
    }
    piles_.back().blocks.push_back(block);
  }

  const Primitive& primitive_;
  std::vector<Pile> piles_;
};

// Lanes beyond the last vertex repeat it, so that they compute something harmless.
std::uint32_t VertexAt(Vertices block, std::uint32_t lane) {
  return block[std::min<std::size_t>(lane, block.size() - 1)];
}

void AddRows(Vertices block, std::span<const Vec3> values, std::vector<float>& out) {
  for (const auto component : {&Vec3::x, &Vec3::y, &Vec3::z}) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      out.push_back(values[VertexAt(block, lane)].*component);
    }
  }
}

void AddRows(Vertices block, std::span<const Vec4> values, std::vector<float>& out) {
  for (const auto component : {&Vec4::x, &Vec4::y, &Vec4::z, &Vec4::w}) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      out.push_back(values[VertexAt(block, lane)].*component);
    }
  }
}

void AddWeights(const Primitive& primitive, Vertices block, const Pile& pile,
                std::vector<float>& weights, std::vector<std::uint32_t>& joints) {
  for (std::uint32_t i = 0; i < pile.influence_count; ++i) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const Influence& influence = InfluencesOf(primitive, VertexAt(block, lane))[i];
      if (!pile.unit_weight) weights.push_back(influence.weight);
      if (pile.mixed || lane == 0) joints.push_back(influence.joint);
    }
  }
}

// One target after another, each block by block; zeros where a target leaves an attribute alone.
std::vector<float> MorphRows(const Primitive& primitive, std::span<const Vertices> blocks,
                             std::vector<Vec3> MorphTarget::* attribute) {
  const bool any = std::any_of(primitive.morph_targets.begin(), primitive.morph_targets.end(),
                               [&](const MorphTarget& t) { return !(t.*attribute).empty(); });
  std::vector<float> rows;
  if (!any) return rows;
  rows.reserve(primitive.morph_targets.size() * blocks.size() * 3 * kLanes);
  for (const MorphTarget& target : primitive.morph_targets) {
    for (const Vertices block : blocks) {
      if ((target.*attribute).empty()) {
        rows.resize(rows.size() + std::size_t{3} * kLanes);
      } else {
        AddRows(block, target.*attribute, rows);
      }
    }
  }
  return rows;
}

std::vector<std::uint8_t> MorphAttributes(const Primitive& primitive) {
  std::vector<std::uint8_t> attributes;
  for (const MorphTarget& target : primitive.morph_targets) {
    attributes.push_back(
        static_cast<std::uint8_t>((target.positions.empty() ? 0 : kMorphsPosition) |
                                  (target.normals.empty() ? 0 : kMorphsNormal) |
                                  (target.tangents.empty() ? 0 : kMorphsTangent)));
  }
  return attributes;
}

}  // namespace

SkinnedMesh SkinnedMesh::Create(const Mesh& mesh, std::uint32_t primitive_index) {
  const Primitive& primitive = mesh.primitives()[primitive_index];
  SkinnedMesh prepared;
  prepared.vertex_count_ = primitive.vertex_count();
  prepared.has_normals_ = !primitive.normals.empty();
  prepared.has_tangents_ = !primitive.tangents.empty();
  prepared.morph_count_ = static_cast<std::uint32_t>(primitive.morph_targets.size());

  const std::vector<std::uint32_t> sorted = SortByJoints(primitive);
  std::vector<std::uint32_t> left_over;
  const Piles piles(primitive, sorted, left_over);
  std::vector<Vertices> blocks;
  for (const Pile& pile : piles.all()) {
    prepared.runs_.push_back({.first_block = static_cast<std::uint32_t>(blocks.size()),
                              .block_count = static_cast<std::uint32_t>(pile.blocks.size()),
                              .influence_count = pile.influence_count,
                              .mixed = pile.mixed,
                              .unit_weight = pile.unit_weight,
                              .first_float = prepared.floats_.size(),
                              .first_joint = prepared.joints_.size()});
    for (const Vertices block : pile.blocks) {
      prepared.block_begins_.push_back(static_cast<std::uint32_t>(prepared.file_vertices_.size()));
      prepared.file_vertices_.insert(prepared.file_vertices_.end(), block.begin(), block.end());
      if (!pile.mixed) prepared.grouped_vertex_count_ += static_cast<std::uint32_t>(block.size());
      AddRows(block, primitive.positions, prepared.floats_);
      if (prepared.has_normals_) AddRows(block, primitive.normals, prepared.floats_);
      if (prepared.has_tangents_) AddRows(block, primitive.tangents, prepared.floats_);
      AddWeights(primitive, block, pile, prepared.floats_, prepared.joints_);
      blocks.push_back(block);
    }
  }
  prepared.block_begins_.push_back(prepared.vertex_count_);
  for (const std::uint32_t joint : prepared.joints_) {
    prepared.joint_bound_ = std::max(prepared.joint_bound_, joint + 1);
  }

  std::vector<std::uint32_t> place(prepared.vertex_count_);
  for (std::uint32_t i = 0; i < prepared.vertex_count_; ++i) place[prepared.file_vertices_[i]] = i;
  if (primitive.indexed) {
    for (const std::uint32_t index : primitive.indices) prepared.indices_.push_back(place[index]);
  } else {
    prepared.indices_ = std::move(place);
  }

  prepared.morph_attributes_ = MorphAttributes(primitive);
  prepared.morph_positions_ = MorphRows(primitive, blocks, &MorphTarget::positions);
  prepared.morph_normals_ = MorphRows(primitive, blocks, &MorphTarget::normals);
  prepared.morph_tangents_ = MorphRows(primitive, blocks, &MorphTarget::tangents);
  return prepared;
}

std::size_t SkinnedMesh::size_bytes() const {
  const std::size_t float_count =
      floats_.size() + morph_positions_.size() + morph_normals_.size() + morph_tangents_.size();
  const std::size_t index_count =
      file_vertices_.size() + indices_.size() + joints_.size() + block_begins_.size();
  return 4 * (float_count + index_count) + sizeof(Run) * runs_.size() + morph_attributes_.size();
}

}  // namespace sinew

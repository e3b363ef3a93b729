// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Preparing a primitive: vertices with the same joints are put together, eight to a block.
#include "sinew/skinned_mesh.h"

#include <algorithm>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "skin/kernels/kernels.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {
namespace {

constexpr std::uint32_t kLanes = kSkinLanes;
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

// One entry a target that has the attribute, and its rows, block by block.
std::vector<MorphRows> AddMorphs(const Primitive& primitive, std::span<const Vertices> blocks,
                                 std::vector<Vec3> MorphTarget::* attribute,
                                 std::vector<float>& floats) {
  std::vector<MorphRows> morphs;
  std::size_t end = floats.size();
  for (std::uint32_t i = 0; i < primitive.morph_targets.size(); ++i) {
    if ((primitive.morph_targets[i].*attribute).empty()) continue;
    morphs.push_back({.target = i, .first_float = end});
    end += blocks.size() * 3 * kLanes;
  }
  floats.reserve(end);
  for (const MorphRows& rows : morphs) {
    const std::vector<Vec3>& differences = primitive.morph_targets[rows.target].*attribute;
    for (const Vertices block : blocks) AddRows(block, differences, floats);
  }
  return morphs;
}

// The primitive's indices, of the prepared order's places.
std::vector<std::uint32_t> PlacesOf(const Primitive& primitive, Vertices file_vertices) {
  std::vector<std::uint32_t> place(file_vertices.size());
  for (std::uint32_t i = 0; i < file_vertices.size(); ++i) place[file_vertices[i]] = i;
  if (!primitive.indexed) return place;
  std::vector<std::uint32_t> indices;
  indices.reserve(primitive.indices.size());
  for (const std::uint32_t index : primitive.indices) indices.push_back(place[index]);
  return indices;
}

// What Create gathers before it knows how much there is.
struct Prepared {
  SkinnedMeshHeader header{};
  std::vector<std::uint32_t> file_vertices{}, indices{}, joints{}, block_begins{};
  std::vector<SkinnedMeshLayout::Run> runs{};
  std::vector<MorphRows> morphs{};  // All three lists.
  std::vector<float> floats{}, morph_floats{};
};

template <typename T>
void Put(const std::vector<T>& items, std::uint64_t begin, std::span<std::byte> bytes) {
  const auto from = std::as_bytes(std::span(items));
  std::copy(from.begin(), from.end(), bytes.begin() + static_cast<std::ptrdiff_t>(begin));
}

AlignedBytes BytesOf(const Prepared& prepared) {
  const SkinnedMeshPlaces places =
      *PlacesOf(prepared.header, std::numeric_limits<std::uint64_t>::max());
  AlignedBytes bytes(static_cast<std::size_t>(places.end));
  std::memcpy(bytes.data(), &prepared.header, sizeof prepared.header);
  Put(prepared.runs, places.runs, bytes.span());
  Put(prepared.morphs, places.morph_lists, bytes.span());
  Put(prepared.block_begins, places.block_begins, bytes.span());
  Put(prepared.file_vertices, places.file_vertices, bytes.span());
  Put(prepared.joints, places.joints, bytes.span());
  Put(prepared.indices, places.indices, bytes.span());
  Put(prepared.floats, places.floats, bytes.span());
  Put(prepared.morph_floats, places.morph_floats, bytes.span());
  return bytes;
}

std::uint32_t Count(std::size_t size) { return static_cast<std::uint32_t>(size); }

}  // namespace

SkinnedMesh SkinnedMesh::Create(const Mesh& mesh, std::uint32_t primitive_index) {
  assert(primitive_index < mesh.primitives().size());
  const Primitive& primitive = mesh.primitives()[primitive_index];
  const bool has_normals = !primitive.normals.empty(), has_tangents = !primitive.tangents.empty();
  Prepared prepared;
  SkinnedMeshHeader& header = prepared.header;
  header.flags = (has_normals ? SkinnedMeshHeader::kHasNormals : 0u) |
                 (has_tangents ? SkinnedMeshHeader::kHasTangents : 0u) |
                 (primitive.influences.empty() ? SkinnedMeshHeader::kRigid : 0u);
  header.vertex_count = primitive.vertex_count();
  header.morph_count = Count(primitive.morph_targets.size());

  const std::vector<std::uint32_t> sorted = SortByJoints(primitive);
  std::vector<std::uint32_t> left_over;
  const Piles piles(primitive, sorted, left_over);
  std::vector<Vertices> blocks;
  for (const Pile& pile : piles.all()) {
    prepared.runs.push_back({.first_block = Count(blocks.size()),
                             .block_count = Count(pile.blocks.size()),
                             .influence_count = pile.influence_count,
                             .mixed = static_cast<std::uint16_t>(pile.mixed ? 1 : 0),
                             .unit_weight = static_cast<std::uint16_t>(pile.unit_weight ? 1 : 0),
                             .first_float = prepared.floats.size(),
                             .first_joint = prepared.joints.size()});
    for (const Vertices block : pile.blocks) {
      prepared.block_begins.push_back(Count(prepared.file_vertices.size()));
      prepared.file_vertices.insert(prepared.file_vertices.end(), block.begin(), block.end());
      if (!pile.mixed) header.grouped_vertex_count += Count(block.size());
      AddRows(block, primitive.positions, prepared.floats);
      if (has_normals) AddRows(block, primitive.normals, prepared.floats);
      if (has_tangents) AddRows(block, primitive.tangents, prepared.floats);
      AddWeights(primitive, block, pile, prepared.floats, prepared.joints);
      blocks.push_back(block);
    }
  }
  prepared.block_begins.push_back(header.vertex_count);
  for (const std::uint32_t joint : prepared.joints) {
    header.joint_bound = std::max(header.joint_bound, joint + 1);
  }
  prepared.indices = PlacesOf(primitive, prepared.file_vertices);

  std::size_t list = 0;
  for (const auto& [attribute, is_there] :
       {std::pair(&MorphTarget::positions, true), std::pair(&MorphTarget::normals, has_normals),
        std::pair(&MorphTarget::tangents, has_tangents)}) {
    // What a mesh does not have, targets of it cannot change.
    const std::vector<MorphRows> rows =
        is_there ? AddMorphs(primitive, blocks, attribute, prepared.morph_floats)
                 : std::vector<MorphRows>{};
    prepared.morphs.insert(prepared.morphs.end(), rows.begin(), rows.end());
    header.morph_rows[list++] = Count(rows.size());
  }
  header.block_count = Count(blocks.size());
  header.run_count = Count(prepared.runs.size());
  header.joint_count = prepared.joints.size();
  header.index_count = prepared.indices.size();
  header.float_count = prepared.floats.size();
  return SkinnedMesh(BytesOf(prepared));
}

std::uint32_t SkinnedMesh::vertex_count() const { return SkinnedMeshView(*this).vertex_count(); }
bool SkinnedMesh::has_normals() const { return SkinnedMeshView(*this).has_normals(); }
bool SkinnedMesh::has_tangents() const { return SkinnedMeshView(*this).has_tangents(); }
bool SkinnedMesh::is_rigid() const { return SkinnedMeshView(*this).is_rigid(); }
std::uint32_t SkinnedMesh::morph_count() const { return SkinnedMeshView(*this).morph_count(); }
std::uint32_t SkinnedMesh::joint_bound() const { return SkinnedMeshView(*this).joint_bound(); }
std::uint32_t SkinnedMesh::block_count() const { return SkinnedMeshView(*this).block_count(); }
std::uint32_t SkinnedMesh::grouped_vertex_count() const {
  return SkinnedMeshView(*this).grouped_vertex_count();
}
std::span<const std::uint32_t> SkinnedMesh::file_vertices() const {
  return SkinnedMeshView(*this).file_vertices();
}
std::span<const std::uint32_t> SkinnedMesh::indices() const {
  return SkinnedMeshView(*this).indices();
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a prepared mesh lies in memory: one run of little-endian bytes, used in place, also out of a
// runtime file. Its parts, each at a multiple of 64 bytes, with zeros before it:
//
//   header
//   runs            blocks in a row that are alike
//   morph lists     MorphRows of positions, then of normals, then of tangents
//   block begins    uint32: the first vertex of each block, and their number at the end
//   file vertices   uint32 a vertex
//   joints          uint32; a block: one an influence; in mixed runs eight, one a vertex
//   indices         uint32
//   floats          a block: rows of position x y z, normal x y z, tangent x y z w, weights
//   morph floats    rows x y z of every block, for each entry of the morph lists
//
//   Blocks  up to eight vertices, one a lane. Lanes beyond the last vertex repeat it.
//   Rows    eight floats, one a lane: the same component of each vertex.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sinew/skinned_mesh.h"
#include "skin/kernels/kernels.h"

namespace sinew {

static_assert(std::endian::native == std::endian::little,
              "prepared meshes are used in place: a big-endian machine would have to turn them");

struct SkinnedMeshHeader {
  static constexpr std::uint32_t kHasNormals = 1, kHasTangents = 2;
  static constexpr std::uint32_t kRigid = 4;  // No influences: one matrix moves all of it.

  std::uint32_t flags;
  std::uint32_t vertex_count;
  std::uint32_t grouped_vertex_count;
  std::uint32_t morph_count;
  std::uint32_t joint_bound;
  std::uint32_t block_count;
  std::uint32_t run_count;
  std::uint32_t morph_rows[3];  // Entries of the morph lists.
  std::uint64_t joint_count;    // Entries of the joints.
  std::uint64_t index_count;
  std::uint64_t float_count;
};
static_assert(sizeof(SkinnedMeshHeader) == 64);

// What a prepared mesh consists of, found once.
struct SkinnedMeshLayout {
  // Blocks in a row that are alike.
  struct Run {
    std::uint32_t first_block = 0;
    std::uint32_t block_count = 0;
    std::uint32_t influence_count = 0;  // 0: no matrix moves them.
    std::uint16_t mixed = 0;            // 1: every vertex has joints of its own.
    std::uint16_t unit_weight = 0;      // 1: one influence of weight 1, which is not stored.
    std::uint64_t first_float = 0;      // Into floats.
    std::uint64_t first_joint = 0;      // Into joints.
  };
  static_assert(sizeof(Run) == 32);

  std::uint32_t vertex_count = 0;
  std::uint32_t grouped_vertex_count = 0;
  bool has_normals = false;
  bool has_tangents = false;
  bool is_rigid = false;
  std::uint32_t morph_count = 0;
  std::uint32_t joint_bound = 0;
  std::span<const std::uint32_t> file_vertices{};
  std::span<const std::uint32_t> indices{};

  std::span<const Run> runs{};
  std::span<const float> floats{};
  std::span<const std::uint32_t> joints{};
  std::span<const std::uint32_t> block_begins{};

  // Only what targets have: one entry, and its rows x y z of every block, for each target that
  // changes the attribute. Files may have many targets and name an attribute in few of them.
  std::span<const MorphRows> morph_positions{}, morph_normals{}, morph_tangents{};
  std::span<const float> morph_floats{};

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(block_begins.size()) - 1; }
  std::size_t floats_per_block(const Run& run) const {
    const std::size_t rows = std::size_t{3} + (has_normals ? 3u : 0u) + (has_tangents ? 4u : 0u) +
                             (run.unit_weight != 0 ? 0u : run.influence_count);
    return rows * kSkinLanes;
  }
  std::size_t joints_per_block(const Run& run) const {
    return std::size_t{run.influence_count} * (run.mixed != 0 ? kSkinLanes : 1u);
  }
};

// Where the parts begin, in bytes, and where the last ends.
struct SkinnedMeshPlaces {
  std::uint64_t runs, morph_lists, block_begins, file_vertices, joints, indices, floats,
      morph_floats, end;
};

// Nothing where they would not lie within so many bytes.
std::optional<SkinnedMeshPlaces> PlacesOf(const SkinnedMeshHeader& header, std::uint64_t available);

// Of bytes that hold a mesh.
SkinnedMeshLayout LayoutOf(std::span<const std::byte> bytes);

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a SkinnedMesh lies in memory, as its kernels read it. No promise to users.
//
//   Blocks  up to eight vertices, one a lane. Lanes beyond the last vertex repeat it.
//   Rows    eight floats, one a lane: the same component of each vertex.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sinew/skinned_mesh.h"
#include "skin/kernels/kernels.h"

namespace sinew {

struct SkinnedMesh::Layout {
  // Blocks in a row that are alike.
  struct Run {
    std::uint32_t first_block = 0;
    std::uint32_t block_count = 0;
    std::uint32_t influence_count = 0;  // 0: no matrix moves them.
    bool mixed = false;                 // Every vertex has joints of its own.
    bool unit_weight = false;           // One influence of weight 1, which is not stored.
    std::size_t first_float = 0;        // Into floats.
    std::size_t first_joint = 0;        // Into joints.
  };

  std::uint32_t vertex_count = 0;
  std::uint32_t grouped_vertex_count = 0;
  bool has_normals = false;
  bool has_tangents = false;
  std::uint32_t morph_count = 0;
  std::uint32_t joint_bound = 0;
  std::vector<std::uint32_t> file_vertices{};
  std::vector<std::uint32_t> indices{};

  std::vector<Run> runs{};
  // A block: rows of position x y z, normal x y z, tangent x y z w, weights.
  std::vector<float> floats{};
  // A block: one entry an influence; in mixed runs eight, one a vertex.
  std::vector<std::uint32_t> joints{};
  std::vector<std::uint32_t> block_begins{};  // Vertices, and their number at the end.

  // Only what targets have: one entry, and its rows x y z of every block, for each target that
  // changes the attribute. Files may have many targets and name an attribute in few of them.
  std::vector<MorphRows> morph_positions{}, morph_normals{}, morph_tangents{};
  std::vector<float> morph_floats{};

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(block_begins.size()) - 1; }
  std::size_t floats_per_block(const Run& run) const {
    const std::uint32_t rows = 3u + (has_normals ? 3u : 0u) + (has_tangents ? 4u : 0u) +
                               (run.unit_weight ? 0u : run.influence_count);
    return std::size_t{rows} * kSkinLanes;
  }
  std::size_t joints_per_block(const Run& run) const {
    return std::size_t{run.influence_count} * (run.mixed ? kSkinLanes : 1u);
  }
};

}  // namespace sinew

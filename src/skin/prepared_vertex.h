// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One vertex of a prepared mesh, found in its block and read where it lies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sinew/math.h"
#include "sinew/mesh.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {

class PreparedVertex {
 public:
  // The layout must stay; the vertex is below its vertex_count.
  PreparedVertex(const SkinnedMeshLayout& mesh, std::uint32_t vertex) : mesh_(&mesh) {
    const auto begins = mesh.block_begins;
    block_ = static_cast<std::uint32_t>(std::upper_bound(begins.begin(), begins.end(), vertex) -
                                        begins.begin() - 1);
    lane_ = vertex - begins[block_];
    const auto after = std::upper_bound(
        mesh.runs.begin(), mesh.runs.end(), block_,
        [](std::uint32_t b, const SkinnedMeshLayout::Run& run) { return b < run.first_block; });
    run_ = &*(after - 1);
  }

  Vec3 position() const { return LaneAt(Floats()); }
  // Of a mesh that has them.
  Vec3 normal() const { return LaneAt(Floats() + 3 * kSkinLanes); }
  Vec4 tangent() const {
    const float* const rows = Floats() + (mesh_->has_normals ? 6 : 3) * kSkinLanes;
    const Vec3 direction = LaneAt(rows);
    return {direction.x, direction.y, direction.z, rows[3 * kSkinLanes + lane_]};
  }
  // Of one that a skin moves; of a rigid mesh there are none.
  std::size_t influence_count() const { return mesh_->is_rigid ? 0 : run_->influence_count; }
  Influence influence(std::size_t k) const {
    const std::size_t of_lane = k * kSkinLanes + lane_;
    const std::size_t in_run = block_ - run_->first_block;
    const std::uint32_t* const joints =
        mesh_->joints.data() + run_->first_joint + in_run * mesh_->joints_per_block(*run_);
    const std::size_t attributes =
        std::size_t{3} + (mesh_->has_normals ? 3u : 0u) + (mesh_->has_tangents ? 4u : 0u);
    const float* const weights = Floats() + attributes * kSkinLanes;
    return {.joint = joints[run_->mixed != 0 ? of_lane : k],
            .weight = run_->unit_weight != 0 ? 1.0f : weights[of_lane]};
  }
  // An entry of one of the morph lists.
  Vec3 difference(const MorphRows& rows) const {
    return LaneAt(mesh_->morph_floats.data() + rows.first_float +
                  std::size_t{block_} * 3 * kSkinLanes);
  }

 private:
  const float* Floats() const {
    return mesh_->floats.data() + run_->first_float +
           (block_ - run_->first_block) * mesh_->floats_per_block(*run_);
  }
  Vec3 LaneAt(const float* rows) const {
    return {rows[lane_], rows[kSkinLanes + lane_], rows[2 * kSkinLanes + lane_]};
  }

  const SkinnedMeshLayout* mesh_;
  const SkinnedMeshLayout::Run* run_ = nullptr;
  std::uint32_t block_ = 0;
  std::uint32_t lane_ = 0;
};

}  // namespace sinew

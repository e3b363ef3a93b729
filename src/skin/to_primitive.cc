// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reads a prepared mesh back: rows of eight lanes become one entry per vertex.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/skinned_mesh.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {
namespace {

Vec3 LaneOf(const float* rows, std::uint32_t lane) {
  return {rows[lane], rows[kSkinLanes + lane], rows[2 * kSkinLanes + lane]};
}

void AddInfluences(const SkinnedMeshLayout::Run& run, const std::uint32_t* joints,
                   const float* weights, std::uint32_t lane, Influences& influences) {
  for (std::uint32_t k = 0; k < run.influence_count; ++k) {
    const std::size_t of_lane = std::size_t{k} * kSkinLanes + lane;
    influences.list.push_back({.joint = joints[run.mixed != 0 ? of_lane : k],
                               .weight = run.unit_weight != 0 ? 1.0f : weights[of_lane]});
  }
  influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
}

void AddRun(const SkinnedMeshLayout& mesh, const SkinnedMeshLayout::Run& run, bool is_rigid,
            Primitive& primitive) {
  const std::size_t floats_per_block = mesh.floats_per_block(run);
  for (std::uint32_t b = 0; b < run.block_count; ++b) {
    const float* const positions = mesh.floats.data() + run.first_float + b * floats_per_block;
    const float* const normals = positions + std::size_t{3} * kSkinLanes;
    const float* const tangents = normals + (mesh.has_normals ? 3 * kSkinLanes : 0);
    const float* const weights = tangents + (mesh.has_tangents ? 4 * kSkinLanes : 0);
    const std::uint32_t* const joints =
        mesh.joints.data() + run.first_joint + b * mesh.joints_per_block(run);
    const std::uint32_t block = run.first_block + b;
    const std::uint32_t count = mesh.block_begins[block + 1] - mesh.block_begins[block];
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      primitive.positions.push_back(LaneOf(positions, lane));
      if (mesh.has_normals) primitive.normals.push_back(LaneOf(normals, lane));
      if (mesh.has_tangents) {
        const Vec3 direction = LaneOf(tangents, lane);
        primitive.tangents.push_back(
            {direction.x, direction.y, direction.z, tangents[3 * kSkinLanes + lane]});
      }
      if (!is_rigid) AddInfluences(run, joints, weights, lane, primitive.influences);
    }
  }
}

void AddMorphs(const SkinnedMeshLayout& mesh, std::span<const MorphRows> rows,
               std::vector<Vec3> MorphTarget::* attribute, Primitive& primitive) {
  for (const MorphRows& of_target : rows) {
    std::vector<Vec3>& differences = primitive.morph_targets[of_target.target].*attribute;
    differences.reserve(mesh.vertex_count);
    for (std::uint32_t block = 0; block < mesh.block_count(); ++block) {
      const float* const from =
          mesh.morph_floats.data() + of_target.first_float + std::size_t{block} * 3 * kSkinLanes;
      const std::uint32_t count = mesh.block_begins[block + 1] - mesh.block_begins[block];
      for (std::uint32_t lane = 0; lane < count; ++lane) differences.push_back(LaneOf(from, lane));
    }
  }
}

}  // namespace

Primitive ToPrimitive(const SkinnedMeshView& mesh, Topology topology) {
  const SkinnedMeshLayout layout = LayoutOf(mesh.bytes());
  Primitive primitive;
  primitive.topology = topology;
  primitive.positions.reserve(layout.vertex_count);
  if (!mesh.is_rigid()) primitive.influences.begins.push_back(0);
  for (const SkinnedMeshLayout::Run& run : layout.runs) {
    AddRun(layout, run, mesh.is_rigid(), primitive);
  }
  primitive.morph_targets.resize(layout.morph_count);
  AddMorphs(layout, layout.morph_positions, &MorphTarget::positions, primitive);
  AddMorphs(layout, layout.morph_normals, &MorphTarget::normals, primitive);
  AddMorphs(layout, layout.morph_tangents, &MorphTarget::tangents, primitive);
  primitive.indexed = true;
  primitive.indices.assign(layout.indices.begin(), layout.indices.end());
  return primitive;
}

}  // namespace sinew

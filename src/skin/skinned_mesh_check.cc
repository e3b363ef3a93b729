// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A prepared mesh from outside is believed nothing. What Create works out is worked out again and
// held against it; what a file says (vertices, weights) is held against the rules of Mesh.
#include "skin/skinned_mesh_check.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "skin/part_checks.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {
namespace {

using MeshLayout = SkinnedMeshLayout;

std::optional<Failure> Broken(const char* place, const char* message) {
  return Failure{FailureCode::kInvalid, place, message};
}

std::uint32_t Largest(std::span<const std::uint32_t> values) {
  std::uint32_t largest = 0;
  for (const std::uint32_t value : values) largest = value > largest ? value : largest;
  return largest;
}

bool MeshGapsAreZero(std::span<const std::byte> bytes, const MeshLayout& mesh) {
  const std::span<const MorphRows> lists(
      mesh.morph_positions.data(),
      mesh.morph_positions.size() + mesh.morph_normals.size() + mesh.morph_tangents.size());
  return GapsAreZero(bytes, sizeof(SkinnedMeshHeader), mesh.runs, lists, mesh.block_begins,
                     mesh.file_vertices, mesh.joints, mesh.indices, mesh.floats, mesh.morph_floats);
}

// Blocks one after another, one to eight vertices each.
bool BlocksAreRight(const MeshLayout& mesh) {
  const std::span<const std::uint32_t> begins = mesh.block_begins;
  if (begins.front() != 0 || begins.back() != mesh.vertex_count) return false;
  std::uint32_t wrong = 0;
  for (std::size_t i = 1; i < begins.size(); ++i) {
    // Ascending, too: so many blocks that their begins wrap around would meet the end again.
    wrong |= begins[i] > begins[i - 1] && begins[i] - begins[i - 1] <= kSkinLanes ? 0u : 1u;
  }
  return wrong == 0;
}

// Runs cover all blocks, floats and joints, each where the one before it ends.
bool RunsAreRight(const MeshLayout& mesh) {
  std::uint32_t next_block = 0, grouped = 0;
  std::uint64_t next_float = 0, next_joint = 0;
  for (const MeshLayout::Run& run : mesh.runs) {
    if (run.first_block != next_block || run.first_float != next_float ||
        run.first_joint != next_joint) {
      return false;
    }
    if (run.block_count == 0 || run.block_count > mesh.block_count() - next_block) return false;
    if (run.mixed > 1 || run.unit_weight > 1) return false;
    if (run.unit_weight != 0 && (run.mixed != 0 || run.influence_count != 1)) return false;
    // No influence takes less than a float a lane, but for a single one of weight one: so this
    // bounds the products below.
    if (run.unit_weight == 0 && run.influence_count > mesh.floats.size() / kSkinLanes) return false;
    const std::uint64_t floats_per_block = mesh.floats_per_block(run);
    const std::uint64_t joints_per_block = mesh.joints_per_block(run);
    if (run.block_count > (mesh.floats.size() - next_float) / floats_per_block) return false;
    if (joints_per_block != 0 &&
        run.block_count > (mesh.joints.size() - next_joint) / joints_per_block) {
      return false;
    }
    next_float += run.block_count * floats_per_block;
    next_joint += run.block_count * joints_per_block;
    next_block += run.block_count;
    if (run.mixed == 0) {
      grouped += mesh.block_begins[next_block] - mesh.block_begins[run.first_block];
    }
  }
  return next_block == mesh.block_count() && next_float == mesh.floats.size() &&
         next_joint == mesh.joints.size() && grouped == mesh.grouped_vertex_count;
}

// Of one block: positive, and to one within 1e-3 and a little for rounding, in all eight lanes.
bool WeightsAreRight(const float* weights, std::uint32_t influence_count) {
  float sums[kSkinLanes] = {};
  std::uint32_t wrong = 0;
  for (std::uint32_t i = 0; i < influence_count; ++i) {
    for (std::uint32_t lane = 0; lane < kSkinLanes; ++lane) {
      const float weight = weights[std::size_t{i} * kSkinLanes + lane];
      wrong |= weight > 0.0f ? 0u : 1u;
      sums[lane] = sums[lane] + weight;
    }
  }
  for (const float sum : sums) wrong |= sum > 0.9989f && sum < 1.0011f ? 0u : 1u;
  return wrong == 0;
}

// Of one block: they ascend, vertex by vertex.
bool JointsAscend(const std::uint32_t* joints, std::uint32_t influence_count, std::size_t lanes) {
  std::uint32_t wrong = 0;
  for (std::size_t i = lanes; i < influence_count * lanes; ++i) {
    wrong |= joints[i] > joints[i - lanes] ? 0u : 1u;
  }
  return wrong == 0;
}

bool InfluencesAreRight(const MeshLayout& mesh) {
  for (const MeshLayout::Run& run : mesh.runs) {
    if (run.influence_count == 0) continue;
    const std::size_t floats_per_block = mesh.floats_per_block(run);
    const std::size_t lanes = run.mixed != 0 ? kSkinLanes : 1u;
    const float* floats = mesh.floats.data() + run.first_float;
    const std::uint32_t* joints = mesh.joints.data() + run.first_joint;
    for (std::uint32_t b = 0; b < run.block_count; ++b) {
      const float* end = floats + floats_per_block;
      if (run.unit_weight == 0 &&
          !WeightsAreRight(end - std::size_t{run.influence_count} * kSkinLanes,
                           run.influence_count)) {
        return false;
      }
      if (!JointsAscend(joints, run.influence_count, lanes)) return false;
      floats = end;
      joints += mesh.joints_per_block(run);
    }
  }
  return true;
}

// Targets ascend, and the rows of each follow those before.
bool MorphsAreRight(const MeshLayout& mesh) {
  std::uint64_t next_float = 0;
  for (const std::span<const MorphRows> list :
       {mesh.morph_positions, mesh.morph_normals, mesh.morph_tangents}) {
    std::int64_t before = -1;
    for (const MorphRows& rows : list) {
      if (rows.target <= before || rows.target >= mesh.morph_count || rows.zero != 0 ||
          rows.first_float != next_float) {
        return false;
      }
      before = rows.target;
      next_float += std::uint64_t{mesh.block_count()} * 3 * kSkinLanes;
    }
  }
  return (mesh.morph_normals.empty() || mesh.has_normals) &&
         (mesh.morph_tangents.empty() || mesh.has_tangents);
}

// As a primitive without influences is prepared: every vertex follows entry 0, with weight one.
bool IsMovedByOneMatrix(const MeshLayout& mesh) {
  for (const MeshLayout::Run& run : mesh.runs) {
    if (run.influence_count != 1) return false;
  }
  return mesh.joint_bound <= 1;
}

}  // namespace

std::optional<Failure> CheckSkinnedMesh(std::span<const std::byte> bytes) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(SkinnedMeshHeader) != 0) {
    return Broken("", "lies at an address that eight does not divide");
  }
  if (bytes.size() < sizeof(SkinnedMeshHeader)) return Broken("header", "is cut off");
  const auto& header = *reinterpret_cast<const SkinnedMeshHeader*>(bytes.data());
  const std::optional<SkinnedMeshPlaces> places = PlacesOf(header, bytes.size());
  if (!places || places->end != bytes.size()) {
    return Broken("header", "counts other things than there are bytes for");
  }
  if ((header.flags & ~(SkinnedMeshHeader::kHasNormals | SkinnedMeshHeader::kHasTangents |
                        SkinnedMeshHeader::kRigid)) != 0) {
    return Broken("header", "has flags that mean nothing");
  }
  const MeshLayout mesh = LayoutOf(bytes);
  if (!MeshGapsAreZero(bytes, mesh)) return Broken("", "has something between its parts");
  if (!BlocksAreRight(mesh))
    return Broken("block_begins", "are no blocks of one to eight vertices");
  if (!RunsAreRight(mesh)) return Broken("runs", "do not cover the blocks in their order");
  if (!IsPermutation(mesh.file_vertices)) {
    return Broken("file_vertices", "do not name every vertex once");
  }
  if (!mesh.indices.empty() && Largest(mesh.indices) >= mesh.vertex_count) {
    return Broken("indices", "name a vertex that is not there");
  }
  const std::uint64_t joint_bound =
      mesh.joints.empty() ? 0 : std::uint64_t{Largest(mesh.joints)} + 1;
  if (joint_bound != mesh.joint_bound) return Broken("joints", "have another bound than is stated");
  if ((header.flags & SkinnedMeshHeader::kRigid) != 0 && !IsMovedByOneMatrix(mesh)) {
    return Broken("runs", "have influences, which a rigid mesh has not");
  }
  if (!scalar::AllUsable(mesh.floats)) return Broken("floats", "are not all usable");
  if (!InfluencesAreRight(mesh)) {
    return Broken("runs",
                  "have joints that do not ascend, or weights that are not positive or do "
                  "not sum to one");
  }
  if (!MorphsAreRight(mesh)) return Broken("morphs", "do not ascend, or name no target");
  if (!scalar::AllUsable(mesh.morph_floats)) return Broken("morph_floats", "are not all usable");
  return std::nullopt;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What can be done with weights that are there: smoothing them, and looking for their jumps.
// Limiting is in model.
#include <utility>

#include "model/checks.h"
#include "model/influence_checks.h"
#include "rig/weights/request.h"
#include "rig/weights/rows.h"
#include "sinew/weights.h"

namespace sinew {

Result<WeightsResult> SmoothWeights(const WeightedSurface& surface, std::uint32_t iterations,
                                    std::span<const std::uint32_t> locked_joints,
                                    std::uint64_t max_weights_bytes) {
  using namespace weights;
  if (auto failure = CheckSurface(surface.positions, surface.triangles)) return *std::move(failure);
  const auto vertex_count = static_cast<std::uint32_t>(surface.positions.size());
  if (surface.influences.empty()) return model::Broken("/influences", "found none to smooth");
  if (auto failure = model::CheckInfluences(surface.influences, vertex_count, "/influences")) {
    return *std::move(failure);
  }
  const std::uint32_t joint_count = JointBound(surface.influences);
  if (auto failure = CheckJointCount(joint_count, "/influences")) return *std::move(failure);
  const std::vector<bool> locked = LockedJoints(locked_joints, joint_count);
  const Surface welded = MakeSurface(surface.positions, surface.triangles);

  Result<Rows> rows = SmoothRows(RowsOfPlaces(welded, surface.influences, locked),
                                 NeighboursOf(welded), joint_count, iterations, max_weights_bytes);
  if (!rows.ok()) return rows.failure();
  WeightsResult result;
  result.report.place_count = static_cast<std::uint32_t>(welded.places.size());
  result.report.island_count = welded.island_count;
  result.report.flat_triangle_count = welded.flat_triangle_count;
  Result<Influences> finished =
      FinishRows(*rows, welded.place_of_vertex,
                 {.locked = locked, .before = &surface.influences, .max_bytes = max_weights_bytes},
                 result.report);
  if (!finished.ok()) return finished.failure();
  result.influences = std::move(finished).value();
  MeasureJump(surface.triangles, result.influences, result.report);
  return result;
}

Result<WeightJump> LargestJump(const Influences& influences,
                               std::span<const std::uint32_t> triangles) {
  using namespace weights;
  if (influences.empty()) return model::Broken("/influences", "found none to look at");
  const auto vertex_count = static_cast<std::uint32_t>(influences.begins.size() - 1);
  if (auto failure = model::CheckInfluences(influences, vertex_count, "/influences")) {
    return *std::move(failure);
  }
  if (auto failure = CheckTriangles(triangles, vertex_count)) return *std::move(failure);
  WeightsReport report;
  MeasureJump(triangles, influences, report);
  return WeightJump{.difference = report.largest_jump,
                    .vertex = report.jump_vertex,
                    .neighbour = report.jump_neighbour,
                    .joint = report.jump_joint};
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What can be done with weights that are there: smoothing and limiting them.
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

Result<WeightsResult> LimitInfluences(const Influences& influences, std::uint32_t most,
                                      std::span<const std::uint32_t> locked_joints,
                                      std::span<const std::uint32_t> triangles) {
  using namespace weights;
  if (most == 0) return model::Broken("/most", "found 0, expected at least 1");
  if (influences.empty()) return model::Broken("/influences", "found none to limit");
  const auto vertex_count = static_cast<std::uint32_t>(influences.begins.size() - 1);
  if (auto failure = model::CheckInfluences(influences, vertex_count, "/influences")) {
    return *std::move(failure);
  }
  if (auto failure = CheckTriangles(triangles, vertex_count)) return *std::move(failure);
  const std::uint32_t joint_count = JointBound(influences);
  if (auto failure = CheckJointCount(joint_count, "/influences")) return *std::move(failure);
  const std::vector<bool> locked = LockedJoints(locked_joints, joint_count);
  Rows rows;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    for (const Influence& one : influences.of(v)) {
      rows.shares.push_back({one.joint, static_cast<double>(one.weight)});
    }
    rows.EndRow();
  }
  WeightsResult result;
  Result<Influences> finished =
      FinishRows(rows, {}, {.most = most, .locked = locked, .before = &influences}, result.report);
  if (!finished.ok()) return finished.failure();
  result.influences = std::move(finished).value();
  MeasureJump(triangles, result.influences, result.report);
  return result;
}

}  // namespace sinew

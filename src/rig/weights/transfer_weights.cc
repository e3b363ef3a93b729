// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <utility>

#include "model/checks.h"
#include "model/influence_checks.h"
#include "rig/weights/request.h"
#include "rig/weights/rows.h"
#include "rig/weights/triangle_tree.h"
#include "rig/weights/work_budget.h"
#include "sinew/weights.h"

namespace sinew {

Result<WeightsResult> TransferWeights(const WeightedSurface& source,
                                      std::span<const Vec3> positions,
                                      std::uint64_t max_weights_bytes, std::uint64_t max_work) {
  using namespace weights;
  if (auto failure = CheckSurface(source.positions, source.triangles, "/source")) {
    return *std::move(failure);
  }
  if (source.influences.empty()) return model::Broken("/source/influences", "found none");
  if (auto failure = model::CheckInfluences(source.influences,
                                            static_cast<std::uint32_t>(source.positions.size()),
                                            "/source/influences")) {
    return *std::move(failure);
  }
  if (auto failure = CheckSurface(positions, {})) return *std::move(failure);
  const Surface surface = MakeSurface(source.positions, source.triangles);
  if (surface.triangles.empty()) {
    return model::Broken("/source/triangles",
                         "found no triangle that has three corners, expected "
                         "a surface to take weights from");
  }
  const std::uint32_t joint_count = JointBound(source.influences);
  if (auto failure = CheckJointCount(joint_count, "/source/influences")) return *std::move(failure);
  const std::vector<bool> locked(joint_count, false);
  const Rows rows = RowsOfPlaces(surface, source.influences, locked);
  const TriangleTree tree(surface);
  const WorkBudget budget(max_work);
  WeightsResult result;
  Rows taken;
  RowSum sum(joint_count);
  double farthest = -1.0;
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    const NearestPoint nearest = tree.Nearest(surface.Scaled(positions[v]));
    const double work = kBoxWork * static_cast<double>(tree.box_count());
    if (!budget.Allows(work)) {
      return budget.Exceeded("/source/triangles",
                             "triangles whose distances from the vertices take");
    }
    for (std::size_t c = 0; c < 3; ++c) {
      if (nearest.shares[c] > 0.0) {
        sum.Add(rows.of(surface.triangles[nearest.triangle][c]), nearest.shares[c]);
      }
    }
    sum.TakeInto(taken, 1.0);
    if (auto failure = CheckRoom(taken.shares.size(), max_weights_bytes)) {
      return *std::move(failure);
    }
    if (nearest.distance > farthest) {
      farthest = nearest.distance;
      result.report.farthest_vertex = v;
    }
  }
  result.report.work = kBoxWork * static_cast<double>(tree.box_count());
  result.report.place_count = static_cast<std::uint32_t>(surface.places.size());
  result.report.island_count = surface.island_count;
  result.report.flat_triangle_count = surface.flat_triangle_count;
  result.report.largest_distance = static_cast<float>(farthest / surface.scale);
  Result<Influences> finished =
      FinishRows(taken, {}, {.locked = locked, .max_bytes = max_weights_bytes}, result.report);
  if (!finished.ok()) return finished.failure();
  result.influences = std::move(finished).value();
  return result;
}

}  // namespace sinew

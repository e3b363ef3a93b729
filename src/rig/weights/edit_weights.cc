// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What can be done with weights that are there: smoothing them. Limiting is in model.
#include "model/checks.h"
#include "model/influence_checks.h"
#include "rig/weights/request.h"
#include "rig/weights/rows.h"
#include "sinew/weights.h"

namespace sinew {

Result<WeightsResult> SmoothWeights(const WeightedSurface& surface, std::uint32_t iterations,
                                    std::span<const std::uint32_t> locked_joints) {
  using namespace weights;
  if (auto failure = CheckSurface(surface.positions, surface.triangles)) return *std::move(failure);
  const auto vertex_count = static_cast<std::uint32_t>(surface.positions.size());
  if (surface.influences.empty()) return model::Broken("/influences", "found none to smooth");
  if (auto failure = model::CheckInfluences(surface.influences, vertex_count, "/influences")) {
    return *std::move(failure);
  }
  const std::uint32_t joint_count = JointBound(surface.influences);
  const std::vector<bool> locked = LockedJoints(locked_joints, joint_count);
  const Surface welded = MakeSurface(surface.positions, surface.triangles);

  // The mean of the vertices of a place, free joints only.
  std::vector<std::uint32_t> order(vertex_count), begins(welded.places.size() + 1, 0);
  for (const std::uint32_t place : welded.place_of_vertex) ++begins[place + std::size_t{1}];
  for (std::size_t p = 1; p < begins.size(); ++p) begins[p] += begins[p - 1];
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  for (std::uint32_t v = 0; v < vertex_count; ++v) order[next[welded.place_of_vertex[v]]++] = v;
  Rows rows;
  RowSum sum(joint_count);
  for (std::size_t p = 0; p < welded.places.size(); ++p) {
    for (std::uint32_t i = begins[p]; i < begins[p + 1]; ++i) {
      for (const Influence& one : surface.influences.of(order[i])) {
        if (!locked[one.joint]) sum.Add(one.joint, static_cast<double>(one.weight));
      }
    }
    sum.TakeInto(rows, 1.0 / static_cast<double>(begins[p + 1] - begins[p]));
  }
  rows = SmoothRows(std::move(rows), NeighboursOf(welded), joint_count, iterations);
  WeightsResult result;
  result.report.place_count = static_cast<std::uint32_t>(welded.places.size());
  result.report.island_count = welded.island_count;
  result.report.flat_triangle_count = welded.flat_triangle_count;
  result.influences = FinishRows(rows, welded.place_of_vertex,
                                 {.locked = locked, .before = &surface.influences}, result.report);
  MeasureJump(surface.triangles, result.influences, result.report);
  return result;
}

}  // namespace sinew

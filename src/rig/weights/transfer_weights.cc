// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/usable.h"
#include "model/checks.h"
#include "model/influence_checks.h"
#include "rig/weights/request.h"
#include "rig/weights/rows.h"
#include "rig/weights/triangle_tree.h"
#include "sinew/weights.h"

namespace sinew {
namespace {

using weights::Rows;
using weights::RowSum;
using weights::Surface;

// A row a place: the mean of its vertices.
Rows RowsOfPlaces(const Surface& surface, const Influences& influences, std::uint32_t joint_count) {
  std::vector<std::vector<std::uint32_t>> vertices(surface.places.size());
  for (std::uint32_t v = 0; v < surface.place_of_vertex.size(); ++v) {
    vertices[surface.place_of_vertex[v]].push_back(v);
  }
  Rows rows;
  RowSum sum(joint_count);
  for (const std::vector<std::uint32_t>& here : vertices) {
    for (const std::uint32_t v : here) {
      for (const Influence& one : influences.of(v)) {
        sum.Add(one.joint, static_cast<double>(one.weight));
      }
    }
    sum.TakeInto(rows, 1.0 / static_cast<double>(here.size()));
  }
  return rows;
}

}  // namespace

Result<WeightsResult> TransferWeights(const WeightedSurface& source,
                                      std::span<const Vec3> positions) {
  if (auto failure = weights::CheckSurface(source.positions, source.triangles, "/source")) {
    return *std::move(failure);
  }
  if (source.influences.empty()) return model::Broken("/source/influences", "found none");
  if (auto failure = model::CheckInfluences(source.influences,
                                            static_cast<std::uint32_t>(source.positions.size()),
                                            "/source/influences")) {
    return *std::move(failure);
  }
  if (auto failure = weights::CheckSurface(positions, {})) return *std::move(failure);
  const Surface surface = weights::MakeSurface(source.positions, source.triangles);
  if (surface.triangles.empty()) {
    return model::Broken("/source/triangles",
                         "found no triangle that has three corners, expected "
                         "a surface to take weights from");
  }
  const std::uint32_t joint_count = weights::JointBound(source.influences);
  const Rows rows = RowsOfPlaces(surface, source.influences, joint_count);
  const weights::TriangleTree tree(surface);
  WeightsResult result;
  Rows taken;
  RowSum sum(joint_count);
  double farthest = -1.0;
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    const weights::NearestPoint nearest = tree.Nearest(surface.Scaled(positions[v]));
    for (std::size_t c = 0; c < 3; ++c) {
      if (nearest.shares[c] > 0.0) {
        sum.Add(rows.of(surface.triangles[nearest.triangle][c]), nearest.shares[c]);
      }
    }
    sum.TakeInto(taken, 1.0);
    if (nearest.distance > farthest) {
      farthest = nearest.distance;
      result.report.farthest_vertex = v;
    }
  }
  result.report.place_count = static_cast<std::uint32_t>(surface.places.size());
  result.report.island_count = surface.island_count;
  result.report.flat_triangle_count = surface.flat_triangle_count;
  result.report.largest_distance = static_cast<float>(farthest / surface.scale);
  const std::vector<bool> locked(joint_count, false);
  result.influences = weights::FinishRows(taken, {}, {.locked = locked}, result.report);
  return result;
}

}  // namespace sinew

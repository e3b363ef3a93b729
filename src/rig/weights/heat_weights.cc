// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <utility>

#include "model/checks.h"
#include "rig/weights/diffusion.h"
#include "rig/weights/heat_sources.h"
#include "rig/weights/request.h"
#include "rig/weights/rows.h"
#include "sinew/box.h"
#include "sinew/weights.h"

namespace sinew {
namespace weights {
namespace {

std::optional<Failure> CheckOptions(const HeatOptions& options) {
  if (options.fade_to >= 0.0f && options.fade_to <= options.fade_from &&
      options.fade_from <= 0.5f) {
    return std::nullopt;
  }
  return model::Broken("/fade_from", "found a fade from " + model::TextOf(options.fade_from) +
                                         " to " + model::TextOf(options.fade_to) +
                                         ", expected 0 <= fade_to <= fade_from <= 0.5");
}

// Who each note is about, in the mesh's vertices.
std::vector<IslandNote> MakeNotes(const WeightsRequest& request, const Surface& surface,
                                  const SourceNotes& notes, const Influences& influences) {
  // Vertices that no triangle uses are the last note of all.
  std::vector<std::uint32_t> note_of(surface.island_count + std::size_t{1}, kNoIsland);
  for (std::uint32_t n = 0; n < notes.islands.size(); ++n) note_of[notes.islands[n].first] = n;
  note_of.back() = static_cast<std::uint32_t>(notes.islands.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> noted;  // Note, vertex.
  for (std::uint32_t v = 0; v < request.positions.size(); ++v) {
    const std::uint32_t island = surface.island_of_place[surface.place_of_vertex[v]];
    const std::uint32_t note = note_of[island == kNoIsland ? surface.island_count : island];
    if (note != kNoIsland) noted.emplace_back(note, v);
  }
  std::sort(noted.begin(), noted.end());
  std::vector<IslandNote> made;
  RowSum weights(request.joint_count);
  for (std::size_t i = 0; i < noted.size();) {
    const std::uint32_t note = noted[i].first;
    made.push_back({.reason = note < notes.islands.size() ? notes.islands[note].second
                                                          : IslandReason::kNoSurface,
                    .first_vertex = noted[i].second});
    Box box;
    for (; i < noted.size() && noted[i].first == note; ++i) {
      box = Union(box, request.positions[noted[i].second]);
      for (const Influence& one : influences.of(noted[i].second)) {
        weights.Add(one.joint, static_cast<double>(one.weight));
      }
      ++made.back().vertex_count;
    }
    made.back().where = {box.min.x + 0.5f * (box.max.x - box.min.x),
                         box.min.y + 0.5f * (box.max.y - box.min.y),
                         box.min.z + 0.5f * (box.max.z - box.min.z)};
    Rows sums;
    weights.TakeInto(sums, 1.0);
    made.back().joint =
        std::max_element(sums.shares.begin(), sums.shares.end(),
                         [](const Share& a, const Share& b) { return a.weight < b.weight; })
            ->joint;
  }
  std::sort(made.begin(), made.end(), [](const IslandNote& a, const IslandNote& b) {
    return a.first_vertex < b.first_vertex;
  });
  return made;
}

}  // namespace
}  // namespace weights

Result<WeightsResult> HeatWeights(const WeightsRequest& request, const HeatOptions& options) {
  using namespace weights;
  if (std::optional<Failure> failure = CheckRequest(request)) return *std::move(failure);
  if (std::optional<Failure> failure = CheckOptions(options)) return *std::move(failure);
  const auto say = [&](WeightsStage stage) {
    return [&options, stage](float share) {
      if (options.progress) options.progress(stage, share);
    };
  };
  say(WeightsStage::kPreparing)(0.0f);
  const Surface surface = MakeSurface(request.positions, request.triangles);
  const std::vector<bool> locked = LockedJoints(request.locked_joints, request.joint_count);
  const JointBones bones = GroupBones(surface, request.bones, locked);
  SourceNotes notes;
  WorkBudget budget(options.max_work);
  const Result<HeatSources> sources =
      FindSources(surface, bones, notes, budget, say(WeightsStage::kLooking));
  if (!sources.ok()) return sources.failure();
  Result<Rows> spread = SpreadHeat(
      surface, *sources, bones.joints,
      {static_cast<double>(options.fade_from), static_cast<double>(options.fade_to)},
      {options.max_solver_bytes, options.max_weights_bytes}, budget, say(WeightsStage::kSolving));
  if (!spread.ok()) return spread.failure();
  say(WeightsStage::kFinishing)(0.0f);
  Result<WeightsResult> result = WeightsFinish{.request = request,
                                               .surface = surface,
                                               .locked = locked,
                                               .max_influences = options.max_influences,
                                               .smoothing = options.smoothing,
                                               .max_weights_bytes = options.max_weights_bytes}
                                     .Run(std::move(spread).value());
  if (!result.ok()) return result;
  result->report.work = budget.spent();
  result->report.notes = MakeNotes(request, surface, notes, result->influences);
  say(WeightsStage::kFinishing)(1.0f);
  return result;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <utility>

#include "model/checks.h"
#include "rig/weights/diffusion.h"
#include "rig/weights/heat_sources.h"
#include "rig/weights/request.h"
#include "rig/weights/rows.h"
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
class NoteMaker {
 public:
  NoteMaker(const WeightsRequest& request, const Surface& surface, const Influences& influences)
      : request_(request), surface_(surface), influences_(influences) {}

  std::vector<IslandNote> Make(const SourceNotes& notes) const {
    constexpr std::uint32_t kUnnoted = 0xFFFFFFFFu;
    std::vector<std::uint32_t> note_of(surface_.island_count + std::size_t{1}, kUnnoted);
    std::vector<IslandNote> made;
    for (const auto& [island, reason] : notes.islands) {
      note_of[island] = static_cast<std::uint32_t>(made.size());
      made.push_back({.reason = reason});
    }
    note_of.back() = static_cast<std::uint32_t>(made.size());  // Of kNoIsland.
    made.push_back({.reason = IslandReason::kNoSurface});
    std::vector<Vec3> low(made.size()), high(made.size());
    std::vector<std::vector<double>> weights(made.size());
    for (std::uint32_t v = 0; v < request_.positions.size(); ++v) {
      const std::uint32_t island = surface_.island_of_place[surface_.place_of_vertex[v]];
      const std::uint32_t n = note_of[island == kNoIsland ? surface_.island_count : island];
      if (n == kUnnoted) continue;
      const Vec3 p = request_.positions[v];
      if (made[n].vertex_count++ == 0) {
        made[n].first_vertex = v;
        low[n] = high[n] = p;
        weights[n].assign(request_.joint_count, 0.0);
      }
      low[n] = {std::min(low[n].x, p.x), std::min(low[n].y, p.y), std::min(low[n].z, p.z)};
      high[n] = {std::max(high[n].x, p.x), std::max(high[n].y, p.y), std::max(high[n].z, p.z)};
      for (const Influence& one : influences_.of(v)) {
        weights[n][one.joint] += static_cast<double>(one.weight);
      }
    }
    for (std::size_t n = 0; n < made.size(); ++n) {
      made[n].where = {low[n].x + 0.5f * (high[n].x - low[n].x),
                       low[n].y + 0.5f * (high[n].y - low[n].y),
                       low[n].z + 0.5f * (high[n].z - low[n].z)};
      const auto most = std::max_element(weights[n].begin(), weights[n].end());
      made[n].joint = static_cast<std::uint32_t>(most - weights[n].begin());
    }
    std::erase_if(made, [](const IslandNote& note) { return note.vertex_count == 0; });
    std::sort(made.begin(), made.end(), [](const IslandNote& a, const IslandNote& b) {
      return a.first_vertex < b.first_vertex;
    });
    return made;
  }

 private:
  const WeightsRequest& request_;
  const Surface& surface_;
  const Influences& influences_;
};

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
  const HeatSources sources = FindSources(surface, bones, notes, say(WeightsStage::kLooking));
  Rows rows =
      SpreadHeat(surface, sources, bones.joints,
                 {static_cast<double>(options.fade_from), static_cast<double>(options.fade_to)},
                 say(WeightsStage::kSolving));
  say(WeightsStage::kFinishing)(0.0f);
  if (options.smoothing > 0) {
    rows = SmoothRows(NormalRows(std::move(rows)), NeighboursOf(surface), request.joint_count,
                      options.smoothing);
  }
  WeightsResult result;
  result.report = BeginReport(request, surface);
  result.influences =
      FinishRows(rows, surface.place_of_vertex,
                 {.most = options.max_influences,
                  .locked = locked,
                  .before = request.locked_joints.empty() ? nullptr : request.before},
                 result.report);
  MeasureJump(request.triangles, result.influences, result.report);
  result.report.idle_joints = IdleJoints(request, result.influences);
  result.report.notes = NoteMaker(request, surface, result.influences).Make(notes);
  say(WeightsStage::kFinishing)(1.0f);
  return result;
}

}  // namespace sinew

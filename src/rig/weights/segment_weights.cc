// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/checks.h"
#include "rig/weights/heat_sources.h"
#include "rig/weights/request.h"
#include "rig/weights/rows.h"
#include "sinew/weights.h"

namespace sinew {
namespace weights {
namespace {

// Whether locked joints hold a part of some vertex of each place, but not all of it: the rest must
// go somewhere.
std::vector<bool> PartlyLocked(const WeightsRequest& request, const Surface& surface,
                               const std::vector<bool>& locked) {
  std::vector<bool> partly(surface.places.size(), false);
  if (request.locked_joints.empty()) return partly;
  for (std::uint32_t v = 0; v < request.positions.size(); ++v) {
    for (const Influence& one : request.before->of(v)) {
      if (locked[one.joint]) partly[surface.place_of_vertex[v]] = true;
    }
  }
  return partly;
}

}  // namespace
}  // namespace weights

Result<WeightsResult> SegmentWeights(const WeightsRequest& request, const SegmentOptions& options) {
  using namespace weights;
  if (std::optional<Failure> failure = CheckRequest(request)) return *std::move(failure);
  if (!(options.radius > 0.0f && IsUsable(options.radius))) {
    return model::Broken("/radius", "found " + model::TextOf(options.radius) +
                                        ", expected a positive usable number");
  }
  const auto say = [&](WeightsStage stage, float share) {
    if (options.progress) options.progress(stage, share);
  };
  say(WeightsStage::kPreparing, 0.0f);
  const Surface surface = MakeSurface(request.positions, request.triangles);
  const std::vector<bool> locked = LockedJoints(request.locked_joints, request.joint_count);
  const JointBones bones = GroupBones(surface, request.bones, locked);
  const std::vector<bool> partly = PartlyLocked(request, surface, locked);
  const double radius = static_cast<double>(options.radius) * surface.scale;

  Rows rows;
  constexpr std::uint32_t kReportEvery = 1024;
  for (std::uint32_t p = 0; p < surface.places.size(); ++p) {
    if (p % kReportEvery == 0) {
      say(WeightsStage::kSolving,
          static_cast<float>(p) / static_cast<float>(surface.places.size()));
    }
    const std::uint32_t begin = rows.begins.back();
    std::size_t nearest = 0;
    double least = -1.0;
    for (std::size_t j = 0; j < bones.joints.size(); ++j) {
      const double distance = NearestOf(bones, j, surface.places[p]).distance;
      if (distance < radius) rows.shares.push_back({bones.joints[j], (radius - distance) / radius});
      if (least < 0.0 || distance < least) nearest = j, least = distance;
    }
    const bool beyond = rows.shares.size() == begin;
    if (beyond && (options.beyond == SegmentOptions::Beyond::kNearest || partly[p])) {
      rows.shares.push_back({bones.joints[nearest], 1.0});
    }
    rows.EndRow();
  }
  say(WeightsStage::kFinishing, 0.0f);
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
  say(WeightsStage::kFinishing, 1.0f);
  return result;
}

}  // namespace sinew

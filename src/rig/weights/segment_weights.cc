// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "model/checks.h"
#include "rig/weights/joint_bones.h"
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

// Of the shares from `begin` on the `most` largest, of equals those of lower joints; by joint, as
// they were.
void KeepLargest(std::vector<Share>& shares, std::size_t begin, std::size_t most) {
  if (shares.size() - begin <= most) return;
  const auto first = shares.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto end = first + static_cast<std::ptrdiff_t>(most);
  std::nth_element(first, end, shares.end(), [](const Share& a, const Share& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
  shares.erase(end, shares.end());
  std::sort(first, end, [](const Share& a, const Share& b) { return a.joint < b.joint; });
}

// The bones with the radius that counts: the options' where they have one, else their own. Bones
// without any take no part.
std::vector<BoneSegment> BonesThatReach(std::span<const BoneSegment> bones, float radius) {
  std::vector<BoneSegment> reaching;
  for (BoneSegment bone : bones) {
    if (radius > 0.0f) bone.radius = radius;
    if (bone.radius > 0.0f) reaching.push_back(bone);
  }
  return reaching;
}

}  // namespace
}  // namespace weights

Result<WeightsResult> SegmentWeights(const WeightsRequest& request, const SegmentOptions& options) {
  using namespace weights;
  if (std::optional<Failure> failure = CheckRequest(request)) return *std::move(failure);
  if (!(options.radius >= 0.0f && IsUsable(options.radius))) {
    return model::Broken("/radius", "found " + model::TextOf(options.radius) +
                                        ", expected a positive usable number, or 0");
  }
  const auto say = [&](WeightsStage stage, float share) {
    if (options.progress) options.progress(stage, share);
  };
  say(WeightsStage::kPreparing, 0.0f);
  const Surface surface = MakeSurface(request.positions, request.triangles);
  const std::vector<bool> locked = LockedJoints(request.locked_joints, request.joint_count);
  const JointBones bones =
      GroupBones(surface, BonesThatReach(request.bones, options.radius), locked);
  if (bones.joints.empty()) {
    return model::Broken("/radius",
                         "found 0 and no free bone with a radius of its own, expected one of them");
  }
  const std::vector<bool> partly = PartlyLocked(request, surface, locked);

  // Where a limit follows right away, no more are kept than it asks for: what it keeps, and the
  // largest that it drops. Smoothing needs all.
  const bool cut = options.max_influences > 0 && options.smoothing == 0;
  std::vector<double> totals;
  Rows rows;
  constexpr std::uint32_t kReportEvery = 1024;
  for (std::uint32_t p = 0; p < surface.places.size(); ++p) {
    if (p % kReportEvery == 0) {
      say(WeightsStage::kSolving,
          static_cast<float>(p) / static_cast<float>(surface.places.size()));
    }
    const std::size_t begin = rows.shares.size();
    Reach reach = AddFalloff(bones, surface.places[p], rows.shares);
    const bool beyond = rows.shares.size() == begin;
    if (beyond && (options.beyond == SegmentOptions::Beyond::kNearest || partly[p])) {
      rows.shares.push_back({bones.joints[reach.nearest], 1.0});
      reach.total = 1.0;
    }
    if (cut) {
      KeepLargest(rows.shares, begin, options.max_influences + std::size_t{1});
      totals.push_back(reach.total);
    }
    rows.EndRow();
    if (auto failure = CheckRoom(rows.shares.size(), options.max_weights_bytes)) {
      return *std::move(failure);
    }
  }
  say(WeightsStage::kFinishing, 0.0f);
  Result<WeightsResult> result = WeightsFinish{.request = request,
                                               .surface = surface,
                                               .locked = locked,
                                               .max_influences = options.max_influences,
                                               .smoothing = options.smoothing,
                                               .totals = totals,
                                               .max_weights_bytes = options.max_weights_bytes}
                                     .Run(std::move(rows));
  say(WeightsStage::kFinishing, 1.0f);
  return result;
}

}  // namespace sinew

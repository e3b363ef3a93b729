// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/request.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "math/usable.h"
#include "model/checks.h"
#include "model/influence_checks.h"

namespace sinew::weights {
namespace {

using model::Broken;

std::optional<Failure> CheckBones(const WeightsRequest& request) {
  if (request.bones.empty()) return Broken("/bones", "found none, expected at least one");
  for (std::size_t b = 0; b < request.bones.size(); ++b) {
    const BoneSegment& bone = request.bones[b];
    const std::string place = model::At("/bones", b);
    if (bone.joint >= request.joint_count) {
      return Broken(place + "/joint", "found joint " + std::to_string(bone.joint) +
                                          ", expected one of " +
                                          std::to_string(request.joint_count));
    }
    if (!scalar::IsUsable(bone.head)) return Broken(place + "/head", model::kNotUsable);
    if (!scalar::IsUsable(bone.tail)) return Broken(place + "/tail", model::kNotUsable);
    if (!IsUsable(bone.radius)) return Broken(place + "/radius", model::kNotUsable);
  }
  return std::nullopt;
}

std::optional<Failure> CheckLocks(const WeightsRequest& request) {
  if (request.locked_joints.empty()) return std::nullopt;
  for (std::size_t i = 0; i < request.locked_joints.size(); ++i) {
    if (request.locked_joints[i] < request.joint_count) continue;
    return Broken(model::At("/locked_joints", i),
                  "found joint " + std::to_string(request.locked_joints[i]) + ", expected one of " +
                      std::to_string(request.joint_count));
  }
  if (request.before == nullptr || request.before->empty()) {
    return Broken("/before", "found no weights, expected those that locked joints keep");
  }
  std::optional<Failure> failure = model::CheckInfluences(
      *request.before, static_cast<std::uint32_t>(request.positions.size()), "/before");
  if (failure) return failure;
  if (const std::uint32_t bound = JointBound(*request.before); bound > request.joint_count) {
    return Broken("/before", "found joint " + std::to_string(bound - 1) + ", expected one of " +
                                 std::to_string(request.joint_count));
  }
  const std::vector<bool> locked = LockedJoints(request.locked_joints, request.joint_count);
  const bool free = std::any_of(request.bones.begin(), request.bones.end(),
                                [&](const BoneSegment& bone) { return !locked[bone.joint]; });
  if (!free) return Broken("/locked_joints", "found every bone's joint, expected one that is free");
  return std::nullopt;
}

// Counts of the surface and the bones.
WeightsReport BeginReport(const WeightsRequest& request, const Surface& surface) {
  WeightsReport report;
  report.place_count = static_cast<std::uint32_t>(surface.places.size());
  report.island_count = surface.island_count;
  report.flat_triangle_count = surface.flat_triangle_count;
  for (const BoneSegment& bone : request.bones) {
    report.point_bone_count += bone.head == bone.tail ? 1 : 0;
  }
  return report;
}

// Joints that have a free bone and no influence.
std::vector<std::uint32_t> IdleJoints(const WeightsRequest& request, const Influences& influences) {
  std::vector<bool> idle(request.joint_count, false);
  for (const BoneSegment& bone : request.bones) idle[bone.joint] = true;
  for (const std::uint32_t joint : request.locked_joints) idle[joint] = false;
  for (const Influence& influence : influences.list) idle[influence.joint] = false;
  std::vector<std::uint32_t> joints;
  for (std::uint32_t j = 0; j < request.joint_count; ++j) {
    if (idle[j]) joints.push_back(j);
  }
  return joints;
}

}  // namespace

Failure TooManyVertices(const std::string& place) {
  return {FailureCode::kLimit, place + "/positions",
          "found more vertices or triangles than 2^28, the most that can be weighed"};
}

std::optional<Failure> CheckSurface(std::span<const Vec3> positions,
                                    std::span<const std::uint32_t> triangles,
                                    const std::string& place) {
  if (positions.empty()) {
    return Broken(place + "/positions", "found no vertex, expected at least one");
  }
  if (positions.size() > kMaxVertices || triangles.size() / 3 > kMaxVertices) {
    return TooManyVertices(place);
  }
  if (const auto bad = model::FirstUnusable(positions)) {
    return Broken(model::At(place, "positions", *bad), model::kNotUsable);
  }
  return CheckTriangles(triangles, positions.size(), place);
}

std::optional<Failure> CheckTriangles(std::span<const std::uint32_t> triangles,
                                      std::size_t vertex_count, const std::string& place) {
  if (triangles.size() % 3 != 0) {
    return Broken(place + "/triangles", "found " + std::to_string(triangles.size()) +
                                            " corners, expected three a triangle");
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (triangles[i] < vertex_count) continue;
    return Broken(model::At(place, "triangles", i), "found vertex " + std::to_string(triangles[i]) +
                                                        ", expected one of " +
                                                        std::to_string(vertex_count));
  }
  return std::nullopt;
}

std::optional<Failure> CheckJointCount(std::uint32_t joint_count, const std::string& place) {
  constexpr std::uint32_t kMost = 1u << 20;
  if (joint_count <= kMost) return std::nullopt;
  return Failure{FailureCode::kLimit, place,
                 "found " + std::to_string(joint_count) +
                     " joints, expected at most 2^20, the most that can be weighed"};
}

std::optional<Failure> CheckRequest(const WeightsRequest& request) {
  std::optional<Failure> failure = CheckSurface(request.positions, request.triangles);
  if (!failure) failure = CheckJointCount(request.joint_count, "/joint_count");
  if (!failure) failure = CheckBones(request);
  if (!failure) failure = CheckLocks(request);
  return failure;
}

std::vector<bool> LockedJoints(std::span<const std::uint32_t> joints, std::uint32_t joint_count) {
  std::vector<bool> locked(joint_count, false);
  for (const std::uint32_t joint : joints) {
    if (joint < joint_count) locked[joint] = true;
  }
  return locked;
}

Result<WeightsResult> WeightsFinish::Run(Rows rows) const {
  if (smoothing > 0) {
    Result<Rows> smooth = SmoothRows(NormalRows(std::move(rows)), NeighboursOf(surface),
                                     request.joint_count, smoothing, max_weights_bytes);
    if (!smooth.ok()) return smooth.failure();
    rows = std::move(smooth).value();
  }
  WeightsResult result;
  result.report = BeginReport(request, surface);
  Result<Influences> finished =
      FinishRows(rows, surface.place_of_vertex,
                 {.most = max_influences,
                  .locked = locked,
                  .before = request.locked_joints.empty() ? nullptr : request.before,
                  .totals = totals,
                  .max_bytes = max_weights_bytes},
                 result.report);
  if (!finished.ok()) return finished.failure();
  result.influences = std::move(finished).value();
  MeasureJump(request.triangles, result.influences, result.report);
  result.report.idle_joints = IdleJoints(request, result.influences);
  return result;
}

std::uint32_t JointBound(const Influences& influences) {
  std::uint32_t bound = 0;
  for (const Influence& influence : influences.list) bound = std::max(bound, influence.joint + 1);
  return bound;
}

}  // namespace sinew::weights

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/joint_bones.h"

#include <algorithm>
#include <utility>

#include "rig/segment.h"

namespace sinew::weights {

void JointBones::Add(std::uint32_t joint, const Segment& segment) {
  if (joints.empty() || joints.back() != joint) {
    joints.push_back(joint);
    begins.push_back(begins.back());
  }
  segments.push_back(segment);
  ++begins.back();
}

JointBones GroupBones(const Surface& surface, std::span<const BoneSegment> bones,
                      const std::vector<bool>& locked) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;  // Joint, bone.
  for (std::uint32_t b = 0; b < bones.size(); ++b) {
    if (!locked[bones[b].joint]) order.emplace_back(bones[b].joint, b);
  }
  std::sort(order.begin(), order.end());
  JointBones grouped;
  for (const auto& [joint, b] : order) {
    const BoneSegment& bone = bones[b];
    grouped.Add(joint, {surface.Scaled(bone.head), surface.Scaled(bone.tail),
                        static_cast<double>(bone.radius) * surface.scale});
  }
  return grouped;
}

ToBone NearestOf(const JointBones& bones, std::size_t joint, Vec3D from) {
  ToBone best{{}, -1.0};
  for (std::uint32_t s = bones.begins[joint]; s < bones.begins[joint + 1]; ++s) {
    const JointBones::Segment& bone = bones.segments[s];
    const Vec3D point = rig::ClosestOnSegment(bone.head, bone.tail, from);
    const double distance = Length(Sub(point, from));
    if (best.distance < 0.0 || distance < best.distance) best = {point, distance};
  }
  return best;
}

Reach AddFalloff(const JointBones& bones, Vec3D from, std::vector<model::Share>& shares) {
  Reach reach;
  double least = -1.0;
  for (std::size_t j = 0; j < bones.joints.size(); ++j) {
    double most = 0.0;
    for (std::uint32_t s = bones.begins[j]; s < bones.begins[j + 1]; ++s) {
      const JointBones::Segment& bone = bones.segments[s];
      const Vec3D point = rig::ClosestOnSegment(bone.head, bone.tail, from);
      const double distance = Length(Sub(point, from));
      if (distance < bone.radius) most = std::max(most, (bone.radius - distance) / bone.radius);
      if (least < 0.0 || distance < least) reach.nearest = j, least = distance;
    }
    if (!(most > 0.0)) continue;
    shares.push_back({bones.joints[j], most});
    reach.total += most;
  }
  return reach;
}

}  // namespace sinew::weights

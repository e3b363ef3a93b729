// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights by distance to the bones (S4 to S8).
#include <limits>
#include <utility>

#include "math/usable.h"
#include "model/checks.h"
#include "rig/segment.h"
#include "sinew/rigging.h"

namespace sinew {
namespace {

// A bone at bind. Nothing is turned there, so its space differs from model space by its base alone
// (S8).
struct Segment {
  scalar::Vec3D base, tip;
  double radius;

  // 1 on the bone, 0 from its radius on (S5).
  double PullOn(scalar::Vec3D p) const {
    const double distance = rig::DistanceToSegment(base, tip, p);
    return distance < radius ? (radius - distance) / radius : 0.0;
  }
};

std::vector<Segment> SegmentsOf(const BoneRig& rig, std::span<const Affine> bind) {
  std::vector<Segment> segments;
  segments.reserve(rig.bones.size());
  for (std::size_t i = 0; i < rig.bones.size(); ++i) {
    const scalar::Vec3D base = scalar::OriginOf(bind[i]);
    segments.push_back({base, scalar::Add(base, scalar::Widen(rig.bones[i].extent)),
                        static_cast<double>(rig.bones[i].radius)});
  }
  return segments;
}

}  // namespace

Result<Influences> BoneWeights(std::span<const Vec3> positions, const BoneRig& rig) {
  const Result<std::vector<Affine>> bind = BindPose(rig);
  if (!bind.ok()) return bind.failure();
  if (const auto vertex = model::FirstUnusable(positions)) {
    return model::Broken(model::At("/positions", *vertex), model::kNotUsable);
  }
  const std::vector<Segment> segments = SegmentsOf(rig, *bind);
  Influences influences{.begins = {0}};
  influences.begins.reserve(positions.size() + 1);
  std::vector<double> pulls(segments.size());
  for (const Vec3& position : positions) {
    const scalar::Vec3D p = scalar::Widen(position);
    double sum = 0.0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      pulls[i] = segments[i].PullOn(p);
      sum += pulls[i];
    }
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (!(pulls[i] > 0.0)) continue;  // S7, and S6 where all are.
      const auto weight = static_cast<float>(pulls[i] / sum);
      if (weight > 0.0f) influences.list.push_back({static_cast<std::uint32_t>(i), weight});
    }
    if (influences.list.size() > std::numeric_limits<std::uint32_t>::max()) {
      return Failure{FailureCode::kLimit, "/bones", "found more influences than 32 bits count"};
    }
    influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
  }
  return influences;
}

Result<PolygonMesh> AssignBoneWeights(PolygonMesh mesh, const BoneRig& rig) {
  Result<Influences> influences = BoneWeights(mesh.positions(), rig);
  if (!influences.ok()) return influences.failure();
  PolygonMesh::Parts parts = std::move(mesh).TakeParts();
  parts.influences = std::move(influences).value();
  return PolygonMesh::Create(std::move(parts));
}

}  // namespace sinew

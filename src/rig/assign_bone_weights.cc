// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights by distance to the bones of a rig (S4 to S8).
#include <utility>

#include "model/checks.h"
#include "rig/weights/joint_bones.h"
#include "rig/weights/rows.h"
#include "sinew/rigging.h"

namespace sinew {
namespace {

// At bind nothing is turned, so a bone's space differs from model space by its base alone (S8).
weights::JointBones BonesAtBind(const BoneRig& rig, std::span<const Affine> bind) {
  weights::JointBones bones;
  for (std::uint32_t b = 0; b < rig.bones.size(); ++b) {
    const scalar::Vec3D base = scalar::OriginOf(bind[b]);
    bones.Add(b, {base, scalar::Add(base, scalar::Widen(rig.bones[b].extent)),
                  static_cast<double>(rig.bones[b].radius)});
  }
  return bones;
}

}  // namespace

Result<Influences> BoneWeights(std::span<const Vec3> positions, const BoneRig& rig) {
  const Result<std::vector<Affine>> bind = BindPose(rig);
  if (!bind.ok()) return bind.failure();
  if (const auto vertex = model::FirstUnusable(positions)) {
    return model::Broken(model::At("/positions", *vertex), model::kNotUsable);
  }
  const weights::JointBones bones = BonesAtBind(rig, *bind);
  weights::Rows rows;
  rows.begins.reserve(positions.size() + 1);
  for (const Vec3& position : positions) {
    weights::AddFalloff(bones, scalar::Widen(position), rows.shares);
    rows.EndRow();
    if (auto failure = weights::CheckRoom(rows.shares.size(), kMaxWeightsBytes)) {
      return *std::move(failure);
    }
  }
  WeightsReport report;
  const std::vector<bool> none_locked(rig.bones.size(), false);
  return weights::FinishRows(rows, {}, {.locked = none_locked}, report);
}

Result<PolygonMesh> AssignBoneWeights(PolygonMesh mesh, const BoneRig& rig) {
  Result<Influences> influences = BoneWeights(mesh.positions(), rig);
  if (!influences.ok()) return influences.failure();
  PolygonMesh::Parts parts = std::move(mesh).TakeParts();
  parts.influences = std::move(influences).value();
  return PolygonMesh::Create(std::move(parts));
}

}  // namespace sinew

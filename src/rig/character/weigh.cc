// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <utility>

#include "rig/character/mesh.h"
#include "rig/character/skeleton.h"
#include "sinew/weights.h"

namespace sinew::character {
namespace {

Vec3 Narrow(Vec3D v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// From every joint to its children; those without any go on to the end of what they move.
std::vector<BoneSegment> Bones() {
  std::vector<BoneSegment> bones;
  const auto add = [&](Joint joint, Vec3D tail) {
    bones.push_back({SkinEntry(joint), Narrow(JointAt(joint)), Narrow(tail)});
  };
  for (std::uint32_t j = kHips + 1; j < kJointCount; ++j) {
    const JointSpec& spec = JointSpecs()[j];
    add(static_cast<Joint>(spec.parent), spec.position);
  }
  add(kHead, {0.0, 1.70, 0.0});
  const Vec3D fingertips = Add(JointAt(kFingersL), Scale(LeftArm().lower, 0.06));
  const Vec3D toes = Add(JointAt(kToeL), {0.002, 0.0, 0.055});
  add(kFingersL, fingertips);
  add(kFingersR, {-fingertips.x, fingertips.y, fingertips.z});
  add(kToeL, toes);
  add(kToeR, {-toes.x, toes.y, toes.z});
  return bones;
}

}  // namespace

Result<Influences> WeighSurface(const WholeSurface& surface, std::uint32_t max_influences) {
  const std::vector<BoneSegment> bones = Bones();
  Result<WeightsResult> weighed = HeatWeights({.positions = surface.positions,
                                               .triangles = surface.triangles,
                                               .bones = bones,
                                               .joint_count = kSkinSize},
                                              {.max_influences = max_influences});
  if (!weighed.ok()) return weighed.failure();
  return std::move(weighed->influences);
}

}  // namespace sinew::character

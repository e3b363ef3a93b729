// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// IK of a rig that is being edited. The solver is the pose room's (S16).
#include "rig/ik_bones.h"
#include "sinew/rigging.h"

namespace sinew {

Result<GradientIkJob::Outcome> SolveIk(BoneRig& rig, std::uint32_t steps) {
  if (auto failure = CheckRig(rig)) return *std::move(failure);
  rig::IkParts parts(rig);
  GradientIkJob::Outcome outcome;
  if (const Error error = parts.Job(rig, steps).Run(outcome); error != Error::kNone) {
    return rig::FailureOf(error);
  }
  for (std::size_t i = 0; i < rig.bones.size(); ++i) rig.bones[i].pose = parts.bones[i].pose;
  return outcome;
}

Result<std::vector<Vec3>> IkGradient(const BoneRig& rig) {
  if (auto failure = CheckRig(rig)) return *std::move(failure);
  rig::IkParts parts(rig);
  std::vector<Vec3> gradient(rig.bones.size());
  double energy = 0.0;
  if (const Error error = parts.Job(rig).Evaluate(energy, gradient); error != Error::kNone) {
    return rig::FailureOf(error);
  }
  return gradient;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/quat.h"
#include "math/vec.h"
#include "sinew/blending.h"

namespace sinew {

Error MakeDelta(ConstPoseView pose, ConstPoseView reference, PoseView delta) {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!pose.holds(delta.joint_count) || !reference.holds(delta.joint_count) ||
      !delta.holds(delta.joint_count)) {
    return Error::kPoseTooSmall;
  }
  if (pose.morphs.size() < delta.morphs.size() || reference.morphs.size() < delta.morphs.size()) {
    return Error::kMorphsTooSmall;
  }
  const auto ratio = [](float a, float b) { return b == 0.0f ? 1.0f : a / b; };
  for (std::uint32_t joint = 0; joint < delta.joint_count; ++joint) {
    const auto [to_t, to_r, to_s] = pose.joint(joint);
    const auto [from_t, from_r, from_s] = reference.joint(joint);
    const Quat back{-from_r.x, -from_r.y, -from_r.z, from_r.w};
    delta.set_joint(joint, {.translation = scalar::Sub(to_t, from_t),
                            .rotation = Normalize(scalar::Multiply(back, to_r)),
                            .scale = {ratio(to_s.x, from_s.x), ratio(to_s.y, from_s.y),
                                      ratio(to_s.z, from_s.z)}});
  }
  for (std::size_t slot = 0; slot < delta.morphs.size(); ++slot) {
    delta.morphs[slot] = pose.morphs[slot] - reference.morphs[slot];
  }
  return Error::kNone;
}

}  // namespace sinew

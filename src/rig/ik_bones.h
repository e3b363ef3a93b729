// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A rig as the solver of the pose room wants it.
#pragma once

#include <vector>

#include "sinew/bones.h"
#include "sinew/ik.h"
#include "sinew/result.h"

namespace sinew::rig {

struct IkParts {
  std::vector<IkBone> bones;
  std::vector<IkHandle> handles;
  GradientIkScratch scratch;

  explicit IkParts(const BoneRig& rig);
  GradientIkJob Job(const BoneRig& rig, std::uint32_t steps = 0) {
    return {.rig = {rig.base, rig.base_offset, bones},
            .handles = handles,
            .steps = steps,
            .scratch = scratch};
  }
};

// What a job says about a rig that CheckRig has nothing against.
Failure FailureOf(Error error);

}  // namespace sinew::rig

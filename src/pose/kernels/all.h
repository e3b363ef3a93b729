// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// All kernels of this room, for the target that the including file has chosen.
#pragma once

#include "pose/kernels/blend.h"
#include "pose/kernels/kernels.h"
#include "pose/kernels/local_to_model.h"
#include "pose/kernels/sample_packed.h"

namespace sinew::SINEW_TARGET {

const PoseKernels kPoseKernels = {
    .sample_packed = SamplePacked,
    .local_to_model = LocalToModel,
    .blend = Blend,
};

}  // namespace sinew::SINEW_TARGET

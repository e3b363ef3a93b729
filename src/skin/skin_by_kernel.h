// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// SkinJob with kernels of one's choice: how tests hold every instruction set against spec::Skin.
#pragma once

#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "skin/kernels/kernels.h"

namespace sinew {

// A job that SkinJob::Validate found sound.
void SkinByKernel(const SkinJob& job, const SkinKernels& kernels);

}  // namespace sinew

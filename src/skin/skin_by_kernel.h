// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// SkinMeshJob with kernels of one's choice: how tests hold every instruction set against SkinJob.
#pragma once

#include "sinew/skinned_mesh.h"
#include "skin/kernels/kernels.h"

namespace sinew {

// A job that SkinMeshJob::Validate found sound.
void SkinByKernel(const SkinMeshJob& job, const SkinKernels& kernels);

}  // namespace sinew

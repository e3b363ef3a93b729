// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A blend job, as its kernels take it.
#pragma once

#include <cstddef>

#include "pose/kernels/kernels.h"
#include "sinew/blending.h"

namespace sinew {

// More layers, or more deltas, than this are blended by the specification: the same bits, only
// slower.
inline constexpr std::size_t kMostLayers = 32;

// Joints only. The job is valid and has no more than kMostLayers of either kind.
void BlendByKernel(const BlendJob& job, const PoseKernels& kernels);
// The same, a joint at a time.
void BlendBySpecification(const BlendJob& job);

}  // namespace sinew

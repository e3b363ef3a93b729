// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/kernels/kernels.h"

namespace sinew {

const PoseKernels& PoseKernelsOf(Isa isa) {
  switch (isa) {
#if defined(__x86_64__)
    case Isa::kSse4:
      return sse4_target::kPoseKernels;
    case Isa::kAvx2:
      return avx2_target::kPoseKernels;
#elif defined(__aarch64__)
    case Isa::kNeon:
      return neon_target::kPoseKernels;
#elif defined(__wasm_simd128__)
    case Isa::kWasm:
      return wasm_target::kPoseKernels;
#endif
    default:
      return scalar_target::kPoseKernels;
  }
}

const PoseKernels& ChosenPoseKernels() { return PoseKernelsOf(ChosenIsa()); }

}  // namespace sinew

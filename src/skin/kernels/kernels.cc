// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "skin/kernels/kernels.h"

namespace sinew {

const SkinKernels& SkinKernelsOf(Isa isa) {
  switch (isa) {
#if defined(__x86_64__)
    case Isa::kSse4:
      return sse4_target::kSkinKernels;
    case Isa::kAvx2:
      return avx2_target::kSkinKernels;
#elif defined(__aarch64__)
    case Isa::kNeon:
      return neon_target::kSkinKernels;
#elif defined(__wasm_simd128__)
    case Isa::kWasm:
      return wasm_target::kSkinKernels;
#endif
    default:
      return scalar_target::kSkinKernels;
  }
}

const SkinKernels& ChosenSkinKernels() { return SkinKernelsOf(ChosenIsa()); }

}  // namespace sinew

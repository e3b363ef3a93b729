// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/meshopt/kernels/kernels.h"

namespace sinew {

const MeshoptKernels& MeshoptKernelsOf(Isa isa) {
  switch (isa) {
#if defined(__x86_64__)
    case Isa::kSse4:
      return sse4_target::kMeshoptKernels;
    case Isa::kAvx2:
      return avx2_target::kMeshoptKernels;
#elif defined(__aarch64__)
    case Isa::kNeon:
      return neon_target::kMeshoptKernels;
#elif defined(__wasm_simd128__)
    case Isa::kWasm:
      return wasm_target::kMeshoptKernels;
#endif
    default:
      return scalar_target::kMeshoptKernels;
  }
}

}  // namespace sinew

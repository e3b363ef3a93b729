// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sixteen bytes of one instruction set, for kernels on bytes; see target.h, which comes first.
// Integers only: every operation is exact, so every target gives the same bits.
#pragma once

#include "math/simd/target.h"

#if defined(SINEW_TARGET_SCALAR)
#include "math/simd/u8x16_array.h"
#elif defined(SINEW_TARGET_SSE4) || defined(SINEW_TARGET_AVX2)
#include "math/simd/u8x16_sse.h"
#elif defined(SINEW_TARGET_NEON)
#include "math/simd/u8x16_neon.h"
#elif defined(SINEW_TARGET_WASM)
#include "math/simd/u8x16_wasm.h"
#endif

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The vectors of one instruction set. A kernel is written once against f32x4 and f32x8 and compiled
// once an instruction set, each time in a namespace of its own, so that the linker can never keep
// one target's copy for another. A kernel's source file defines one of
//
//   SINEW_TARGET_SCALAR  SINEW_TARGET_SSE4  SINEW_TARGET_AVX2  SINEW_TARGET_NEON  SINEW_TARGET_WASM
//
// includes this header, and then the kernels' text. Nothing here may come from the standard
// library's templates: their weak symbols would be compiled for this target and kept for all.
//
//   Same bits  every operation is one IEEE operation on each lane. There is no fused multiply-add,
//              no estimate, no horizontal sum; minimum and maximum are compare-and-select.
#pragma once

#include "base/arithmetic.h"
#include "sinew/math.h"

#if defined(SINEW_TARGET_SCALAR)
#define SINEW_TARGET scalar_target
#include "math/simd/f32x4_array.h"
#include "math/simd/f32x8_pair.h"
#elif defined(SINEW_TARGET_SSE4)
#define SINEW_TARGET sse4_target
#include "math/simd/f32x4_sse.h"
#include "math/simd/f32x8_pair.h"
#elif defined(SINEW_TARGET_AVX2)
#define SINEW_TARGET avx2_target
#include "math/simd/f32x4_sse.h"
#include "math/simd/f32x8_avx2.h"
#elif defined(SINEW_TARGET_NEON)
#define SINEW_TARGET neon_target
#include "math/simd/f32x4_neon.h"
#include "math/simd/f32x8_pair.h"
#elif defined(SINEW_TARGET_WASM)
#define SINEW_TARGET wasm_target
#include "math/simd/f32x4_wasm.h"
#include "math/simd/f32x8_pair.h"
#else
#error "Define the target of this kernel file before including math/simd/target.h."
#endif

// For what a kernel's inner loop is made of: compilers judge by size, and a call passes eight lanes
// through memory. The other keeps apart what would only make a loop long.
#if defined(_MSC_VER)
#define SINEW_INLINE static __forceinline
#define SINEW_APART static __declspec(noinline)
#else
#define SINEW_INLINE static inline __attribute__((always_inline))
#define SINEW_APART static __attribute__((noinline))
#endif

namespace sinew::SINEW_TARGET {

// True of plain arrays: they are there for the bits, and compile slowly. Kernels leave out ways
// that only save time.
#if defined(SINEW_TARGET_SCALAR)
static constexpr bool kFewWays = true;
#else
static constexpr bool kFewWays = false;
#endif

// The twelve floats of a matrix, row by row. std::array's own functions are templates.
static inline const float* FloatsOf(const Affine& a) { return reinterpret_cast<const float*>(&a); }
static inline float* FloatsOf(Affine& a) { return reinterpret_cast<float*>(&a); }

}  // namespace sinew::SINEW_TARGET

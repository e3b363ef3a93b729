// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four 32-bit integers of one instruction set, and the four doubles they are converted to; see
// target.h, which comes first. There are no arrays here for the scalar target: kernels on these
// types have a plain function per element as their specification.
//
//   EvenWords(a, b)       a0 a2 b0 b2; OddWords: a1 a3 b1 b3.
//   InterleaveLow(a, b)   a0 b0 a1 b1; InterleaveHigh: a2 b2 a3 b3.
//   LowHalves(a, b)       In each lane the low 16 bits of a, and above them those of b.
//   SignOf(a)             All bits of a lane that is negative, else none.
//   SelectBySign(s, a, b) a where s is negative, else b.
//   AllSame(a, b, bits)   Whether a and b have the same of these bits in every lane.
//   FloatsOf, DoublesOf   Exact here: below 2^24 in floats.
//   Truncated(a)          Toward zero. Lanes must be within the range of an int.
//   NearestEven(a)        To nearest, halves to the even integer; the same range.
//   HalfWithSignOf(a)     0.5, or -0.5 where the sign bit of a is set.
//   Larger(a, b)          a where a > b, else b.
//   AnyNegative(a)        Whether a sign bit is set.
#pragma once

#include "math/simd/target.h"

#if defined(SINEW_TARGET_SSE4)
#include "math/simd/f64x4_sse.h"
#include "math/simd/i32x4_sse.h"
#elif defined(SINEW_TARGET_AVX2)
#include "math/simd/f64x4_avx2.h"
#include "math/simd/i32x4_sse.h"
#elif defined(SINEW_TARGET_NEON)
#include "math/simd/i32x4_neon.h"
#elif defined(SINEW_TARGET_WASM)
#include "math/simd/i32x4_wasm.h"
#endif

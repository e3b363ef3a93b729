// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Refuses to compile where the compiler would not do the arithmetic as written. Every source file
// that computes with floats includes this one. What it cannot see is contraction into fused
// multiply-adds: -ffp-contract=off is set in cmake/SinewRoom.cmake, and the golden hashes of the
// tests find out.
#pragma once

#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(_M_FP_FAST)
#error "Sinew's results are the same bits everywhere: build it without -ffast-math or -Ofast."
#endif

#if defined(__FMA__)
#error "Sinew's results are the same bits everywhere: build it without -mfma."
#endif

#if (defined(__i386__) && !defined(__SSE2_MATH__)) || (defined(_M_IX86) && _M_IX86_FP < 2)
#error "The x87 unit rounds to other widths: build for x86-64, or with -msse2 -mfpmath=sse."
#endif

#if (defined(__arm__) && !defined(__aarch64__)) || defined(_M_ARM)
#error "ARMv7 NEON flushes denormals: build for AArch64."
#endif

static_assert(FLT_EVAL_METHOD == 0, "float expressions must be evaluated as float");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four doubles in an AVX register; i32x4.h says what each function means.
#pragma once

#include "math/simd/i32x4_sse.h"

namespace sinew::SINEW_TARGET {

struct f64x4 {
  __m256d v;
};

static inline f64x4 LoadDoubles(const double* from) { return {_mm256_loadu_pd(from)}; }
static inline void StoreDoubles(double* to, f64x4 a) { _mm256_storeu_pd(to, a.v); }
static inline f64x4 SplatDouble(double a) { return {_mm256_set1_pd(a)}; }
static inline f64x4 operator+(f64x4 a, f64x4 b) { return {_mm256_add_pd(a.v, b.v)}; }
static inline f64x4 operator-(f64x4 a, f64x4 b) { return {_mm256_sub_pd(a.v, b.v)}; }
static inline f64x4 operator*(f64x4 a, f64x4 b) { return {_mm256_mul_pd(a.v, b.v)}; }
static inline f64x4 operator/(f64x4 a, f64x4 b) { return {_mm256_div_pd(a.v, b.v)}; }
static inline f64x4 Sqrt(f64x4 a) { return {_mm256_sqrt_pd(a.v)}; }
static inline f64x4 Larger(f64x4 a, f64x4 b) { return {_mm256_max_pd(a.v, b.v)}; }
static inline f64x4 HalfWithSignOf(f64x4 a) {
  return {_mm256_or_pd(_mm256_and_pd(a.v, _mm256_set1_pd(-0.0)), _mm256_set1_pd(0.5))};
}
static inline bool AnyNegative(f64x4 a) { return _mm256_movemask_pd(a.v) != 0; }

static inline f64x4 DoublesOf(i32x4 a) { return {_mm256_cvtepi32_pd(a.v)}; }
static inline i32x4 Truncated(f64x4 a) { return {_mm256_cvttpd_epi32(a.v)}; }
static inline i32x4 NearestEven(f64x4 a) { return {_mm256_cvtpd_epi32(a.v)}; }

}  // namespace sinew::SINEW_TARGET

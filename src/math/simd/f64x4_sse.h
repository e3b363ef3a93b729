// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four doubles in two SSE registers; i32x4.h says what each function means.
#pragma once

#include "math/simd/i32x4_sse.h"

namespace sinew::SINEW_TARGET {

struct f64x4 {
  __m128d low, high;
};

static inline f64x4 LoadDoubles(const double* from) {
  return {_mm_loadu_pd(from), _mm_loadu_pd(from + 2)};
}
static inline void StoreDoubles(double* to, f64x4 a) {
  _mm_storeu_pd(to, a.low);
  _mm_storeu_pd(to + 2, a.high);
}
static inline f64x4 SplatDouble(double a) { return {_mm_set1_pd(a), _mm_set1_pd(a)}; }
static inline f64x4 operator+(f64x4 a, f64x4 b) {
  return {_mm_add_pd(a.low, b.low), _mm_add_pd(a.high, b.high)};
}
static inline f64x4 operator-(f64x4 a, f64x4 b) {
  return {_mm_sub_pd(a.low, b.low), _mm_sub_pd(a.high, b.high)};
}
static inline f64x4 operator*(f64x4 a, f64x4 b) {
  return {_mm_mul_pd(a.low, b.low), _mm_mul_pd(a.high, b.high)};
}
static inline f64x4 operator/(f64x4 a, f64x4 b) {
  return {_mm_div_pd(a.low, b.low), _mm_div_pd(a.high, b.high)};
}
static inline f64x4 Sqrt(f64x4 a) { return {_mm_sqrt_pd(a.low), _mm_sqrt_pd(a.high)}; }
static inline f64x4 Larger(f64x4 a, f64x4 b) {
  return {_mm_max_pd(a.low, b.low), _mm_max_pd(a.high, b.high)};
}
static inline f64x4 HalfWithSignOf(f64x4 a) {
  const __m128d sign = _mm_set1_pd(-0.0), half = _mm_set1_pd(0.5);
  return {_mm_or_pd(_mm_and_pd(a.low, sign), half), _mm_or_pd(_mm_and_pd(a.high, sign), half)};
}
static inline bool AnyNegative(f64x4 a) { return _mm_movemask_pd(_mm_or_pd(a.low, a.high)) != 0; }

static inline f64x4 DoublesOf(i32x4 a) {
  return {_mm_cvtepi32_pd(a.v), _mm_cvtepi32_pd(_mm_unpackhi_epi64(a.v, a.v))};
}
static inline i32x4 Truncated(f64x4 a) {
  return {_mm_unpacklo_epi64(_mm_cvttpd_epi32(a.low), _mm_cvttpd_epi32(a.high))};
}
static inline i32x4 NearestEven(f64x4 a) {
  return {_mm_unpacklo_epi64(_mm_cvtpd_epi32(a.low), _mm_cvtpd_epi32(a.high))};
}

}  // namespace sinew::SINEW_TARGET

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four integers in an SSE register. Needs SSE4.1; i32x4.h says what each function means.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct i32x4 {
  __m128i v;
};

static inline i32x4 LoadInts(const std::uint8_t* from) {
  return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))};
}
static inline void StoreInts(std::uint8_t* to, i32x4 a) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), a.v);
}
static inline i32x4 SplatInt(std::int32_t a) { return {_mm_set1_epi32(a)}; }

static inline i32x4 operator+(i32x4 a, i32x4 b) { return {_mm_add_epi32(a.v, b.v)}; }
static inline i32x4 operator-(i32x4 a, i32x4 b) { return {_mm_sub_epi32(a.v, b.v)}; }
static inline i32x4 operator&(i32x4 a, i32x4 b) { return {_mm_and_si128(a.v, b.v)}; }
static inline i32x4 operator|(i32x4 a, i32x4 b) { return {_mm_or_si128(a.v, b.v)}; }
static inline i32x4 operator^(i32x4 a, i32x4 b) { return {_mm_xor_si128(a.v, b.v)}; }
template <int kBits>
static inline i32x4 ShiftLeft(i32x4 a) {
  return {_mm_slli_epi32(a.v, kBits)};
}
template <int kBits>
static inline i32x4 ShiftRight(i32x4 a) {
  return {_mm_srli_epi32(a.v, kBits)};
}
template <int kBits>
static inline i32x4 ShiftRightSigned(i32x4 a) {
  return {_mm_srai_epi32(a.v, kBits)};
}
static inline i32x4 SignOf(i32x4 a) { return ShiftRightSigned<31>(a); }
static inline i32x4 SelectBySign(i32x4 sign, i32x4 where_set, i32x4 elsewhere) {
  return {_mm_castps_si128(_mm_blendv_ps(_mm_castsi128_ps(elsewhere.v),
                                         _mm_castsi128_ps(where_set.v), _mm_castsi128_ps(sign.v)))};
}
static inline bool AllSame(i32x4 a, i32x4 b, i32x4 bits) {
  return _mm_test_all_zeros(_mm_xor_si128(a.v, b.v), bits.v) != 0;
}
static inline i32x4 LowHalves(i32x4 a, i32x4 b) {
  return {_mm_blend_epi16(a.v, _mm_slli_epi32(b.v, 16), 0xAA)};
}

static inline i32x4 EvenWords(i32x4 a, i32x4 b) {
  return {_mm_castps_si128(
      _mm_shuffle_ps(_mm_castsi128_ps(a.v), _mm_castsi128_ps(b.v), _MM_SHUFFLE(2, 0, 2, 0)))};
}
static inline i32x4 OddWords(i32x4 a, i32x4 b) {
  return {_mm_castps_si128(
      _mm_shuffle_ps(_mm_castsi128_ps(a.v), _mm_castsi128_ps(b.v), _MM_SHUFFLE(3, 1, 3, 1)))};
}
static inline i32x4 InterleaveLow(i32x4 a, i32x4 b) { return {_mm_unpacklo_epi32(a.v, b.v)}; }
static inline i32x4 InterleaveHigh(i32x4 a, i32x4 b) { return {_mm_unpackhi_epi32(a.v, b.v)}; }

static inline f32x4 FloatsOf(i32x4 a) { return {_mm_cvtepi32_ps(a.v)}; }
static inline i32x4 Truncated(f32x4 a) { return {_mm_cvttps_epi32(a.v)}; }
static inline f32x4 Larger(f32x4 a, f32x4 b) { return {_mm_max_ps(a.v, b.v)}; }
static inline f32x4 HalfWithSignOf(f32x4 a) {
  return {_mm_or_ps(_mm_and_ps(a.v, _mm_set1_ps(-0.0f)), _mm_set1_ps(0.5f))};
}

}  // namespace sinew::SINEW_TARGET

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight floats in an AVX register; f32x8_pair.h says what each function means.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct f32x8 {
  __m256 v;
};
struct mask8 {
  __m256 v;
};

static inline f32x8 Load8(const float* from) { return {_mm256_loadu_ps(from)}; }
static inline void Store8(float* to, f32x8 a) { _mm256_storeu_ps(to, a.v); }
static inline f32x8 Splat8(float a) { return {_mm256_set1_ps(a)}; }
static inline f32x8 LoadTwice4(const float* from) {
  return {_mm256_broadcast_ps(reinterpret_cast<const __m128*>(from))};
}
static inline f32x4 Low(f32x8 a) { return {_mm256_castps256_ps128(a.v)}; }
static inline f32x4 High(f32x8 a) { return {_mm256_extractf128_ps(a.v, 1)}; }

static inline f32x8 operator+(f32x8 a, f32x8 b) { return {_mm256_add_ps(a.v, b.v)}; }
static inline f32x8 operator-(f32x8 a, f32x8 b) { return {_mm256_sub_ps(a.v, b.v)}; }
static inline f32x8 operator*(f32x8 a, f32x8 b) { return {_mm256_mul_ps(a.v, b.v)}; }
static inline f32x8 operator/(f32x8 a, f32x8 b) { return {_mm256_div_ps(a.v, b.v)}; }
static inline f32x8 Sqrt(f32x8 a) { return {_mm256_sqrt_ps(a.v)}; }
static inline f32x8 Negate(f32x8 a) { return {_mm256_xor_ps(a.v, _mm256_set1_ps(-0.0f))}; }
static inline f32x8 Abs(f32x8 a) { return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)}; }

static inline mask8 Less(f32x8 a, f32x8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)}; }
static inline mask8 LessEqual(f32x8 a, f32x8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)}; }
static inline mask8 And(mask8 a, mask8 b) { return {_mm256_and_ps(a.v, b.v)}; }
static inline bool All(mask8 a) { return _mm256_movemask_ps(a.v) == 255; }
static inline bool Any(mask8 a) { return _mm256_movemask_ps(a.v) != 0; }
static inline mask8 MaskOfBits8(std::uint32_t bits) {
  const __m256i lane_bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i all = _mm256_set1_epi32(static_cast<int>(bits));
  return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(all, lane_bit), lane_bit))};
}
static inline f32x8 Select(mask8 which, f32x8 where_set, f32x8 elsewhere) {
  return {_mm256_blendv_ps(elsewhere.v, where_set.v, which.v)};
}
static inline f32x8 NegateWhere(mask8 which, f32x8 a) {
  return {_mm256_xor_ps(a.v, _mm256_and_ps(which.v, _mm256_set1_ps(-0.0f)))};
}

template <int kLane>
static inline f32x8 SplatLanes(f32x8 a) {
  return {_mm256_permute_ps(a.v, _MM_SHUFFLE(kLane, kLane, kLane, kLane))};
}
static inline f32x8 FirstThreesOf(f32x8 a, f32x8 b) { return {_mm256_blend_ps(a.v, b.v, 0x88)}; }

static inline void Transpose8(f32x8 a, f32x8 b, f32x8 c, f32x8 d, f32x4 low[4], f32x4 high[4]) {
  const __m256 ab_low = _mm256_unpacklo_ps(a.v, b.v), ab_high = _mm256_unpackhi_ps(a.v, b.v);
  const __m256 cd_low = _mm256_unpacklo_ps(c.v, d.v), cd_high = _mm256_unpackhi_ps(c.v, d.v);
  const f32x8 rows[4] = {{_mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0))},
                         {_mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2))},
                         {_mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0))},
                         {_mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2))}};
  for (int i = 0; i < 4; ++i) {
    low[i] = Low(rows[i]);
    high[i] = High(rows[i]);
  }
}

static inline void Columns8(const f32x4 rows[8], f32x8 columns[4]) {
  const __m256 a = _mm256_set_m128(rows[4].v, rows[0].v), b = _mm256_set_m128(rows[5].v, rows[1].v);
  const __m256 c = _mm256_set_m128(rows[6].v, rows[2].v), d = _mm256_set_m128(rows[7].v, rows[3].v);
  const __m256 ab_low = _mm256_unpacklo_ps(a, b), ab_high = _mm256_unpackhi_ps(a, b);
  const __m256 cd_low = _mm256_unpacklo_ps(c, d), cd_high = _mm256_unpackhi_ps(c, d);
  columns[0] = {_mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0))};
  columns[1] = {_mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2))};
  columns[2] = {_mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0))};
  columns[3] = {_mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2))};
}

static inline void StoreXyz8(float* to, f32x8 x, f32x8 y, f32x8 z) {
  // As StoreXyz4 in each half; then the halves' thirds are put in order.
  const __m256 xy = _mm256_shuffle_ps(x.v, y.v, _MM_SHUFFLE(2, 0, 2, 0));
  const __m256 yz = _mm256_shuffle_ps(y.v, z.v, _MM_SHUFFLE(3, 1, 3, 1));
  const __m256 zx = _mm256_shuffle_ps(z.v, x.v, _MM_SHUFFLE(3, 1, 2, 0));
  const __m256 first = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));
  const __m256 second = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
  const __m256 third = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));
  _mm256_storeu_ps(to, _mm256_permute2f128_ps(first, second, 0x20));
  _mm256_storeu_ps(to + 8, _mm256_permute2f128_ps(third, first, 0x30));
  _mm256_storeu_ps(to + 16, _mm256_permute2f128_ps(second, third, 0x31));
}

struct bytes32 {
  __m256i v;
};
static inline bytes32 WidenedU16(bytes16 control) {
  const __m256i nowhere = _mm256_set1_epi32(static_cast<int>(0x80800000u));
  return {_mm256_or_si256(_mm256_cvtepu16_epi32(control.v), nowhere)};
}
static inline bytes32 WidenedU8(bytes16 control) {
  const __m256i nowhere = _mm256_set1_epi32(static_cast<int>(0x80808000u));
  return {_mm256_or_si256(_mm256_cvtepu8_epi32(control.v), nowhere)};
}
static inline bytes32 Rearrange8(const std::uint8_t* from, bytes32 control) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  return {_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), control.v)};
}
static inline bytes32 KeepBits8(bytes32 a, std::uint32_t even, std::uint32_t odd) {
  const auto e = static_cast<int>(even), o = static_cast<int>(odd);
  return {_mm256_and_si256(a.v, _mm256_setr_epi32(e, o, e, o, e, o, e, o))};
}
static inline f32x8 FloatsOfU32(bytes32 a) { return {_mm256_cvtepi32_ps(a.v)}; }

}  // namespace sinew::SINEW_TARGET

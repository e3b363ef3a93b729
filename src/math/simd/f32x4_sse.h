// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four floats in an SSE register. Needs SSE4.1; f32x4_array.h says what each function means.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct f32x4 {
  __m128 v;
};
struct mask4 {
  __m128 v;
};

static inline f32x4 Load4(const float* from) { return {_mm_loadu_ps(from)}; }
static inline void Store4(float* to, f32x4 a) { _mm_storeu_ps(to, a.v); }
static inline f32x4 Splat4(float a) { return {_mm_set1_ps(a)}; }
static inline f32x4 Set4(float a, float b, float c, float d) { return {_mm_setr_ps(a, b, c, d)}; }

static inline f32x4 operator+(f32x4 a, f32x4 b) { return {_mm_add_ps(a.v, b.v)}; }
static inline f32x4 operator-(f32x4 a, f32x4 b) { return {_mm_sub_ps(a.v, b.v)}; }
static inline f32x4 operator*(f32x4 a, f32x4 b) { return {_mm_mul_ps(a.v, b.v)}; }
static inline f32x4 operator/(f32x4 a, f32x4 b) { return {_mm_div_ps(a.v, b.v)}; }
static inline f32x4 Sqrt(f32x4 a) { return {_mm_sqrt_ps(a.v)}; }
static inline f32x4 Negate(f32x4 a) { return {_mm_xor_ps(a.v, _mm_set1_ps(-0.0f))}; }
static inline f32x4 Abs(f32x4 a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)}; }

static inline mask4 Less(f32x4 a, f32x4 b) { return {_mm_cmplt_ps(a.v, b.v)}; }
static inline mask4 LessEqual(f32x4 a, f32x4 b) { return {_mm_cmple_ps(a.v, b.v)}; }
static inline mask4 And(mask4 a, mask4 b) { return {_mm_and_ps(a.v, b.v)}; }
static inline bool All(mask4 a) { return _mm_movemask_ps(a.v) == 15; }
static inline bool Any(mask4 a) { return _mm_movemask_ps(a.v) != 0; }
static inline mask4 MaskOfBits4(std::uint32_t bits) {
  const __m128i lane_bit = _mm_setr_epi32(1, 2, 4, 8);
  const __m128i all = _mm_set1_epi32(static_cast<int>(bits));
  return {_mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, lane_bit), lane_bit))};
}
static inline f32x4 Select(mask4 which, f32x4 where_set, f32x4 elsewhere) {
  return {_mm_blendv_ps(elsewhere.v, where_set.v, which.v)};
}
static inline f32x4 NegateWhere(mask4 which, f32x4 a) {
  return {_mm_xor_ps(a.v, _mm_and_ps(which.v, _mm_set1_ps(-0.0f)))};
}

template <int kLane>
static inline f32x4 SplatLane(f32x4 a) {
  return {_mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(kLane, kLane, kLane, kLane))};
}
static inline f32x4 FirstThreeOf(f32x4 a, f32x4 b) { return {_mm_blend_ps(a.v, b.v, 8)}; }
static inline void Transpose4(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  _MM_TRANSPOSE4_PS(a.v, b.v, c.v, d.v);
}

static inline void StoreXyz(float* to, f32x4 a) {
  _mm_storel_pi(reinterpret_cast<__m64*>(to), a.v);
  _mm_store_ss(to + 2, _mm_movehl_ps(a.v, a.v));
}
static inline void StoreXyz4(float* to, f32x4 x, f32x4 y, f32x4 z) {
  // x0 x2 y0 y2, y1 y3 z1 z3, z0 z2 x1 x3: each output takes two pairs of these.
  const __m128 xy = _mm_shuffle_ps(x.v, y.v, _MM_SHUFFLE(2, 0, 2, 0));
  const __m128 yz = _mm_shuffle_ps(y.v, z.v, _MM_SHUFFLE(3, 1, 3, 1));
  const __m128 zx = _mm_shuffle_ps(z.v, x.v, _MM_SHUFFLE(3, 1, 2, 0));
  _mm_storeu_ps(to, _mm_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
  _mm_storeu_ps(to + 4, _mm_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
  _mm_storeu_ps(to + 8, _mm_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
}

struct bytes16 {
  __m128i v;
};
static inline bytes16 LoadBytes16(const std::uint8_t* from) {
  return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))};
}
static inline bytes16 Rearrange(bytes16 source, bytes16 control) {
  return {_mm_shuffle_epi8(source.v, control.v)};
}
static inline bytes16 WidenedLowU16(bytes16 control) {
  return {_mm_unpacklo_epi16(control.v, _mm_set1_epi8(-128))};
}
static inline bytes16 WidenedHighU16(bytes16 control) {
  return {_mm_unpackhi_epi16(control.v, _mm_set1_epi8(-128))};
}
static inline bytes16 WidenedLowU8(bytes16 control) {
  return WidenedLowU16({_mm_unpacklo_epi8(control.v, _mm_set1_epi8(-128))});
}
static inline bytes16 WidenedHighU8(bytes16 control) {
  return WidenedHighU16({_mm_unpacklo_epi8(control.v, _mm_set1_epi8(-128))});
}
static inline bytes16 KeepBits(bytes16 a, std::uint32_t even, std::uint32_t odd) {
  const auto e = static_cast<int>(even), o = static_cast<int>(odd);
  return {_mm_and_si128(a.v, _mm_setr_epi32(e, o, e, o))};
}
static inline f32x4 FloatsOfU32(bytes16 a) { return {_mm_cvtepi32_ps(a.v)}; }

}  // namespace sinew::SINEW_TARGET

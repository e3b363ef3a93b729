// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four integers in a NEON register of AArch64, and four doubles in two; i32x4.h says what each
// function means.
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct i32x4 {
  int32x4_t v;
};

static inline i32x4 LoadInts(const std::uint8_t* from) {
  return {vreinterpretq_s32_u8(vld1q_u8(from))};
}
static inline void StoreInts(std::uint8_t* to, i32x4 a) { vst1q_u8(to, vreinterpretq_u8_s32(a.v)); }
static inline i32x4 SplatInt(std::int32_t a) { return {vdupq_n_s32(a)}; }

static inline i32x4 operator+(i32x4 a, i32x4 b) { return {vaddq_s32(a.v, b.v)}; }
static inline i32x4 operator-(i32x4 a, i32x4 b) { return {vsubq_s32(a.v, b.v)}; }
static inline i32x4 operator&(i32x4 a, i32x4 b) { return {vandq_s32(a.v, b.v)}; }
static inline i32x4 operator|(i32x4 a, i32x4 b) { return {vorrq_s32(a.v, b.v)}; }
static inline i32x4 operator^(i32x4 a, i32x4 b) { return {veorq_s32(a.v, b.v)}; }
template <int kBits>
static inline i32x4 ShiftLeft(i32x4 a) {
  return {vshlq_n_s32(a.v, kBits)};
}
template <int kBits>
static inline i32x4 ShiftRight(i32x4 a) {
  return {vreinterpretq_s32_u32(vshrq_n_u32(vreinterpretq_u32_s32(a.v), kBits))};
}
template <int kBits>
static inline i32x4 ShiftRightSigned(i32x4 a) {
  return {vshrq_n_s32(a.v, kBits)};
}
static inline i32x4 SignOf(i32x4 a) { return ShiftRightSigned<31>(a); }
static inline i32x4 SelectBySign(i32x4 sign, i32x4 where_set, i32x4 elsewhere) {
  return {vbslq_s32(vreinterpretq_u32_s32(SignOf(sign).v), where_set.v, elsewhere.v)};
}
static inline bool AllSame(i32x4 a, i32x4 b, i32x4 bits) {
  const int32x4_t other = vandq_s32(veorq_s32(a.v, b.v), bits.v);
  return vmaxvq_u32(vreinterpretq_u32_s32(other)) == 0;
}
static inline i32x4 LowHalves(i32x4 a, i32x4 b) {
  return {
      vreinterpretq_s32_s16(vtrn1q_s16(vreinterpretq_s16_s32(a.v), vreinterpretq_s16_s32(b.v)))};
}

static inline i32x4 EvenWords(i32x4 a, i32x4 b) { return {vuzp1q_s32(a.v, b.v)}; }
static inline i32x4 OddWords(i32x4 a, i32x4 b) { return {vuzp2q_s32(a.v, b.v)}; }
static inline i32x4 InterleaveLow(i32x4 a, i32x4 b) { return {vzip1q_s32(a.v, b.v)}; }
static inline i32x4 InterleaveHigh(i32x4 a, i32x4 b) { return {vzip2q_s32(a.v, b.v)}; }

static inline f32x4 FloatsOf(i32x4 a) { return {vcvtq_f32_s32(a.v)}; }
static inline i32x4 Truncated(f32x4 a) { return {vcvtq_s32_f32(a.v)}; }
static inline f32x4 Larger(f32x4 a, f32x4 b) { return {vbslq_f32(vcgtq_f32(a.v, b.v), a.v, b.v)}; }
static inline f32x4 HalfWithSignOf(f32x4 a) {
  return {vbslq_f32(vdupq_n_u32(0x80000000u), a.v, vdupq_n_f32(0.5f))};
}

struct f64x4 {
  float64x2_t low, high;
};

static inline f64x4 LoadDoubles(const double* from) {
  return {vld1q_f64(from), vld1q_f64(from + 2)};
}
static inline void StoreDoubles(double* to, f64x4 a) {
  vst1q_f64(to, a.low);
  vst1q_f64(to + 2, a.high);
}
static inline f64x4 SplatDouble(double a) { return {vdupq_n_f64(a), vdupq_n_f64(a)}; }
static inline f64x4 operator+(f64x4 a, f64x4 b) {
  return {vaddq_f64(a.low, b.low), vaddq_f64(a.high, b.high)};
}
static inline f64x4 operator-(f64x4 a, f64x4 b) {
  return {vsubq_f64(a.low, b.low), vsubq_f64(a.high, b.high)};
}
static inline f64x4 operator*(f64x4 a, f64x4 b) {
  return {vmulq_f64(a.low, b.low), vmulq_f64(a.high, b.high)};
}
static inline f64x4 operator/(f64x4 a, f64x4 b) {
  return {vdivq_f64(a.low, b.low), vdivq_f64(a.high, b.high)};
}
static inline f64x4 Sqrt(f64x4 a) { return {vsqrtq_f64(a.low), vsqrtq_f64(a.high)}; }
static inline f64x4 Larger(f64x4 a, f64x4 b) {
  return {vbslq_f64(vcgtq_f64(a.low, b.low), a.low, b.low),
          vbslq_f64(vcgtq_f64(a.high, b.high), a.high, b.high)};
}
static inline f64x4 HalfWithSignOf(f64x4 a) {
  const uint64x2_t sign = vdupq_n_u64(std::uint64_t{1} << 63);
  const float64x2_t half = vdupq_n_f64(0.5);
  return {vbslq_f64(sign, a.low, half), vbslq_f64(sign, a.high, half)};
}
static inline bool AnyNegative(f64x4 a) {
  const uint64x2_t either = vorrq_u64(vreinterpretq_u64_f64(a.low), vreinterpretq_u64_f64(a.high));
  return ((vgetq_lane_u64(either, 0) | vgetq_lane_u64(either, 1)) >> 63) != 0;
}

static inline f64x4 DoublesOf(i32x4 a) {
  return {vcvtq_f64_s64(vmovl_s32(vget_low_s32(a.v))), vcvtq_f64_s64(vmovl_high_s32(a.v))};
}
static inline i32x4 Truncated(f64x4 a) {
  return {vcombine_s32(vmovn_s64(vcvtq_s64_f64(a.low)), vmovn_s64(vcvtq_s64_f64(a.high)))};
}
static inline i32x4 NearestEven(f64x4 a) {
  return {vcombine_s32(vmovn_s64(vcvtnq_s64_f64(a.low)), vmovn_s64(vcvtnq_s64_f64(a.high)))};
}

}  // namespace sinew::SINEW_TARGET

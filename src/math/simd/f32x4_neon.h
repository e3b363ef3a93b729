// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four floats in a NEON register of AArch64; f32x4_array.h says what each function means.
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct f32x4 {
  float32x4_t v;
};
struct mask4 {
  uint32x4_t v;
};

static inline f32x4 Load4(const float* from) { return {vld1q_f32(from)}; }
static inline void Store4(float* to, f32x4 a) { vst1q_f32(to, a.v); }
static inline f32x4 Splat4(float a) { return {vdupq_n_f32(a)}; }
static inline f32x4 Set4(float a, float b, float c, float d) {
  const float lanes[4] = {a, b, c, d};
  return {vld1q_f32(lanes)};
}

static inline f32x4 operator+(f32x4 a, f32x4 b) { return {vaddq_f32(a.v, b.v)}; }
static inline f32x4 operator-(f32x4 a, f32x4 b) { return {vsubq_f32(a.v, b.v)}; }
static inline f32x4 operator*(f32x4 a, f32x4 b) { return {vmulq_f32(a.v, b.v)}; }
static inline f32x4 operator/(f32x4 a, f32x4 b) { return {vdivq_f32(a.v, b.v)}; }
static inline f32x4 Sqrt(f32x4 a) { return {vsqrtq_f32(a.v)}; }
static inline f32x4 Negate(f32x4 a) { return {vnegq_f32(a.v)}; }
static inline f32x4 Abs(f32x4 a) { return {vabsq_f32(a.v)}; }

static inline mask4 Less(f32x4 a, f32x4 b) { return {vcltq_f32(a.v, b.v)}; }
static inline mask4 LessEqual(f32x4 a, f32x4 b) { return {vcleq_f32(a.v, b.v)}; }
static inline mask4 And(mask4 a, mask4 b) { return {vandq_u32(a.v, b.v)}; }
static inline bool All(mask4 a) { return vminvq_u32(a.v) != 0; }
static inline bool Any(mask4 a) { return vmaxvq_u32(a.v) != 0; }
static inline mask4 MaskOfBits4(std::uint32_t bits) {
  const std::uint32_t lane_bit[4] = {1, 2, 4, 8};
  return {vtstq_u32(vdupq_n_u32(bits), vld1q_u32(lane_bit))};
}
static inline f32x4 Select(mask4 which, f32x4 where_set, f32x4 elsewhere) {
  return {vbslq_f32(which.v, where_set.v, elsewhere.v)};
}
static inline f32x4 NegateWhere(mask4 which, f32x4 a) {
  const uint32x4_t sign = vandq_u32(which.v, vdupq_n_u32(0x80000000u));
  return {vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(a.v), sign))};
}

template <int kLane>
static inline f32x4 SplatLane(f32x4 a) {
  return {vdupq_laneq_f32(a.v, kLane)};
}
static inline f32x4 FirstThreeOf(f32x4 a, f32x4 b) { return {vcopyq_laneq_f32(a.v, 3, b.v, 3)}; }
static inline void Transpose4(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const float32x4_t ab_even = vtrn1q_f32(a.v, b.v), ab_odd = vtrn2q_f32(a.v, b.v);
  const float32x4_t cd_even = vtrn1q_f32(c.v, d.v), cd_odd = vtrn2q_f32(c.v, d.v);
  a.v = vcombine_f32(vget_low_f32(ab_even), vget_low_f32(cd_even));
  b.v = vcombine_f32(vget_low_f32(ab_odd), vget_low_f32(cd_odd));
  c.v = vcombine_f32(vget_high_f32(ab_even), vget_high_f32(cd_even));
  d.v = vcombine_f32(vget_high_f32(ab_odd), vget_high_f32(cd_odd));
}

static inline void StoreXyz(float* to, f32x4 a) {
  vst1_f32(to, vget_low_f32(a.v));
  vst1q_lane_f32(to + 2, a.v, 2);
}
static inline void StoreXyz4(float* to, f32x4 x, f32x4 y, f32x4 z) {
  float32x4x3_t xyz;
  xyz.val[0] = x.v;
  xyz.val[1] = y.v;
  xyz.val[2] = z.v;
  vst3q_f32(to, xyz);
}

struct bytes16 {
  uint8x16_t v;
};
static inline bytes16 LoadBytes16(const std::uint8_t* from) { return {vld1q_u8(from)}; }
// A table index beyond 15 gives 0, as 0x80 should.
static inline bytes16 Rearrange(bytes16 source, bytes16 control) {
  return {vqtbl1q_u8(source.v, control.v)};
}
static inline bytes16 WidenedLowU16(bytes16 control) {
  const uint16x8_t nowhere = vdupq_n_u16(0x8080);
  return {vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(control.v), nowhere))};
}
static inline bytes16 WidenedHighU16(bytes16 control) {
  const uint16x8_t nowhere = vdupq_n_u16(0x8080);
  return {vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(control.v), nowhere))};
}
static inline bytes16 WidenedLowU8(bytes16 control) {
  return WidenedLowU16({vzip1q_u8(control.v, vdupq_n_u8(0x80))});
}
static inline bytes16 WidenedHighU8(bytes16 control) {
  return WidenedHighU16({vzip1q_u8(control.v, vdupq_n_u8(0x80))});
}
static inline bytes16 KeepBits(bytes16 a, std::uint32_t even, std::uint32_t odd) {
  const std::uint32_t bits[4] = {even, odd, even, odd};
  return {vandq_u8(a.v, vreinterpretq_u8_u32(vld1q_u32(bits)))};
}
static inline f32x4 FloatsOfU32(bytes16 a) { return {vcvtq_f32_u32(vreinterpretq_u32_u8(a.v))}; }

}  // namespace sinew::SINEW_TARGET

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sixteen bytes in a NEON register of AArch64; u8x16_array.h says what each function means.
#pragma once

#include <arm_neon.h>

#include <cstdint>
#include <cstring>

namespace sinew::SINEW_TARGET {

struct u8x16 {
  uint8x16_t v;
};

static inline u8x16 FromPairs(uint16x8_t a) { return {vreinterpretq_u8_u16(a)}; }
static inline uint16x8_t ToPairs(u8x16 a) { return vreinterpretq_u16_u8(a.v); }
static inline u8x16 FromWords(uint32x4_t a) { return {vreinterpretq_u8_u32(a)}; }
static inline uint32x4_t ToWords(u8x16 a) { return vreinterpretq_u32_u8(a.v); }

static inline u8x16 LoadBytes(const std::uint8_t* from) { return {vld1q_u8(from)}; }
static inline u8x16 LoadHalves(const std::uint8_t* low, const std::uint8_t* high) {
  return {vcombine_u8(vld1_u8(low), vld1_u8(high))};
}
static inline void StoreBytes(std::uint8_t* to, u8x16 a) { vst1q_u8(to, a.v); }
static inline u8x16 SplatByte(std::uint8_t a) { return {vdupq_n_u8(a)}; }
static inline u8x16 SplatHalves(std::uint8_t low, std::uint8_t high) {
  return {vcombine_u8(vdup_n_u8(low), vdup_n_u8(high))};
}
static inline u8x16 SplatWord(const std::uint8_t* from) {
  std::uint32_t word;
  std::memcpy(&word, from, sizeof word);
  return FromWords(vdupq_n_u32(word));
}

static inline u8x16 And(u8x16 a, u8x16 b) { return {vandq_u8(a.v, b.v)}; }
static inline u8x16 Or(u8x16 a, u8x16 b) { return {vorrq_u8(a.v, b.v)}; }
static inline u8x16 Xor(u8x16 a, u8x16 b) { return {veorq_u8(a.v, b.v)}; }
static inline u8x16 AndNot(u8x16 mask, u8x16 b) { return {vbicq_u8(b.v, mask.v)}; }
static inline u8x16 AddBytes(u8x16 a, u8x16 b) { return {vaddq_u8(a.v, b.v)}; }
static inline u8x16 AddPairs(u8x16 a, u8x16 b) {
  return FromPairs(vaddq_u16(ToPairs(a), ToPairs(b)));
}

static inline u8x16 UnzigzagBytes(u8x16 a) {
  const uint8x16_t sign = vsubq_u8(vdupq_n_u8(0), vandq_u8(a.v, vdupq_n_u8(1)));
  return {veorq_u8(vshrq_n_u8(a.v, 1), sign)};
}
static inline u8x16 UnzigzagPairs(u8x16 a) {
  const uint16x8_t pairs = ToPairs(a);
  const uint16x8_t sign = vsubq_u16(vdupq_n_u16(0), vandq_u16(pairs, vdupq_n_u16(1)));
  return FromPairs(veorq_u16(vshrq_n_u16(pairs, 1), sign));
}

static inline u8x16 ShiftPairsRight(u8x16 a, int bits) {
  return FromPairs(vshlq_u16(ToPairs(a), vdupq_n_s16(static_cast<std::int16_t>(-bits))));
}
static inline u8x16 RotateWordsRight(u8x16 a, int bits) {
  // A shift by 32 gives zero.
  return FromWords(vorrq_u32(vshlq_u32(ToWords(a), vdupq_n_s32(-bits)),
                             vshlq_u32(ToWords(a), vdupq_n_s32(32 - bits))));
}

static inline u8x16 EqualBytes(u8x16 a, u8x16 b) { return {vceqq_u8(a.v, b.v)}; }
static inline std::uint32_t BitsOf(u8x16 a) {
  static const std::uint8_t lane_bits[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                             1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t all = vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(a.v), 7));
  const uint8x16_t bits = vandq_u8(all, vld1q_u8(lane_bits));
  return vaddv_u8(vget_low_u8(bits)) | std::uint32_t{vaddv_u8(vget_high_u8(bits))} << 8;
}
static inline u8x16 ShuffleBytes(u8x16 a, u8x16 control) { return {vqtbl1q_u8(a.v, control.v)}; }

static inline u8x16 InterleaveBytesLow(u8x16 a, u8x16 b) { return {vzip1q_u8(a.v, b.v)}; }
static inline u8x16 InterleaveBytesHigh(u8x16 a, u8x16 b) { return {vzip2q_u8(a.v, b.v)}; }
static inline u8x16 InterleavePairsLow(u8x16 a, u8x16 b) {
  return FromPairs(vzip1q_u16(ToPairs(a), ToPairs(b)));
}
static inline u8x16 InterleavePairsHigh(u8x16 a, u8x16 b) {
  return FromPairs(vzip2q_u16(ToPairs(a), ToPairs(b)));
}

static inline u8x16 OneWordUp(u8x16 a) { return {vextq_u8(vdupq_n_u8(0), a.v, 12)}; }
static inline u8x16 TwoWordsUp(u8x16 a) { return {vextq_u8(vdupq_n_u8(0), a.v, 8)}; }
static inline u8x16 SplatLastWord(u8x16 a) { return FromWords(vdupq_laneq_u32(ToWords(a), 3)); }

static inline void StoreWords(std::uint8_t* to, std::size_t stride, u8x16 a) {
  const std::uint32_t words[4] = {vgetq_lane_u32(ToWords(a), 0), vgetq_lane_u32(ToWords(a), 1),
                                  vgetq_lane_u32(ToWords(a), 2), vgetq_lane_u32(ToWords(a), 3)};
  for (std::size_t i = 0; i < 4; ++i) std::memcpy(to + i * stride, &words[i], 4);
}

}  // namespace sinew::SINEW_TARGET

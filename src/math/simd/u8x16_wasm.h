// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sixteen bytes in a WebAssembly vector; u8x16_array.h says what each function means.
#pragma once

#include <wasm_simd128.h>

#include <cstdint>
#include <cstring>

namespace sinew::SINEW_TARGET {

struct u8x16 {
  v128_t v;
};

static inline u8x16 LoadBytes(const std::uint8_t* from) { return {wasm_v128_load(from)}; }
static inline u8x16 LoadHalves(const std::uint8_t* low, const std::uint8_t* high) {
  return {wasm_v128_load64_lane(high, wasm_v128_load64_zero(low), 1)};
}
static inline void StoreBytes(std::uint8_t* to, u8x16 a) { wasm_v128_store(to, a.v); }
static inline u8x16 SplatByte(std::uint8_t a) { return {wasm_u8x16_splat(a)}; }
static inline u8x16 SplatHalves(std::uint8_t low, std::uint8_t high) {
  return {wasm_i64x2_shuffle(wasm_u8x16_splat(low), wasm_u8x16_splat(high), 0, 2)};
}
static inline u8x16 SplatWord(const std::uint8_t* from) { return {wasm_v128_load32_splat(from)}; }

static inline u8x16 And(u8x16 a, u8x16 b) { return {wasm_v128_and(a.v, b.v)}; }
static inline u8x16 Or(u8x16 a, u8x16 b) { return {wasm_v128_or(a.v, b.v)}; }
static inline u8x16 Xor(u8x16 a, u8x16 b) { return {wasm_v128_xor(a.v, b.v)}; }
static inline u8x16 AndNot(u8x16 mask, u8x16 b) { return {wasm_v128_andnot(b.v, mask.v)}; }
static inline u8x16 AddBytes(u8x16 a, u8x16 b) { return {wasm_i8x16_add(a.v, b.v)}; }
static inline u8x16 AddPairs(u8x16 a, u8x16 b) { return {wasm_i16x8_add(a.v, b.v)}; }

static inline u8x16 UnzigzagBytes(u8x16 a) {
  const v128_t sign = wasm_i8x16_neg(wasm_v128_and(a.v, wasm_u8x16_const_splat(1)));
  return {wasm_v128_xor(wasm_u8x16_shr(a.v, 1), sign)};
}
static inline u8x16 UnzigzagPairs(u8x16 a) {
  const v128_t sign = wasm_i16x8_neg(wasm_v128_and(a.v, wasm_u16x8_const_splat(1)));
  return {wasm_v128_xor(wasm_u16x8_shr(a.v, 1), sign)};
}

static inline u8x16 ShiftPairsRight(u8x16 a, int bits) {
  return {wasm_u16x8_shr(a.v, static_cast<std::uint32_t>(bits))};
}
static inline u8x16 RotateWordsRight(u8x16 a, int bits) {
  // Counts are taken modulo 32.
  const auto right = static_cast<std::uint32_t>(bits);
  return {wasm_v128_or(wasm_u32x4_shr(a.v, right), wasm_i32x4_shl(a.v, 32 - right))};
}

static inline u8x16 EqualBytes(u8x16 a, u8x16 b) { return {wasm_i8x16_eq(a.v, b.v)}; }
static inline std::uint32_t BitsOf(u8x16 a) { return wasm_i8x16_bitmask(a.v); }
static inline u8x16 ShuffleBytes(u8x16 a, u8x16 control) {
  return {wasm_i8x16_swizzle(a.v, control.v)};
}

static inline u8x16 InterleaveBytesLow(u8x16 a, u8x16 b) {
  return {wasm_i8x16_shuffle(a.v, b.v, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)};
}
static inline u8x16 InterleaveBytesHigh(u8x16 a, u8x16 b) {
  return {
      wasm_i8x16_shuffle(a.v, b.v, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)};
}
static inline u8x16 InterleavePairsLow(u8x16 a, u8x16 b) {
  return {wasm_i16x8_shuffle(a.v, b.v, 0, 8, 1, 9, 2, 10, 3, 11)};
}
static inline u8x16 InterleavePairsHigh(u8x16 a, u8x16 b) {
  return {wasm_i16x8_shuffle(a.v, b.v, 4, 12, 5, 13, 6, 14, 7, 15)};
}

static inline u8x16 OneWordUp(u8x16 a) {
  return {wasm_i32x4_shuffle(a.v, wasm_u32x4_const_splat(0), 4, 0, 1, 2)};
}
static inline u8x16 TwoWordsUp(u8x16 a) {
  return {wasm_i32x4_shuffle(a.v, wasm_u32x4_const_splat(0), 4, 5, 0, 1)};
}
static inline u8x16 SplatLastWord(u8x16 a) { return {wasm_i32x4_shuffle(a.v, a.v, 3, 3, 3, 3)}; }

static inline void StoreWords(std::uint8_t* to, std::size_t stride, u8x16 a) {
  wasm_v128_store32_lane(to, a.v, 0);
  wasm_v128_store32_lane(to + stride, a.v, 1);
  wasm_v128_store32_lane(to + 2 * stride, a.v, 2);
  wasm_v128_store32_lane(to + 3 * stride, a.v, 3);
}

}  // namespace sinew::SINEW_TARGET

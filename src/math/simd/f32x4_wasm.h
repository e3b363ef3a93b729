// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four floats in a WebAssembly vector; f32x4_array.h says what each function means.
#pragma once

#include <wasm_simd128.h>

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct f32x4 {
  v128_t v;
};
struct mask4 {
  v128_t v;
};

static inline f32x4 Load4(const float* from) { return {wasm_v128_load(from)}; }
static inline void Store4(float* to, f32x4 a) { wasm_v128_store(to, a.v); }
static inline f32x4 Splat4(float a) { return {wasm_f32x4_splat(a)}; }
static inline f32x4 Set4(float a, float b, float c, float d) {
  return {wasm_f32x4_make(a, b, c, d)};
}

static inline f32x4 operator+(f32x4 a, f32x4 b) { return {wasm_f32x4_add(a.v, b.v)}; }
static inline f32x4 operator-(f32x4 a, f32x4 b) { return {wasm_f32x4_sub(a.v, b.v)}; }
static inline f32x4 operator*(f32x4 a, f32x4 b) { return {wasm_f32x4_mul(a.v, b.v)}; }
static inline f32x4 operator/(f32x4 a, f32x4 b) { return {wasm_f32x4_div(a.v, b.v)}; }
static inline f32x4 Sqrt(f32x4 a) { return {wasm_f32x4_sqrt(a.v)}; }
static inline f32x4 Negate(f32x4 a) { return {wasm_f32x4_neg(a.v)}; }
static inline f32x4 Abs(f32x4 a) { return {wasm_f32x4_abs(a.v)}; }

static inline mask4 Less(f32x4 a, f32x4 b) { return {wasm_f32x4_lt(a.v, b.v)}; }
static inline mask4 LessEqual(f32x4 a, f32x4 b) { return {wasm_f32x4_le(a.v, b.v)}; }
static inline mask4 And(mask4 a, mask4 b) { return {wasm_v128_and(a.v, b.v)}; }
static inline bool All(mask4 a) { return wasm_i32x4_all_true(a.v); }
static inline bool Any(mask4 a) { return wasm_v128_any_true(a.v); }
static inline mask4 MaskOfBits4(std::uint32_t bits) {
  const v128_t lane_bit = wasm_i32x4_make(1, 2, 4, 8);
  const v128_t all = wasm_i32x4_splat(static_cast<int>(bits));
  return {wasm_i32x4_eq(wasm_v128_and(all, lane_bit), lane_bit)};
}
static inline f32x4 Select(mask4 which, f32x4 where_set, f32x4 elsewhere) {
  return {wasm_v128_bitselect(where_set.v, elsewhere.v, which.v)};
}
static inline f32x4 NegateWhere(mask4 which, f32x4 a) {
  return {wasm_v128_xor(a.v, wasm_v128_and(which.v, wasm_f32x4_splat(-0.0f)))};
}

template <int kLane>
static inline f32x4 SplatLane(f32x4 a) {
  return {wasm_i32x4_shuffle(a.v, a.v, kLane, kLane, kLane, kLane)};
}
static inline f32x4 FirstThreeOf(f32x4 a, f32x4 b) {
  return {wasm_i32x4_shuffle(a.v, b.v, 0, 1, 2, 7)};
}
static inline void Transpose4(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const v128_t ab_low = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5);
  const v128_t ab_high = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t cd_low = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5);
  const v128_t cd_high = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a.v = wasm_i32x4_shuffle(ab_low, cd_low, 0, 1, 4, 5);
  b.v = wasm_i32x4_shuffle(ab_low, cd_low, 2, 3, 6, 7);
  c.v = wasm_i32x4_shuffle(ab_high, cd_high, 0, 1, 4, 5);
  d.v = wasm_i32x4_shuffle(ab_high, cd_high, 2, 3, 6, 7);
}

static inline void StoreXyz(float* to, f32x4 a) {
  wasm_v128_store64_lane(to, a.v, 0);
  wasm_v128_store32_lane(to + 2, a.v, 2);
}
static inline void StoreXyz4(float* to, f32x4 x, f32x4 y, f32x4 z) {
  const v128_t xy = wasm_i32x4_shuffle(x.v, y.v, 0, 2, 4, 6);
  const v128_t yz = wasm_i32x4_shuffle(y.v, z.v, 1, 3, 5, 7);
  const v128_t zx = wasm_i32x4_shuffle(z.v, x.v, 0, 2, 5, 7);
  wasm_v128_store(to, wasm_i32x4_shuffle(xy, zx, 0, 2, 4, 6));
  wasm_v128_store(to + 4, wasm_i32x4_shuffle(yz, xy, 0, 2, 5, 7));
  wasm_v128_store(to + 8, wasm_i32x4_shuffle(zx, yz, 1, 3, 5, 7));
}

struct bytes16 {
  v128_t v;
};
static inline bytes16 LoadBytes16(const std::uint8_t* from) { return {wasm_v128_load(from)}; }
// An index beyond 15 gives 0, as 0x80 should.
static inline bytes16 Rearrange(bytes16 source, bytes16 control) {
  return {wasm_i8x16_swizzle(source.v, control.v)};
}
static inline bytes16 WidenedLowU16(bytes16 control) {
  const v128_t nowhere = wasm_u8x16_splat(0x80);
  return {wasm_i16x8_shuffle(control.v, nowhere, 0, 8, 1, 9, 2, 10, 3, 11)};
}
static inline bytes16 WidenedHighU16(bytes16 control) {
  const v128_t nowhere = wasm_u8x16_splat(0x80);
  return {wasm_i16x8_shuffle(control.v, nowhere, 4, 12, 5, 13, 6, 14, 7, 15)};
}
// The first eight bytes, each with a 0x80 after it.
static inline bytes16 PaddedU8(bytes16 control) {
  return {wasm_i8x16_shuffle(control.v, wasm_u8x16_splat(0x80), 0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                             5, 21, 6, 22, 7, 23)};
}
static inline bytes16 WidenedLowU8(bytes16 control) { return WidenedLowU16(PaddedU8(control)); }
static inline bytes16 WidenedHighU8(bytes16 control) { return WidenedHighU16(PaddedU8(control)); }
static inline bytes16 KeepBits(bytes16 a, std::uint32_t even, std::uint32_t odd) {
  return {wasm_v128_and(a.v, wasm_u32x4_make(even, odd, even, odd))};
}
static inline f32x4 FloatsOfU32(bytes16 a) { return {wasm_f32x4_convert_i32x4(a.v)}; }

}  // namespace sinew::SINEW_TARGET

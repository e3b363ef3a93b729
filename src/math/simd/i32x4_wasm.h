// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four integers in a WebAssembly vector, and four doubles in two; i32x4.h says what each function
// means.
#pragma once

#include <wasm_simd128.h>

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct i32x4 {
  v128_t v;
};

static inline i32x4 LoadInts(const std::uint8_t* from) { return {wasm_v128_load(from)}; }
static inline void StoreInts(std::uint8_t* to, i32x4 a) { wasm_v128_store(to, a.v); }
static inline i32x4 SplatInt(std::int32_t a) { return {wasm_i32x4_splat(a)}; }

static inline i32x4 operator+(i32x4 a, i32x4 b) { return {wasm_i32x4_add(a.v, b.v)}; }
static inline i32x4 operator-(i32x4 a, i32x4 b) { return {wasm_i32x4_sub(a.v, b.v)}; }
static inline i32x4 operator&(i32x4 a, i32x4 b) { return {wasm_v128_and(a.v, b.v)}; }
static inline i32x4 operator|(i32x4 a, i32x4 b) { return {wasm_v128_or(a.v, b.v)}; }
static inline i32x4 operator^(i32x4 a, i32x4 b) { return {wasm_v128_xor(a.v, b.v)}; }
template <int kBits>
static inline i32x4 ShiftLeft(i32x4 a) {
  return {wasm_i32x4_shl(a.v, kBits)};
}
template <int kBits>
static inline i32x4 ShiftRight(i32x4 a) {
  return {wasm_u32x4_shr(a.v, kBits)};
}
template <int kBits>
static inline i32x4 ShiftRightSigned(i32x4 a) {
  return {wasm_i32x4_shr(a.v, kBits)};
}
static inline i32x4 SignOf(i32x4 a) { return ShiftRightSigned<31>(a); }
static inline i32x4 SelectBySign(i32x4 sign, i32x4 where_set, i32x4 elsewhere) {
  return {wasm_v128_bitselect(where_set.v, elsewhere.v, SignOf(sign).v)};
}
static inline bool AllSame(i32x4 a, i32x4 b, i32x4 bits) {
  return !wasm_v128_any_true(wasm_v128_and(wasm_v128_xor(a.v, b.v), bits.v));
}
static inline i32x4 LowHalves(i32x4 a, i32x4 b) {
  return {wasm_i16x8_shuffle(a.v, b.v, 0, 8, 2, 10, 4, 12, 6, 14)};
}

static inline i32x4 EvenWords(i32x4 a, i32x4 b) {
  return {wasm_i32x4_shuffle(a.v, b.v, 0, 2, 4, 6)};
}
static inline i32x4 OddWords(i32x4 a, i32x4 b) {
  return {wasm_i32x4_shuffle(a.v, b.v, 1, 3, 5, 7)};
}
static inline i32x4 InterleaveLow(i32x4 a, i32x4 b) {
  return {wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5)};
}
static inline i32x4 InterleaveHigh(i32x4 a, i32x4 b) {
  return {wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7)};
}

static inline f32x4 FloatsOf(i32x4 a) { return {wasm_f32x4_convert_i32x4(a.v)}; }
static inline i32x4 Truncated(f32x4 a) { return {wasm_i32x4_trunc_sat_f32x4(a.v)}; }
static inline f32x4 Larger(f32x4 a, f32x4 b) {
  return {wasm_v128_bitselect(a.v, b.v, wasm_f32x4_gt(a.v, b.v))};
}
static inline f32x4 HalfWithSignOf(f32x4 a) {
  return {wasm_v128_bitselect(a.v, wasm_f32x4_splat(0.5f), wasm_f32x4_splat(-0.0f))};
}

struct f64x4 {
  v128_t low, high;
};

static inline f64x4 LoadDoubles(const double* from) {
  return {wasm_v128_load(from), wasm_v128_load(from + 2)};
}
static inline void StoreDoubles(double* to, f64x4 a) {
  wasm_v128_store(to, a.low);
  wasm_v128_store(to + 2, a.high);
}
static inline f64x4 SplatDouble(double a) { return {wasm_f64x2_splat(a), wasm_f64x2_splat(a)}; }
static inline f64x4 operator+(f64x4 a, f64x4 b) {
  return {wasm_f64x2_add(a.low, b.low), wasm_f64x2_add(a.high, b.high)};
}
static inline f64x4 operator-(f64x4 a, f64x4 b) {
  return {wasm_f64x2_sub(a.low, b.low), wasm_f64x2_sub(a.high, b.high)};
}
static inline f64x4 operator*(f64x4 a, f64x4 b) {
  return {wasm_f64x2_mul(a.low, b.low), wasm_f64x2_mul(a.high, b.high)};
}
static inline f64x4 operator/(f64x4 a, f64x4 b) {
  return {wasm_f64x2_div(a.low, b.low), wasm_f64x2_div(a.high, b.high)};
}
static inline f64x4 Sqrt(f64x4 a) { return {wasm_f64x2_sqrt(a.low), wasm_f64x2_sqrt(a.high)}; }
static inline f64x4 Larger(f64x4 a, f64x4 b) {
  return {wasm_v128_bitselect(a.low, b.low, wasm_f64x2_gt(a.low, b.low)),
          wasm_v128_bitselect(a.high, b.high, wasm_f64x2_gt(a.high, b.high))};
}
static inline f64x4 HalfWithSignOf(f64x4 a) {
  const v128_t sign = wasm_f64x2_splat(-0.0), half = wasm_f64x2_splat(0.5);
  return {wasm_v128_bitselect(a.low, half, sign), wasm_v128_bitselect(a.high, half, sign)};
}
static inline bool AnyNegative(f64x4 a) {
  return wasm_i64x2_bitmask(wasm_v128_or(a.low, a.high)) != 0;
}

static inline f64x4 DoublesOf(i32x4 a) {
  return {wasm_f64x2_convert_low_i32x4(a.v),
          wasm_f64x2_convert_low_i32x4(wasm_i64x2_shuffle(a.v, a.v, 1, 1))};
}
static inline i32x4 Truncated(f64x4 a) {
  return {wasm_i64x2_shuffle(wasm_i32x4_trunc_sat_f64x2_zero(a.low),
                             wasm_i32x4_trunc_sat_f64x2_zero(a.high), 0, 2)};
}
static inline i32x4 NearestEven(f64x4 a) {
  return Truncated(f64x4{wasm_f64x2_nearest(a.low), wasm_f64x2_nearest(a.high)});
}

}  // namespace sinew::SINEW_TARGET

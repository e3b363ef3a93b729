// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight floats as two vectors of four, for targets that have nothing wider.
#pragma once

#include <cstdint>

namespace sinew::SINEW_TARGET {

struct f32x8 {
  f32x4 low, high;
};
struct mask8 {
  mask4 low, high;
};

static inline f32x8 Load8(const float* from) { return {Load4(from), Load4(from + 4)}; }
static inline void Store8(float* to, f32x8 a) {
  Store4(to, a.low);
  Store4(to + 4, a.high);
}
static inline f32x8 Splat8(float a) { return {Splat4(a), Splat4(a)}; }
// The same four floats in both halves.
static inline f32x8 LoadTwice4(const float* from) { return {Load4(from), Load4(from)}; }
static inline f32x4 Low(f32x8 a) { return a.low; }
static inline f32x4 High(f32x8 a) { return a.high; }

static inline f32x8 operator+(f32x8 a, f32x8 b) { return {a.low + b.low, a.high + b.high}; }
static inline f32x8 operator-(f32x8 a, f32x8 b) { return {a.low - b.low, a.high - b.high}; }
static inline f32x8 operator*(f32x8 a, f32x8 b) { return {a.low * b.low, a.high * b.high}; }
static inline f32x8 operator/(f32x8 a, f32x8 b) { return {a.low / b.low, a.high / b.high}; }
static inline f32x8 Sqrt(f32x8 a) { return {Sqrt(a.low), Sqrt(a.high)}; }
static inline f32x8 Negate(f32x8 a) { return {Negate(a.low), Negate(a.high)}; }
static inline f32x8 Abs(f32x8 a) { return {Abs(a.low), Abs(a.high)}; }

static inline mask8 Less(f32x8 a, f32x8 b) { return {Less(a.low, b.low), Less(a.high, b.high)}; }
static inline mask8 LessEqual(f32x8 a, f32x8 b) {
  return {LessEqual(a.low, b.low), LessEqual(a.high, b.high)};
}
static inline mask8 And(mask8 a, mask8 b) { return {And(a.low, b.low), And(a.high, b.high)}; }
static inline bool All(mask8 a) { return All(a.low) && All(a.high); }
static inline bool Any(mask8 a) { return Any(a.low) || Any(a.high); }
// The lanes of the lowest eight bits that are set.
static inline mask8 MaskOfBits8(std::uint32_t bits) {
  return {MaskOfBits4(bits), MaskOfBits4(bits >> 4)};
}
static inline f32x8 Select(mask8 which, f32x8 where_set, f32x8 elsewhere) {
  return {Select(which.low, where_set.low, elsewhere.low),
          Select(which.high, where_set.high, elsewhere.high)};
}
static inline f32x8 NegateWhere(mask8 which, f32x8 a) {
  return {NegateWhere(which.low, a.low), NegateWhere(which.high, a.high)};
}

// In each half that half's own lane, everywhere.
template <int kLane>
static inline f32x8 SplatLanes(f32x8 a) {
  return {SplatLane<kLane>(a.low), SplatLane<kLane>(a.high)};
}
// In each half a's first three lanes and b's last.
static inline f32x8 FirstThreesOf(f32x8 a, f32x8 b) {
  return {FirstThreeOf(a.low, b.low), FirstThreeOf(a.high, b.high)};
}

// Rows of eight columns to eight rows of four: low[i] is lane i's (a, b, c, d), high[i] lane 4 +
// i's.
static inline void Transpose8(f32x8 a, f32x8 b, f32x8 c, f32x8 d, f32x4 low[4], f32x4 high[4]) {
  low[0] = a.low, low[1] = b.low, low[2] = c.low, low[3] = d.low;
  high[0] = a.high, high[1] = b.high, high[2] = c.high, high[3] = d.high;
  Transpose4(low[0], low[1], low[2], low[3]);
  Transpose4(high[0], high[1], high[2], high[3]);
}

// The way back: eight rows of four to four columns of eight.
static inline void Columns8(const f32x4 rows[8], f32x8 columns[4]) {
  f32x4 low[4] = {rows[0], rows[1], rows[2], rows[3]};
  f32x4 high[4] = {rows[4], rows[5], rows[6], rows[7]};
  Transpose4(low[0], low[1], low[2], low[3]);
  Transpose4(high[0], high[1], high[2], high[3]);
  for (int i = 0; i < 4; ++i) columns[i] = {low[i], high[i]};
}

// Eight (x, y, z) to 24 floats in a row.
static inline void StoreXyz8(float* to, f32x8 x, f32x8 y, f32x8 z) {
  StoreXyz4(to, x.low, y.low, z.low);
  StoreXyz4(to + 12, x.high, y.high, z.high);
}

// Tables that make eight numbers of four bytes each, out of eight of two bytes or of one; and the
// numbers: sixteen bytes of `from` are read.
struct bytes32 {
  bytes16 low, high;
};
static inline bytes32 WidenedU16(bytes16 control) {
  return {WidenedLowU16(control), WidenedHighU16(control)};
}
static inline bytes32 WidenedU8(bytes16 control) {
  return {WidenedLowU8(control), WidenedHighU8(control)};
}
static inline bytes32 Rearrange8(const std::uint8_t* from, bytes32 control) {
  const bytes16 bytes = LoadBytes16(from);
  return {Rearrange(bytes, control.low), Rearrange(bytes, control.high)};
}
static inline bytes32 KeepBits8(bytes32 a, std::uint32_t even, std::uint32_t odd) {
  return {KeepBits(a.low, even, odd), KeepBits(a.high, even, odd)};
}
static inline f32x8 FloatsOfU32(bytes32 a) { return {FloatsOfU32(a.low), FloatsOfU32(a.high)}; }

}  // namespace sinew::SINEW_TARGET

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Four floats in a plain array: the portable vector, and what the others are held against.
#pragma once

#include <cstdint>
#include <cstring>

namespace sinew::SINEW_TARGET {

struct f32x4 {
  float lane[4];
};
struct mask4 {
  bool lane[4];
};

static inline f32x4 Load4(const float* from) { return {{from[0], from[1], from[2], from[3]}}; }
static inline void Store4(float* to, f32x4 a) { std::memcpy(to, a.lane, sizeof a.lane); }
static inline f32x4 Splat4(float a) { return {{a, a, a, a}}; }
static inline f32x4 Set4(float a, float b, float c, float d) { return {{a, b, c, d}}; }

static inline f32x4 operator+(f32x4 a, f32x4 b) {
  return {
      {a.lane[0] + b.lane[0], a.lane[1] + b.lane[1], a.lane[2] + b.lane[2], a.lane[3] + b.lane[3]}};
}
static inline f32x4 operator-(f32x4 a, f32x4 b) {
  return {
      {a.lane[0] - b.lane[0], a.lane[1] - b.lane[1], a.lane[2] - b.lane[2], a.lane[3] - b.lane[3]}};
}
static inline f32x4 operator*(f32x4 a, f32x4 b) {
  return {
      {a.lane[0] * b.lane[0], a.lane[1] * b.lane[1], a.lane[2] * b.lane[2], a.lane[3] * b.lane[3]}};
}
static inline f32x4 operator/(f32x4 a, f32x4 b) {
  return {
      {a.lane[0] / b.lane[0], a.lane[1] / b.lane[1], a.lane[2] / b.lane[2], a.lane[3] / b.lane[3]}};
}
static inline f32x4 Sqrt(f32x4 a) {
  return {{__builtin_sqrtf(a.lane[0]), __builtin_sqrtf(a.lane[1]), __builtin_sqrtf(a.lane[2]),
           __builtin_sqrtf(a.lane[3])}};
}
static inline f32x4 Negate(f32x4 a) { return {{-a.lane[0], -a.lane[1], -a.lane[2], -a.lane[3]}}; }
static inline f32x4 Abs(f32x4 a) {
  for (float& lane : a.lane) lane = __builtin_fabsf(lane);
  return a;
}

static inline mask4 Less(f32x4 a, f32x4 b) {
  return {
      {a.lane[0] < b.lane[0], a.lane[1] < b.lane[1], a.lane[2] < b.lane[2], a.lane[3] < b.lane[3]}};
}
static inline mask4 LessEqual(f32x4 a, f32x4 b) {
  return {{a.lane[0] <= b.lane[0], a.lane[1] <= b.lane[1], a.lane[2] <= b.lane[2],
           a.lane[3] <= b.lane[3]}};
}
static inline mask4 And(mask4 a, mask4 b) {
  return {{a.lane[0] && b.lane[0], a.lane[1] && b.lane[1], a.lane[2] && b.lane[2],
           a.lane[3] && b.lane[3]}};
}
static inline bool All(mask4 a) { return a.lane[0] && a.lane[1] && a.lane[2] && a.lane[3]; }
static inline bool Any(mask4 a) { return a.lane[0] || a.lane[1] || a.lane[2] || a.lane[3]; }
// All lanes of the lowest four bits that are set.
static inline mask4 MaskOfBits4(std::uint32_t bits) {
  return {{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0}};
}
static inline f32x4 Select(mask4 which, f32x4 where_set, f32x4 elsewhere) {
  for (int i = 0; i < 4; ++i) {
    if (which.lane[i]) elsewhere.lane[i] = where_set.lane[i];
  }
  return elsewhere;
}
// The sign turned where the mask is set: exact, also for zeros.
static inline f32x4 NegateWhere(mask4 which, f32x4 a) { return Select(which, Negate(a), a); }

template <int kLane>
static inline f32x4 SplatLane(f32x4 a) {
  return Splat4(a.lane[kLane]);
}
// a's first three lanes and b's last.
static inline f32x4 FirstThreeOf(f32x4 a, f32x4 b) {
  return {{a.lane[0], a.lane[1], a.lane[2], b.lane[3]}};
}
static inline void Transpose4(f32x4& a, f32x4& b, f32x4& c, f32x4& d) {
  const f32x4 p = a, q = b, r = c, s = d;
  a = {{p.lane[0], q.lane[0], r.lane[0], s.lane[0]}};
  b = {{p.lane[1], q.lane[1], r.lane[1], s.lane[1]}};
  c = {{p.lane[2], q.lane[2], r.lane[2], s.lane[2]}};
  d = {{p.lane[3], q.lane[3], r.lane[3], s.lane[3]}};
}

// The first three lanes; what lies behind them stays.
static inline void StoreXyz(float* to, f32x4 a) { std::memcpy(to, a.lane, 3 * sizeof(float)); }
// Four (x, y, z) to twelve floats in a row.
static inline void StoreXyz4(float* to, f32x4 x, f32x4 y, f32x4 z) {
  for (int i = 0; i < 4; ++i) {
    to[3 * i] = x.lane[i];
    to[3 * i + 1] = y.lane[i];
    to[3 * i + 2] = z.lane[i];
  }
}

// Sixteen bytes, rearranged by a table of sixteen: byte i is source byte control[i], or 0 where
// control[i] is 0x80.
struct bytes16 {
  std::uint8_t byte[16];
};
static inline bytes16 LoadBytes16(const std::uint8_t* from) {
  bytes16 bytes;
  std::memcpy(bytes.byte, from, 16);
  return bytes;
}
static inline bytes16 Rearrange(bytes16 source, bytes16 control) {
  bytes16 result;
  for (int i = 0; i < 16; ++i) {
    const std::uint8_t from = control.byte[i];
    result.byte[i] = (from & 0x80) != 0 ? std::uint8_t{0} : source.byte[from & 15];
  }
  return result;
}
// A table for four numbers of four bytes, the upper ones 0, out of one for numbers of two bytes
// (numbers 0 to 3, and 4 to 7) or of one byte.
static inline bytes16 WidenedLowU16(bytes16 control) {
  bytes16 result;
  for (int i = 0; i < 16; ++i) {
    result.byte[i] = i % 4 < 2 ? control.byte[i / 4 * 2 + i % 4] : std::uint8_t{0x80};
  }
  return result;
}
static inline bytes16 WidenedHighU16(bytes16 control) {
  std::memmove(control.byte, control.byte + 8, 8);
  return WidenedLowU16(control);
}
static inline bytes16 WidenedLowU8(bytes16 control) {
  bytes16 result;
  for (int i = 0; i < 16; ++i) {
    result.byte[i] = i % 4 == 0 ? control.byte[i / 4] : std::uint8_t{0x80};
  }
  return result;
}
static inline bytes16 WidenedHighU8(bytes16 control) {
  std::memmove(control.byte, control.byte + 4, 4);
  return WidenedLowU8(control);
}
// Lane by lane, of four numbers of four bytes: the bits that `even` has in lanes 0 and 2, and `odd`
// in lanes 1 and 3.
static inline bytes16 KeepBits(bytes16 a, std::uint32_t even, std::uint32_t odd) {
  for (int i = 0; i < 16; ++i) {
    const std::uint32_t bits = i / 4 % 2 == 0 ? even : odd;
    a.byte[i] = static_cast<std::uint8_t>(a.byte[i] & (bits >> (8 * (i % 4)) & 0xff));
  }
  return a;
}
// Four little-endian numbers below 2^24: exact.
static inline f32x4 FloatsOfU32(bytes16 a) {
  f32x4 result;
  for (int i = 0; i < 4; ++i) {
    result.lane[i] =
        static_cast<float>(a.byte[4 * i] | a.byte[4 * i + 1] << 8 | a.byte[4 * i + 2] << 16);
  }
  return result;
}

}  // namespace sinew::SINEW_TARGET

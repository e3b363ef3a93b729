// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The filters OCTAHEDRAL and QUATERNION, four elements at a time. Their specification takes one
// element at a time: filter_octahedral.cc and filter_quaternion.cc.
//
// On doubles the operations are those of the specification, and numbers round as their negatives
// do, so the bits are the same. Two things are computed in another way, since the results are
// integers and tests compare all of them:
//
//   OCTAHEDRAL of 8 bits  in floats, where 1.0 is not negative, as it is in broken files alone.
//   QUATERNION            the three small components with halves to even: there are no halves.
//
// Each filter has two passes over a block, the first up to the square roots. In one pass a
// processor would have to look further ahead than it can to begin one root while it waits for
// another.
//
// For the target that the including file has chosen.
#pragma once

#include "io/meshopt/kernels/attribute_block.h"
#include "math/simd/i32x4.h"

namespace sinew::SINEW_TARGET {

static constexpr std::size_t kFilterBlock = 64;  // Elements.

// Calls the function for blocks of elements, a multiple of four each. The last are padded with
// zeros.
template <std::size_t kElementBytes, void (*kFilter)(std::uint8_t*, std::size_t)>
static void InBlocks(std::uint8_t* elements, std::size_t count) {
  for (; count >= 4;) {
    const std::size_t block = count < kFilterBlock ? count / 4 * 4 : kFilterBlock;
    kFilter(elements, block);
    elements += block * kElementBytes;
    count -= block;
  }
  if (count == 0) return;
  std::uint8_t padded[4 * kElementBytes] = {};
  std::memcpy(padded, elements, count * kElementBytes);
  kFilter(padded, 4);
  std::memcpy(elements, padded, count * kElementBytes);
}

// a, or -a where the sign is set.
SINEW_INLINE i32x4 NegateWhere(i32x4 sign, i32x4 a) { return (a ^ sign) - sign; }

// Signed numbers of 16 bits in the low and the high half of each word.
SINEW_INLINE i32x4 LowPairs(i32x4 a) { return ShiftRightSigned<16>(ShiftLeft<16>(a)); }
SINEW_INLINE i32x4 HighPairs(i32x4 a) { return ShiftRightSigned<16>(a); }

// Points of the unfolded octahedron, in units of the encoded 1.0.
struct OctahedralPoints {
  i32x4 x, y, z;
};
SINEW_INLINE OctahedralPoints Unfold(i32x4 x, i32x4 y, i32x4 one) {
  const i32x4 x_sign = SignOf(x), y_sign = SignOf(y);
  const i32x4 z = one - NegateWhere(x_sign, x) - NegateWhere(y_sign, y);
  const i32x4 fold = z & SignOf(z);
  return {x + NegateWhere(x_sign, fold), y + NegateWhere(y_sign, fold), z};
}

static void FilterOctahedralBlock8(std::uint8_t* elements, std::size_t count) {
  float xs[kFilterBlock], ys[kFilterBlock], zs[kFilterBlock], scales[kFilterBlock];
  i32x4 all_bits = SplatInt(0);
  for (std::size_t i = 0; i < count; i += 4) {
    const i32x4 encoded = LoadInts(elements + 4 * i);
    all_bits = all_bits | encoded;
    const OctahedralPoints points = Unfold(ShiftRightSigned<24>(ShiftLeft<24>(encoded)),
                                           ShiftRightSigned<24>(ShiftLeft<16>(encoded)),
                                           ShiftRightSigned<24>(ShiftLeft<8>(encoded)));
    const f32x4 x = FloatsOf(points.x), y = FloatsOf(points.y), z = FloatsOf(points.z);
    Store4(xs + i, x);
    Store4(ys + i, y);
    Store4(zs + i, z);
    const f32x4 square = x * x + y * y + z * z;
    Store4(scales + i, Splat4(127.0f) / Sqrt(Larger(square, Splat4(1.0f))));
  }
  const i32x4 sign_of_one = SplatInt(0x800000);
  if (!AllSame(all_bits, SplatInt(0), sign_of_one)) return spec::FilterOctahedral8(elements, count);
  for (std::size_t i = 0; i < count; i += 4) {
    const f32x4 scale = Load4(scales + i);
    const auto byte = [&](const float* from) {
      const f32x4 a = Load4(from);
      return Truncated(a * scale + HalfWithSignOf(a)) & SplatInt(0xFF);
    };
    const i32x4 fourth = LoadInts(elements + 4 * i) & SplatInt(-0x1000000);
    StoreInts(elements + 4 * i,
              (byte(xs + i) | ShiftLeft<8>(byte(ys + i))) | (ShiftLeft<16>(byte(zs + i)) | fourth));
  }
}

// Elements of 8 bytes as two words each.
struct ElementWords {
  i32x4 low, high;
};
SINEW_INLINE ElementWords LoadWords(const std::uint8_t* from) {
  const i32x4 a = LoadInts(from), b = LoadInts(from + 16);
  return {EvenWords(a, b), OddWords(a, b)};
}
SINEW_INLINE void StoreWords(std::uint8_t* to, ElementWords words) {
  StoreInts(to, InterleaveLow(words.low, words.high));
  StoreInts(to + 16, InterleaveHigh(words.low, words.high));
}

static void FilterOctahedralBlock16(std::uint8_t* elements, std::size_t count) {
  double xs[kFilterBlock], ys[kFilterBlock], zs[kFilterBlock], scales[kFilterBlock];
  for (std::size_t i = 0; i < count; i += 4) {
    const ElementWords encoded = LoadWords(elements + 8 * i);
    const OctahedralPoints points =
        Unfold(LowPairs(encoded.low), HighPairs(encoded.low), LowPairs(encoded.high));
    const f64x4 x = DoublesOf(points.x), y = DoublesOf(points.y), z = DoublesOf(points.z);
    StoreDoubles(xs + i, x);
    StoreDoubles(ys + i, y);
    StoreDoubles(zs + i, z);
    const f64x4 square = x * x + y * y + z * z;
    StoreDoubles(scales + i, SplatDouble(32767.0) / Sqrt(Larger(square, SplatDouble(1.0))));
  }
  for (std::size_t i = 0; i < count; i += 4) {
    const f64x4 scale = LoadDoubles(scales + i);
    const auto rounded = [&](const double* from) {
      const f64x4 a = LoadDoubles(from);
      return Truncated(a * scale + HalfWithSignOf(a));
    };
    const i32x4 fourth = HighPairs(LoadWords(elements + 8 * i).high);
    StoreWords(elements + 8 * i,
               {LowHalves(rounded(xs + i), rounded(ys + i)), LowHalves(rounded(zs + i), fourth)});
  }
}

// The components moved up by as many places as the low two bits of the last encoded number say: the
// first gets that number.
SINEW_INLINE ElementWords MoveUp(ElementWords q, i32x4 encoded_high) {
  const i32x4 odd = ShiftLeft<15>(encoded_high), two = ShiftLeft<14>(encoded_high);
  const i32x4 wx = ShiftLeft<16>(q.low) | ShiftRight<16>(q.high);
  const i32x4 yz = ShiftLeft<16>(q.high) | ShiftRight<16>(q.low);
  const i32x4 low = SelectBySign(odd, wx, q.low), high = SelectBySign(odd, yz, q.high);
  return {SelectBySign(two, high, low), SelectBySign(two, low, high)};
}

static void FilterQuaternionBlock(std::uint8_t* elements, std::size_t count) {
  constexpr double kMost = 32767.0, kSqrt2 = 1.4142135623730951;
  const i32x4 one_bits = SplatInt(-0x40000);  // The last number but for its low two bits.
  const i32x4 first_word = LoadWords(elements).high;
  const f64x4 one = DoublesOf(HighPairs(first_word) | SplatInt(3));
  const f64x4 scale = SplatDouble(kMost) / (one * SplatDouble(kSqrt2));
  const f64x4 twice_square = SplatDouble(2.0) * one * one;
  // Encoders write the same 1.0 for all elements, and no component longer than it. Blocks of
  // others are left to the specification.
  bool is_plain = !AnyNegative(one);
  double largest[kFilterBlock];
  for (std::size_t i = 0; i < count; i += 4) {
    const ElementWords encoded = LoadWords(elements + 8 * i);
    const f64x4 a = DoublesOf(LowPairs(encoded.low)), b = DoublesOf(HighPairs(encoded.low)),
                c = DoublesOf(LowPairs(encoded.high));
    const f64x4 square = twice_square - a * a - b * b - c * c;
    if (!AllSame(encoded.high, first_word, one_bits) || AnyNegative(square)) is_plain = false;
    StoreDoubles(largest + i, Sqrt(square) * scale + SplatDouble(0.5));
  }
  if (!is_plain) return spec::FilterQuaternion(elements, count);
  for (std::size_t i = 0; i < count; i += 4) {
    const ElementWords encoded = LoadWords(elements + 8 * i);
    const auto rounded = [&](i32x4 a) { return NearestEven(DoublesOf(a) * scale); };
    const ElementWords decoded = {
        LowHalves(Truncated(LoadDoubles(largest + i)), rounded(LowPairs(encoded.low))),
        LowHalves(rounded(HighPairs(encoded.low)), rounded(LowPairs(encoded.high)))};
    StoreWords(elements + 8 * i, MoveUp(decoded, encoded.high));
  }
}

const MeshoptKernels kMeshoptKernels = {DecodeBlock, InBlocks<4, FilterOctahedralBlock8>,
                                        InBlocks<8, FilterOctahedralBlock16>,
                                        InBlocks<8, FilterQuaternionBlock>};

}  // namespace sinew::SINEW_TARGET

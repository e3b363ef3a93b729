// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Numbers in fewer bits, one at a time: what vertex formats and packed files are made of. Whole
// vertices are in vertex_format.h; docs/vertex-formats.md has every bit and where errors come from.
//
//   Rounding  to the nearest code; the worst error of each form stands beside it, of encoding and
//             decoding together, and is tested over the whole range.
//   Same bits integers, and + - * / sqrt on doubles in one written order: one input, one code, on
//             every machine.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/math.h"

namespace sinew {

// --- float16: 1 sign, 5 exponent, 10 fraction bits (IEEE 754 binary16) ---
// To nearest, ties to even. Worst error: 2^-11 of the value (0.05 %) from 2^-14 up to 65504, and
// 2^-25 below (denormals are kept). From 65520 on it is infinite; a NaN is 0x7e00, whichever it
// was.
std::uint16_t HalfOf(float value);
float FloatOfHalf(std::uint16_t half);  // Exact.

// Where a float16 is still finite: magnitudes below this one.
inline constexpr float kHalfEnd = 65520.0f;

// --- unorm: [0, 1] in equal steps of 1/255 or 1/65535 ---
// Values outside become the nearer end, NaN becomes 0. Worst error inside: half a step, and the
// rounding of the float that comes back (3e-8).
std::uint8_t Unorm8Of(float value);
std::uint16_t Unorm16Of(float value);
float FloatOfUnorm8(std::uint8_t code);    // code / 255: 255 is exactly 1.
float FloatOfUnorm16(std::uint16_t code);  // code / 65535.

// --- directions, octahedral: the sphere unfolded onto a square, two snorm16 ---
// Bits 0 to 15 hold x, bits 16 to 31 y, each a two's complement number / 32767. The direction need
// not be unit; one without length is +Z. What comes back is unit. Worst error: 0.0038 degrees.
std::uint32_t OctNormalOf(Vec3 direction);
Vec3 NormalOfOct(std::uint32_t code);

// The same with a sign in bit 16, the lowest of y: 0 is w = 1, 1 is w = -1. So y has steps twice as
// wide. `tangent.w` counts as negative below 0. Worst error: 0.0057 degrees.
std::uint32_t OctTangentOf(Vec4 tangent);
Vec4 TangentOfOct(std::uint32_t code);

// --- weights: bytes that sum to exactly 255 (C6, C22) ---
// By the largest remainders: each weight's share of 255 is rounded down, and what is missing goes
// to those that lost most, of equals the earlier one. No other bytes with that sum have a smaller
// worst error, which is below one step: 1/2 of 1/255 for two weights, 2/3 for three, 3/4 for four.
// A weight of zero stays zero; all zeros stay zeros.
//
// Weights are usable and not negative, any sum: else, or where the spans are of different lengths,
// it is a caller's bug and asserts.
void Unorm8WeightsOf(std::span<const float> weights, std::span<std::uint8_t> bytes);

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The filters of attributes, applied in place after decoding. Values that the format leaves
// unspecified have a fixed result too: what is out of range is clamped, and a vector or colour
// without a scale becomes zero. Those that take an instruction set have a kernel for each.
#pragma once

#include <cstddef>
#include <span>

#include "sinew/isa.h"

namespace sinew::meshopt {

// Unit vectors: x and y on an octahedron, 1.0 in the same integers, and a fourth number that stays.
// Becomes x, y, z as signed normalised integers of 8 or 16 bits.
void FilterOctahedral8(Isa isa, std::span<std::byte> elements);   // 4 bytes each.
void FilterOctahedral16(Isa isa, std::span<std::byte> elements);  // 8 bytes each.

// Unit quaternions of 8 bytes: the three smaller components times sqrt(2), and 1.0 in the same
// integers with the largest component's number in its low two bits. Becomes x, y, z, w as signed
// normalised 16-bit integers.
void FilterQuaternion(Isa isa, std::span<std::byte> elements);

// Floats: a signed exponent of 8 bits above a signed mantissa of 24. Becomes 2^exponent * mantissa.
void FilterExponential(std::span<std::byte> elements);

// Colours: luma, two chroma, and alpha below a bit that gives their scale. Becomes red, green, blue
// and alpha as unsigned normalised integers of 8 or 16 bits.
void FilterColor8(std::span<std::byte> elements);   // 4 bytes each.
void FilterColor16(std::span<std::byte> elements);  // 8 bytes each.

}  // namespace sinew::meshopt

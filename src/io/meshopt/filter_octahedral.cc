// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>
#include <cstdint>
#include <cstring>

#include "io/meshopt/filter_rounding.h"
#include "io/meshopt/filters.h"
#include "io/meshopt/kernels/kernels.h"

namespace sinew {
namespace {

using meshopt::ScaleRounded;
using meshopt::SignOf;
using meshopt::WithSignOf;

// In units of the encoded 1.0, everything up to the square root is an exact integer.
template <typename Integer>
void FilterOctahedral(std::uint8_t* elements, std::size_t count, double most) {
  for (std::uint8_t* const end = elements + count * 4 * sizeof(Integer); elements != end;
       elements += 4 * sizeof(Integer)) {
    Integer encoded[3];
    std::memcpy(encoded, elements, sizeof encoded);
    const std::int32_t x = encoded[0], y = encoded[1];
    const std::int32_t z = encoded[2] - WithSignOf(x, x) - WithSignOf(y, y);
    // The lower half of the octahedron is folded over the edges of the upper one.
    const std::int32_t fold = z & SignOf(z);
    const std::int32_t xyz[3] = {x + WithSignOf(fold, x), y + WithSignOf(fold, y), z};
    double square = 0.0;
    for (const std::int32_t one : xyz) square += static_cast<double>(one) * one;
    const double scale = most / std::sqrt(square > 1.0 ? square : 1.0);
    Integer decoded[3];
    for (int i = 0; i < 3; ++i) decoded[i] = static_cast<Integer>(ScaleRounded(xyz[i], scale));
    std::memcpy(elements, decoded, sizeof decoded);
  }
}

}  // namespace

void spec::FilterOctahedral8(std::uint8_t* elements, std::size_t count) {
  FilterOctahedral<std::int8_t>(elements, count, 127.0);
}
void spec::FilterOctahedral16(std::uint8_t* elements, std::size_t count) {
  FilterOctahedral<std::int16_t>(elements, count, 32767.0);
}

void meshopt::FilterOctahedral8(Isa isa, std::span<std::byte> elements) {
  MeshoptKernelsOf(isa).octahedral8(reinterpret_cast<std::uint8_t*>(elements.data()),
                                    elements.size() / 4);
}
void meshopt::FilterOctahedral16(Isa isa, std::span<std::byte> elements) {
  MeshoptKernelsOf(isa).octahedral16(reinterpret_cast<std::uint8_t*>(elements.data()),
                                     elements.size() / 8);
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>
#include <cstdint>
#include <cstring>

#include "io/meshopt/filter_rounding.h"
#include "io/meshopt/filters.h"

namespace sinew::meshopt {
namespace {

// In units of the encoded 1.0, everything up to the square root is an exact integer.
template <typename Integer>
void FilterOctahedral(std::span<std::byte> elements, double most) {
  for (std::size_t at = 0; at < elements.size(); at += 4 * sizeof(Integer)) {
    Integer encoded[3];
    std::memcpy(encoded, elements.data() + at, sizeof encoded);
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
    std::memcpy(elements.data() + at, decoded, sizeof decoded);
  }
}

}  // namespace

void FilterOctahedral8(std::span<std::byte> elements) {
  FilterOctahedral<std::int8_t>(elements, 127.0);
}
void FilterOctahedral16(std::span<std::byte> elements) {
  FilterOctahedral<std::int16_t>(elements, 32767.0);
}

}  // namespace sinew::meshopt

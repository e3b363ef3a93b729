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

using meshopt::Clamp;
using meshopt::ScaleRounded;
using meshopt::WithSignOf;

constexpr std::int32_t kMost = 32767;
constexpr double kSqrt2 = 1.4142135623730951;

std::int16_t Narrow(std::int32_t value) {
  return static_cast<std::int16_t>(Clamp(value, -kMost, kMost));
}

}  // namespace

void spec::FilterQuaternion(std::uint8_t* elements, std::size_t count) {
  for (std::uint8_t* const end = elements + count * 8; elements != end; elements += 8) {
    std::int16_t encoded[4];
    std::memcpy(encoded, elements, sizeof encoded);
    // Lengths are in units of 1 / (one * sqrt(2)); their squares are exact.
    const std::int32_t one = encoded[3] | 3;  // Never zero, and negative in broken files only.
    double square = 2.0 * one * one;
    for (int i = 0; i < 3; ++i) square -= static_cast<double>(encoded[i]) * encoded[i];
    const double scale = kMost / (WithSignOf(one, one) * kSqrt2);
    const double largest = std::sqrt(square > 0.0 ? square : 0.0) * scale;
    const std::uint32_t first = static_cast<std::uint32_t>(encoded[3]) & 3;
    std::int16_t decoded[4];
    decoded[first] = Narrow(static_cast<std::int32_t>(largest + 0.5));
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::int32_t value = WithSignOf(ScaleRounded(encoded[i], scale), one);
      decoded[(first + 1 + i) & 3] = Narrow(value);
    }
    std::memcpy(elements, decoded, sizeof decoded);
  }
}

void meshopt::FilterQuaternion(Isa isa, std::span<std::byte> elements) {
  MeshoptKernelsOf(isa).quaternion(reinterpret_cast<std::uint8_t*>(elements.data()),
                                   elements.size() / 8);
}

}  // namespace sinew

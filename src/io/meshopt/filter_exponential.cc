// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/arithmetic.h"
#include "io/meshopt/filters.h"

namespace sinew::meshopt {
namespace {

// 2^exponent, for exponents of normal floats.
float PowerOfTwo(std::int32_t exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
}

}  // namespace

// In two steps, so that neither factor is denormal and no branch keeps compilers from vectorising.
// All factors are exact, and so is the product but where it is too large for a float: infinite.
void FilterExponential(std::span<std::byte> elements) {
  for (std::size_t at = 0; at < elements.size(); at += 4) {
    std::uint32_t bits;
    std::memcpy(&bits, elements.data() + at, sizeof bits);
    const std::int32_t exponent = static_cast<std::int32_t>(bits) >> 24;
    const std::int32_t mantissa = static_cast<std::int32_t>(bits << 8) >> 8;
    const std::int32_t half = exponent >> 1;
    const float value =
        static_cast<float>(mantissa) * PowerOfTwo(half) * PowerOfTwo(exponent - half);
    std::memcpy(elements.data() + at, &value, sizeof value);
  }
}

}  // namespace sinew::meshopt

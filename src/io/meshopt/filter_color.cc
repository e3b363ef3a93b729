// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <bit>
#include <cstdint>
#include <cstring>

#include "io/meshopt/filter_rounding.h"
#include "io/meshopt/filters.h"

namespace sinew::meshopt {
namespace {

template <typename Unsigned, typename Signed>
void FilterColor(std::span<std::byte> elements, std::int32_t most) {
  for (std::size_t at = 0; at < elements.size(); at += 4 * sizeof(Unsigned)) {
    Unsigned encoded[4];
    std::memcpy(encoded, elements.data() + at, sizeof encoded);
    const std::int32_t luma = encoded[0];
    const std::int32_t orange = static_cast<Signed>(encoded[1]);
    const std::int32_t green = static_cast<Signed>(encoded[2]);
    // The highest bit of alpha says how many bits there are. The alpha below has one bit less.
    const std::int32_t flagged = encoded[3];
    const auto bits = static_cast<std::int32_t>(std::bit_width(std::uint32_t{encoded[3]}));
    const std::int32_t largest = (1 << bits) - 1;
    const std::int32_t short_alpha = flagged & largest >> 1;
    const std::int32_t alpha = short_alpha << 1 | (short_alpha & 1);
    // The quotient is never near a half, since `largest` is odd: rounding it is exact.
    const double scale = bits > 0 ? static_cast<double>(most) / largest : 0.0;
    const auto scaled = [&](std::int32_t value) {
      return static_cast<Unsigned>(ScaleRounded(Clamp(value, 0, largest), scale));
    };
    const Unsigned decoded[4] = {scaled(luma + orange - green), scaled(luma + green),
                                 scaled(luma - orange - green), scaled(alpha)};
    std::memcpy(elements.data() + at, decoded, sizeof decoded);
  }
}

}  // namespace

void FilterColor8(std::span<std::byte> elements) {
  FilterColor<std::uint8_t, std::int8_t>(elements, 255);
}
void FilterColor16(std::span<std::byte> elements) {
  FilterColor<std::uint16_t, std::int16_t>(elements, 65535);
}

}  // namespace sinew::meshopt

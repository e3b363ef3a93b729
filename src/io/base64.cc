// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/base64.h"

#include <array>
#include <cstdint>

namespace sinew::io {
namespace {

constexpr std::uint8_t kBad = 0xFF;

consteval std::array<std::uint8_t, 256> SixBitValues() {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = kBad;
  const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::uint8_t i = 0; i < 64; ++i) values[static_cast<std::uint8_t>(alphabet[i])] = i;
  values['-'] = 62;  // The URL-safe alphabet.
  values['_'] = 63;
  return values;
}
constexpr std::array<std::uint8_t, 256> kSixBits = SixBitValues();

std::uint8_t SixBits(char c) { return kSixBits[static_cast<std::uint8_t>(c)]; }

}  // namespace

std::optional<std::vector<std::byte>> DecodeBase64(std::string_view text) {
  for (int i = 0; i < 2 && !text.empty() && text.back() == '='; ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<std::byte> bytes(text.size() / 4 * 3 + (text.size() % 4) * 3 / 4);
  std::byte* out = bytes.data();
  const char* in = text.data();
  std::uint8_t seen = 0;  // The top two bits of a good value are clear.
  for (std::size_t group = 0; group < text.size() / 4; ++group, in += 4, out += 3) {
    const std::uint8_t a = SixBits(in[0]), b = SixBits(in[1]), c = SixBits(in[2]),
                       d = SixBits(in[3]);
    seen = static_cast<std::uint8_t>(seen | a | b | c | d);
    const std::uint32_t bits =
        std::uint32_t{a} << 18 | std::uint32_t{b} << 12 | std::uint32_t{c} << 6 | std::uint32_t{d};
    out[0] = static_cast<std::byte>(bits >> 16 & 0xFF);
    out[1] = static_cast<std::byte>(bits >> 8 & 0xFF);
    out[2] = static_cast<std::byte>(bits & 0xFF);
  }
  const std::size_t rest = text.size() % 4;
  if (rest >= 2) {
    const std::uint8_t a = SixBits(in[0]), b = SixBits(in[1]);
    const std::uint8_t c = rest == 3 ? SixBits(in[2]) : std::uint8_t{0};
    seen = static_cast<std::uint8_t>(seen | a | b | c);
    const std::uint32_t bits =
        std::uint32_t{a} << 18 | std::uint32_t{b} << 12 | std::uint32_t{c} << 6;
    out[0] = static_cast<std::byte>(bits >> 16 & 0xFF);
    if (rest == 3) out[1] = static_cast<std::byte>(bits >> 8 & 0xFF);
  }
  if (seen & 0xC0) return std::nullopt;
  return bytes;
}

}  // namespace sinew::io

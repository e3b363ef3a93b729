// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A PNG needs a compressed stream, but not that anything is compressed: deflate has stored blocks.
#include "rig/character/texture.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace sinew::character {
namespace {

constexpr std::uint32_t kSize = 128;

using Bytes = std::vector<std::byte>;

void Append(Bytes& bytes, std::initializer_list<std::uint32_t> values) {
  for (const std::uint32_t value : values) bytes.push_back(static_cast<std::byte>(value & 0xff));
}

void AppendBig32(Bytes& bytes, std::uint32_t value) {
  Append(bytes, {value >> 24, value >> 16, value >> 8, value});
}

std::uint32_t Crc32(std::span<const std::byte> bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const std::byte byte : bytes) {
    crc ^= static_cast<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

std::uint32_t Adler32(std::span<const std::byte> bytes) {
  std::uint32_t a = 1, b = 0;
  for (const std::byte byte : bytes) {
    a = (a + static_cast<std::uint32_t>(byte)) % 65521u;
    b = (b + a) % 65521u;
  }
  return b << 16 | a;
}

void AppendChunk(Bytes& png, std::array<char, 4> type, const Bytes& data) {
  AppendBig32(png, static_cast<std::uint32_t>(data.size()));
  const std::size_t begin = png.size();
  for (const char c : type) png.push_back(static_cast<std::byte>(c));
  png.insert(png.end(), data.begin(), data.end());
  AppendBig32(png, Crc32(std::span(png).subspan(begin)));
}

// A row's pixels, eight a byte: the fields of dress.cc. The shirt's is the left half of the rows 32
// to 63 and has stripes around the chest, the sleeves' the right half, with one near the hem.
std::uint32_t RowByte(std::uint32_t row, std::uint32_t byte) {
  const bool left = byte < kSize / 16;
  const bool chest = (row >= 41 && row <= 43) || row == 46;
  const bool cuff = row == 47 || row == 48;
  return (left && chest) || (!left && cuff) ? 0xffu : 0u;
}

}  // namespace

std::vector<std::byte> MakeTexture() {
  Bytes rows;
  for (std::uint32_t row = 0; row < kSize; ++row) {
    Append(rows, {0});  // No filter.
    for (std::uint32_t byte = 0; byte < kSize / 8; ++byte) Append(rows, {RowByte(row, byte)});
  }
  const auto size = static_cast<std::uint32_t>(rows.size());
  Bytes stream;
  Append(stream, {0x78, 0x01, /* the last block, stored: */ 1, size, size >> 8, ~size, ~size >> 8});
  stream.insert(stream.end(), rows.begin(), rows.end());
  AppendBig32(stream, Adler32(rows));

  Bytes header, palette, png;
  AppendBig32(header, kSize);
  AppendBig32(header, kSize);
  Append(header, {1, 3, 0, 0, 0});  // One bit a pixel, into a palette.
  Append(palette, {255, 255, 255, /**/ 150, 168, 178});
  Append(png, {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
  AppendChunk(png, {'I', 'H', 'D', 'R'}, header);
  AppendChunk(png, {'P', 'L', 'T', 'E'}, palette);
  AppendChunk(png, {'I', 'D', 'A', 'T'}, stream);
  AppendChunk(png, {'I', 'E', 'N', 'D'}, {});
  return png;
}

}  // namespace sinew::character

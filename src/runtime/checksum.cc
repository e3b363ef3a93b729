// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime/checksum.h"

#include <array>
#include <bit>
#include <cstring>

namespace sinew {
namespace {

constexpr std::size_t kLanes = 8;
using Line = std::array<std::uint64_t, kLanes>;

static_assert(std::endian::native == std::endian::little, "words are read as they lie");

std::uint64_t Step(std::uint64_t state, std::uint64_t word) {
  return std::rotl((state ^ word) * 0x9e3779b97f4a7c15u, 29);
}

}  // namespace

std::uint64_t Checksum64(std::span<const std::byte> bytes) {
  Line lanes{1, 2, 3, 4, 5, 6, 7, 8};
  const auto add = [&lanes](const std::byte* from, std::size_t size) {
    Line line{};
    std::memcpy(line.data(), from, size);
    for (std::size_t i = 0; i < kLanes; ++i) lanes[i] = Step(lanes[i], line[i]);
  };
  std::size_t at = 0;
  for (; bytes.size() - at >= sizeof(Line); at += sizeof(Line)) {
    add(bytes.data() + at, sizeof(Line));
  }
  if (at < bytes.size()) add(bytes.data() + at, bytes.size() - at);
  std::uint64_t state = bytes.size();
  for (const std::uint64_t lane : lanes) state = Step(state, lane);
  return state ^ state >> 32;
}

}  // namespace sinew

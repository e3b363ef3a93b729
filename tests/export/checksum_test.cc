// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime/checksum.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace sinew {
namespace {

std::vector<std::byte> Counting(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 3);
  return bytes;
}

// As docs/format.md defines it, byte by byte.
std::uint64_t AsDefined(std::vector<std::byte> bytes) {
  const std::size_t size = bytes.size();
  while (bytes.size() % 64 != 0) bytes.push_back(std::byte{0});
  const auto step = [](std::uint64_t state, std::uint64_t word) {
    const std::uint64_t product = (state ^ word) * 0x9e3779b97f4a7c15u;
    return product << 29 | product >> 35;
  };
  std::uint64_t lanes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (std::size_t word = 0; word < bytes.size() / 8; ++word) {
    std::uint64_t value = 0;
    for (std::size_t i = 8; i-- > 0;) {
      value = value << 8 | std::to_integer<std::uint64_t>(bytes[word * 8 + i]);
    }
    lanes[word % 8] = step(lanes[word % 8], value);
  }
  std::uint64_t state = size;
  for (const std::uint64_t lane : lanes) state = step(state, lane);
  return state ^ state >> 32;
}

TEST(Checksum, IsAsItsDefinitionSays) {
  for (const std::size_t size : {0u, 1u, 7u, 8u, 63u, 64u, 65u, 128u, 1000u}) {
    EXPECT_EQ(Checksum64(Counting(size)), AsDefined(Counting(size))) << size;
  }
}

TEST(Checksum, FindsEveryChangedBit) {
  std::vector<std::byte> bytes = Counting(200);
  const std::uint64_t whole = Checksum64(bytes);
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    const auto bit = static_cast<std::byte>(1u << i % 8);
    bytes[i / 8] ^= bit;
    ASSERT_NE(Checksum64(bytes), whole) << "bit " << i;
    bytes[i / 8] ^= bit;
  }
}

TEST(Checksum, TellsZerosFromTheirAbsence) {
  EXPECT_NE(Checksum64(std::vector<std::byte>(64)), Checksum64(std::vector<std::byte>(128)));
  EXPECT_NE(Checksum64(std::vector<std::byte>(10)), Checksum64(std::vector<std::byte>(11)));
  EXPECT_NE(Checksum64({}), Checksum64(std::vector<std::byte>(1)));
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/hash.h"

#include <gtest/gtest.h>

#include <limits>
#include <string_view>
#include <vector>

namespace sinew {
namespace {

std::uint64_t HashOf(std::string_view text) {
  return Hash64().Add(std::as_bytes(std::span(text))).value();
}

TEST(Hash, GivesThePublishedValuesOfFnv1a) {
  EXPECT_EQ(HashOf(""), 0xcbf29ce484222325u);
  EXPECT_EQ(HashOf("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(HashOf("foobar"), 0x85944171f73967e8u);
}

TEST(Hash, NumbersAreTheirLittleEndianBytes) {
  EXPECT_EQ(Hash64().Add(std::uint32_t{0x64636261}).value(), HashOf("abcd"));
  EXPECT_EQ(Hash64().Add(1.0f).value(), HashOf(std::string_view("\0\0\x80\x3f", 4)));
}

TEST(Hash, StructuresAreTheirNumbersInOrder) {
  const std::vector<float> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const std::vector<Transform> transform{{{1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10}}};
  EXPECT_EQ(Hash64().Add(std::span<const Transform>(transform)).value(),
            Hash64().Add(std::span<const float>(numbers)).value());

  const std::vector<float> rows{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const std::vector<Affine> affine{Affine{{{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}}}};
  EXPECT_EQ(Hash64().Add(std::span<const Affine>(affine)).value(),
            Hash64().Add(std::span<const float>(rows)).value());

  const std::vector<Vec3> vec3{{1, 2, 3}, {4, 5, 6}};
  const std::vector<Vec4> vec4{{7, 8, 9, 10}};
  EXPECT_EQ(Hash64().Add(std::span<const Vec3>(vec3)).Add(std::span<const Vec4>(vec4)).value(),
            Hash64().Add(std::span<const float>(numbers)).value());
}

TEST(Hash, TellsZerosApartButNotNans) {
  EXPECT_NE(Hash64().Add(0.0f).value(), Hash64().Add(-0.0f).value());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(Hash64().Add(nan).value(), Hash64().Add(-nan).value());
}

TEST(Hash, TheTextIsSixteenDigitsWithItsZeros) {
  EXPECT_EQ(Hash64().Text(), "cbf29ce484222325");
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(Hash64().Add(i).Text().size(), 16u);
}

}  // namespace
}  // namespace sinew

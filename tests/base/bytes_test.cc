// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "base/bytes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace sinew {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

TEST(Bytes, ARangeEndsAtTheLastByteAndNotBeyond) {
  EXPECT_TRUE(RangeFits(4, 6, 10));
  EXPECT_FALSE(RangeFits(4, 7, 10));
  EXPECT_TRUE(RangeFits(10, 0, 10));
  EXPECT_FALSE(RangeFits(11, 0, 10));
}

TEST(Bytes, ARangeThatWouldWrapAroundDoesNotFit) {  // Nasty 37.
  EXPECT_FALSE(RangeFits(kMost, 2, 10));
  EXPECT_FALSE(RangeFits(2, kMost, 10));
}

TEST(Bytes, TheLastElementNeedsNoGapAfterIt) {
  // Elements of 6 bytes, 8 apart:  012345..012345..012345 = 22 bytes
  EXPECT_TRUE(FitsIn(0, 3, 8, 6, 22));
  EXPECT_FALSE(FitsIn(0, 3, 8, 6, 21));
  EXPECT_TRUE(FitsIn(2, 3, 8, 6, 24));
  EXPECT_FALSE(FitsIn(3, 3, 8, 6, 24));
}

TEST(Bytes, AgreesWithPlainArithmeticOnSmallNumbers) {
  int checked = 0;
  for (std::uint64_t offset = 0; offset < 6; ++offset) {
    for (std::uint64_t count = 1; count < 6; ++count) {
      for (std::uint64_t stride = 0; stride < 6; ++stride) {
        for (std::uint64_t element = 1; element < 6; ++element) {
          for (std::uint64_t available = 0; available < 30; ++available) {
            const bool fits = offset + stride * (count - 1) + element <= available;
            ASSERT_EQ(FitsIn(offset, count, stride, element, available), fits)
                << offset << ' ' << count << ' ' << stride << ' ' << element << ' ' << available;
            ++checked;
          }
        }
      }
    }
  }
  EXPECT_EQ(checked, 6 * 5 * 6 * 5 * 30);
}

TEST(Bytes, HugeCountsStridesAndOffsetsDoNotWrapAround) {  // Nasty 37.
  EXPECT_FALSE(FitsIn(0, kMost, 16, 16, 1000));
  EXPECT_FALSE(FitsIn(0, kMost / 16 + 2, 16, 16, 1000));  // Times 16 this is 16 again.
  EXPECT_FALSE(FitsIn(0, 2, kMost, 16, 1000));
  EXPECT_FALSE(FitsIn(kMost, 1, 4, 4, 1000));
  EXPECT_FALSE(FitsIn(4, 1, 4, kMost, 1000));
}

TEST(Bytes, AProductThatDoesNotFitIsNothing) {
  EXPECT_EQ(CheckedProduct(6, 7), 42u);
  EXPECT_EQ(CheckedProduct(0, kMost), 0u);
  EXPECT_EQ(CheckedProduct(kMost, 1), kMost);
  EXPECT_EQ(CheckedProduct(std::uint64_t{1} << 32, std::uint64_t{1} << 32), std::nullopt);
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "skin/part_checks.h"

#include <gtest/gtest.h>

#include <numeric>
#include <utility>
#include <vector>

#include "support/random.h"

namespace sinew::testing {
namespace {

// Around the sizes from which stretches, and memory of its own, are used.
TEST(PartChecks, APermutationHasEveryNumberBelowItsCountOnce) {
  SplitMix64 random(5);
  for (const std::uint32_t count : {1u, 2u, 65536u, 65537u, 1u << 20, (1u << 20) + 1}) {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    for (std::uint32_t i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[random.Below(i)]);
    EXPECT_TRUE(IsPermutation(numbers)) << count;
    for (const std::uint32_t wrong : {numbers[count / 2], count, ~0u}) {
      const std::uint32_t right = std::exchange(numbers[0], wrong);
      EXPECT_EQ(IsPermutation(numbers), wrong == right) << count << " with " << wrong;
      numbers[0] = right;
    }
  }
  EXPECT_TRUE(IsPermutation({}));
}

}  // namespace
}  // namespace sinew::testing

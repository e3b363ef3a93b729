// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/names.h"

namespace sinew {
namespace {

constexpr std::array<std::string_view, 5> kKnown{"hand_R", "hand_L", "", "spine", "Spine1"};

TEST(NearestName, IsFoundWhereFewLettersAreWrong) {
  EXPECT_EQ(NearestName("hnd_R", kKnown), "hand_R");    // One is missing.
  EXPECT_EQ(NearestName("hand_RR", kKnown), "hand_R");  // One too many.
  EXPECT_EQ(NearestName("hamd_L", kKnown), "hand_L");   // Another one.
  EXPECT_EQ(NearestName("spnie", kKnown), "spine");     // Two are swapped.
}

TEST(NearestName, CountsNeitherCaseNorTheKindOfSeparator) {
  EXPECT_EQ(NearestName("HAND.R", kKnown), "hand_R");
  EXPECT_EQ(NearestName("Hand-L", kKnown), "hand_L");
}

TEST(NearestName, IsTheFirstOfEquallyNearOnes) {
  EXPECT_EQ(NearestName("hand_X", kKnown), "hand_R");
}

TEST(NearestName, MayContainWhatWasAskedFor) {
  const std::array<std::string_view, 2> clips{"Idle", "1H_Melee_Attack_Chop"};
  EXPECT_EQ(NearestName("attack", clips), "1H_Melee_Attack_Chop");
}

TEST(NearestName, IsNoneWhereNoneIsNear) {
  EXPECT_EQ(NearestName("tail", kKnown), std::nullopt);
  EXPECT_EQ(NearestName("", kKnown), std::nullopt);
  EXPECT_EQ(NearestName("hand_R", {}), std::nullopt);
  EXPECT_EQ(NearestName("ab", std::array<std::string_view, 1>{"cd"}), std::nullopt);
}

TEST(NearestName, ComparesLongNamesByTheirBeginning) {
  const std::string long_name(100'000, 'x');
  const std::array<std::string_view, 1> names{long_name};
  EXPECT_EQ(NearestName(std::string(99'000, 'x'), names), long_name);
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sinew {
namespace {

TEST(Ticks, EveryCommonRateDividesASecond) {
  for (const int rate : {24, 25, 30, 48, 60, 90, 120, 144, 240}) {
    ASSERT_EQ(kTicksPerSecond % rate, 0) << rate;
    EXPECT_EQ(TicksFromSeconds(1.0 / rate), kTicksPerSecond / rate) << rate;
  }
}

TEST(Ticks, ThirtyStepsOfASixtiethAreHalfASecond) {
  Ticks now = 0;
  for (int i = 0; i < 30; ++i) now += TicksFromSeconds(1.0 / 60.0).value_or(0);
  EXPECT_EQ(SecondsFromTicks(now), 0.5);
}

TEST(Ticks, HalvesAreRoundedAwayFromZero) {
  const double tick_s = 1.0 / static_cast<double>(kTicksPerSecond);
  EXPECT_EQ(TicksFromSeconds(2.5 * tick_s), 3);
  EXPECT_EQ(TicksFromSeconds(-2.5 * tick_s), -3);
  EXPECT_EQ(TicksFromSeconds(2.25 * tick_s), 2);
  EXPECT_EQ(TicksFromSeconds(-2.25 * tick_s), -2);
  EXPECT_EQ(TicksFromSeconds(-0.0), 0);
}

TEST(Ticks, WhatIsNotFiniteOrBeyondTheRangeIsNoTime) {
  EXPECT_FALSE(TicksFromSeconds(std::nan("")));
  EXPECT_FALSE(TicksFromSeconds(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(TicksFromSeconds(-std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(TicksFromSeconds(1e18));
  EXPECT_FALSE(TicksFromSeconds(-1.7e308));
  const double most_s = SecondsFromTicks(kMostTicks);
  EXPECT_NEAR(static_cast<double>(TicksFromSeconds(most_s * 0.999).value_or(0)),
              0.999 * static_cast<double>(kMostTicks), 1e5);
  EXPECT_FALSE(TicksFromSeconds(most_s * 1.001));
}

TEST(Ticks, GoToSecondsAndBackUnchangedForMonths) {
  for (Ticks ticks = 1; ticks < (Ticks{1} << 50); ticks = ticks * 3 + 1) {
    EXPECT_EQ(TicksFromSeconds(SecondsFromTicks(ticks)), ticks);
    EXPECT_EQ(TicksFromSeconds(SecondsFromTicks(-ticks)), -ticks);
  }
}

}  // namespace
}  // namespace sinew

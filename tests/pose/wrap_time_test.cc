// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sinew/sampling.h"
#include "support/random.h"

namespace sinew {
namespace {

TEST(WrapTime, HoldingStopsAtBothEnds) {
  EXPECT_EQ(WrapTime(-0.25, 2.0f, Wrap::kHold), 0.0);
  EXPECT_EQ(WrapTime(0.75, 2.0f, Wrap::kHold), 0.75);
  EXPECT_EQ(WrapTime(2.0, 2.0f, Wrap::kHold), 2.0);
  EXPECT_EQ(WrapTime(1e300, 2.0f, Wrap::kHold), 2.0);
}

// duration 2 s:   time   -2.25   -2   -0.25    0    1.5    2    2.25   7
//                 means   1.75    0    1.75    0    1.5    0    0.25   1
TEST(WrapTime, LoopingIsFloorModulo) {  // C26, C65, E57
  EXPECT_EQ(WrapTime(-2.25, 2.0f, Wrap::kLoop), 1.75);
  EXPECT_EQ(WrapTime(-2.0, 2.0f, Wrap::kLoop), 0.0);
  EXPECT_EQ(WrapTime(-0.25, 2.0f, Wrap::kLoop), 1.75);
  EXPECT_EQ(WrapTime(0.0, 2.0f, Wrap::kLoop), 0.0);
  EXPECT_EQ(WrapTime(1.5, 2.0f, Wrap::kLoop), 1.5);
  EXPECT_EQ(WrapTime(2.0, 2.0f, Wrap::kLoop), 0.0);
  EXPECT_EQ(WrapTime(2.25, 2.0f, Wrap::kLoop), 0.25);
  EXPECT_EQ(WrapTime(7.0, 2.0f, Wrap::kLoop), 1.0);
}

TEST(WrapTime, ATinyNegativeTimeIsTheBeginningNotTheEnd) {  // C65
  EXPECT_EQ(WrapTime(-1e-20, 2.0f, Wrap::kLoop), 0.0);
  EXPECT_EQ(WrapTime(-5e-324, 2.0f, Wrap::kLoop), 0.0);
}

TEST(WrapTime, AClipWithoutDurationIsAlwaysAtZero) {  // C66
  for (const Wrap wrap : {Wrap::kHold, Wrap::kLoop}) {
    for (const double time_s : {-1.0, 0.0, 3.0, 1e300}) {
      EXPECT_EQ(WrapTime(time_s, 0.0f, wrap), 0.0);
    }
  }
}

TEST(WrapTime, ALoopNeverReachesItsDuration) {  // C65
  testing::SplitMix64 random(20);
  for (int i = 0; i < 200000; ++i) {
    const float duration_s = random.Between(0.001f, 20.0f);
    double time_s = static_cast<double>(random.Between(-1, 1));
    for (int power = i % 40; power > 0; --power) time_s *= 7.0;
    const double wrapped = WrapTime(time_s, duration_s, Wrap::kLoop);
    EXPECT_GE(wrapped, 0.0) << time_s << " of " << duration_s;
    EXPECT_LT(wrapped, duration_s) << time_s << " of " << duration_s;
  }
}

TEST(WrapTime, WholePeriodsAreExactlyTheBeginningForHours) {
  const float duration_s = 1.0333333f;  // 24 bits, none of them zero at the end.
  for (int periods = -100000; periods <= 100000; ++periods) {
    const double begin_s = periods * static_cast<double>(duration_s);  // Exact in double.
    EXPECT_EQ(WrapTime(begin_s, duration_s, Wrap::kLoop), 0.0);
    EXPECT_EQ(WrapTime(begin_s + 0.25, duration_s, Wrap::kLoop), 0.25);
  }
}

// There the quotient is next to a whole number, and must not round up to it.
TEST(WrapTime, TheLastInstantOfAPeriodIsNotTheFirstOfTheNext) {
  for (const float duration_s : {1.0333333f, 1.9999999f}) {
    for (int periods = 1; periods <= 100000; ++periods) {
      const double end_s = periods * static_cast<double>(duration_s);
      const double last_s = WrapTime(std::nextafter(end_s, 0.0), duration_s, Wrap::kLoop);
      EXPECT_NEAR(last_s, duration_s, 1e-9) << periods;
    }
  }
}

TEST(WrapTime, ExtremeTimesStayInside) {
  for (const double time_s : {1e18, -1e18, 1e300, -1e300, 1.7e308}) {
    const double wrapped = WrapTime(time_s, 0.7f, Wrap::kLoop);
    EXPECT_GE(wrapped, 0.0);
    EXPECT_LT(wrapped, 0.7f);
  }
  EXPECT_EQ(WrapTime(1e308, std::numeric_limits<float>::denorm_min(), Wrap::kLoop), 0.0);
}

}  // namespace
}  // namespace sinew

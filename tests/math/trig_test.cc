// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sine, cosine and arc tangent against the long double libm, on grids that also stand on the seams
// of the range reduction. The bounds are those that src/math/trig.cc states.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/math.h"
#include "support/random.h"

namespace sinew {
namespace {

constexpr long double kSinBound = 3e-16L;
constexpr long double kAtanBound = 7e-16L;

struct Worst {
  long double error = 0.0L;
  double at = 0.0;
  void See(long double difference, double where) {
    const long double magnitude = std::fabs(difference);
    if (!(magnitude <= error)) {
      error = magnitude;
      at = where;
    }
  }
};

template <typename Visit>
void ForEachAngle(Visit visit) {
  for (int i = -200000; i <= 200000; ++i) visit(i * 5e-5);      // Three turns, finely.
  for (int i = -200000; i <= 200000; ++i) visit(i * 4.9999e0);  // To 1e6.
  for (int i = -20000; i <= 20000; ++i) {                       // Next to the seams, where the
    const double seam = i * 31 * (std::numbers::pi / 4);        // octants meet.
    visit(seam);
    visit(std::nextafter(seam, 1e9));
    visit(std::nextafter(seam, -1e9));
  }
}

TEST(Trig, SineStaysWithinItsBoundUpToAMillionRadians) {
  Worst worst;
  ForEachAngle([&](double x) { worst.See(Sin(x) - std::sin(static_cast<long double>(x)), x); });
  EXPECT_LE(worst.error, kSinBound) << "at " << worst.at;
}

TEST(Trig, CosineStaysWithinItsBoundUpToAMillionRadians) {
  Worst worst;
  ForEachAngle([&](double x) { worst.See(Cos(x) - std::cos(static_cast<long double>(x)), x); });
  EXPECT_LE(worst.error, kSinBound) << "at " << worst.at;
}

TEST(Trig, ArcTangentStaysWithinItsBoundAllTheWayRound) {
  Worst worst;
  const auto see = [&](double y, double x) {
    worst.See(Atan2(y, x) - std::atan2(static_cast<long double>(y), static_cast<long double>(x)),
              y / x);
  };
  for (int i = -400; i <= 400; ++i) {
    for (int j = -400; j <= 400; ++j) {
      if (i != 0 || j != 0) see(i * 0.37, j * 0.37);
    }
  }
  testing::SplitMix64 random(1);
  for (int i = 0; i < 200000; ++i) {
    see(static_cast<double>(random.Between(-1, 1)), static_cast<double>(random.Between(-1, 1)));
  }
  EXPECT_LE(worst.error, kAtanBound) << "at y / x = " << worst.at;
}

TEST(Trig, SmallAnglesKeepAllTheirDigits) {
  for (double x = 1e-3; x > 1e-300; x *= 0.37) {
    EXPECT_NEAR(Sin(x) / std::sin(x), 1.0, 3e-16) << x;
    EXPECT_NEAR(Atan2(x, 1.0) / std::atan(x), 1.0, 3e-16) << x;
  }
}

TEST(Trig, TheAxesHaveTheirExactAngles) {
  EXPECT_EQ(Atan2(0, 1), 0.0);
  EXPECT_EQ(Atan2(1, 0), std::numbers::pi / 2);
  EXPECT_EQ(Atan2(0, -1), std::numbers::pi);
  EXPECT_EQ(Atan2(-1, 0), -std::numbers::pi / 2);
  EXPECT_EQ(Atan2(0, 0), 0.0);
  EXPECT_EQ(Atan2(5e-324, 5e-324), std::numbers::pi / 4);
  EXPECT_EQ(Atan2(1e308, 1e308), std::numbers::pi / 4);
  EXPECT_EQ(Sin(0), 0.0);
  EXPECT_EQ(Cos(0), 1.0);
}

TEST(Trig, AnglesBeyondTheContractStayHarmless) {
  for (const double x : {1e7, -1e9, 1e18, -1e300, std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_LE(std::abs(Sin(x)), 1.01) << x;
    EXPECT_LE(std::abs(Cos(x)), 1.01) << x;
  }
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/floating_point.h"

#include <gtest/gtest.h>

#include <limits>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace sinew {
namespace {

TEST(FloatEnvironment, IsExactInAnOrdinaryProgram) { EXPECT_TRUE(FloatEnvironmentIsExact()); }

TEST(FloatEnvironment, AGuardInAnExactEnvironmentChangesNothing) {
  {
    const FloatEnvironmentGuard guard;
    EXPECT_TRUE(FloatEnvironmentIsExact());
  }
  EXPECT_TRUE(FloatEnvironmentIsExact());
}

#if defined(__x86_64__)

constexpr unsigned kDenormalsAreZero = 0x0040;
constexpr unsigned kRoundDown = 0x2000;
constexpr unsigned kRoundTowardZero = 0x6000;
constexpr unsigned kFlushToZero = 0x8000;
constexpr unsigned kControlBits = 0xffc0;  // All but the exception flags.

// Puts the test program's own environment back, whatever a test does to it.
class FloatEnvironmentOfX86 : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override { before_ = _mm_getcsr(); }
  void TearDown() override { _mm_setcsr(before_); }

 private:
  unsigned before_ = 0;
};

// At run time, whatever the compiler thinks it knows.
float Halved(float value) {
  volatile float in = value;
  volatile float out = in * 0.5f;
  return out;
}

TEST_P(FloatEnvironmentOfX86, TheGuardCuresItAndPutsItBack) {
  _mm_setcsr(_mm_getcsr() | GetParam());
  const unsigned spoilt = _mm_getcsr() & kControlBits;
  EXPECT_FALSE(FloatEnvironmentIsExact());
  {
    const FloatEnvironmentGuard guard;
    EXPECT_TRUE(FloatEnvironmentIsExact());
    constexpr float kSmallestNormal = std::numeric_limits<float>::min();
    EXPECT_EQ(Halved(kSmallestNormal), 0x1p-127f);  // Flushing would give 0.
    EXPECT_EQ(Halved(0x1p-127f), 0x1p-128f);        // Denormal in, denormal out.
    EXPECT_EQ(Halved(0x1.8p-148f), 0x1p-148f);      // A tie: to the even one.
    EXPECT_EQ(Halved(-0x1.8p-148f), -0x1p-148f);
  }
  EXPECT_EQ(_mm_getcsr() & kControlBits, spoilt);
  EXPECT_FALSE(FloatEnvironmentIsExact());
}

INSTANTIATE_TEST_SUITE_P(EachWayToSpoilIt, FloatEnvironmentOfX86,
                         ::testing::Values(kDenormalsAreZero, kFlushToZero, kRoundDown,
                                           kRoundTowardZero,
                                           kDenormalsAreZero | kFlushToZero | kRoundTowardZero));

TEST_F(FloatEnvironmentOfX86, FlagsRaisedInsideAGuardStayRaised) {
  _mm_setcsr((_mm_getcsr() | kFlushToZero) & ~0x3fu);
  {
    const FloatEnvironmentGuard guard;
    Halved(0x1.8p-148f);
  }
  EXPECT_NE(_mm_getcsr() & 0x20u, 0u) << "inexact";
}

#endif

}  // namespace
}  // namespace sinew

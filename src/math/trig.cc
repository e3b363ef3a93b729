// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sine, cosine and arc tangent from + - * / alone: the same bits on every machine.
//
// Error bounds, absolute, held by tests/math/trig_test.cc against the long double libm:
//   Sin, Cos   3e-16 for |radians| <= 1e6
//   Atan2      7e-16 (the last bit of a result near pi is worth 4.4e-16)
// Beyond 1e6 Sin and Cos lose accuracy; they stay within [-1.01, 1.01] and never trap.
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/arithmetic.h"
#include "math/rounding.h"
#include "sinew/math.h"

namespace sinew {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr double kHalfPi = 0x1.921fb54442d18p+0;

// The angle less the nearest multiple of a quarter turn.
struct Reduced {
  double rest;   // In [-pi/4, pi/4], give or take a rounding.
  int quadrant;  // Quarter turns taken away, modulo 4.
};

Reduced Reduce(double radians) {
  constexpr double kLimit = 1e9;  // Keeps the count of quarter turns well inside an integer.
  if (!(radians >= -kLimit)) radians = -kLimit;
  if (radians > kLimit) radians = kLimit;

  // pi/2 in three parts. The first two have 33 bits, so that their products with up to 2^20
  // quarter turns are exact.
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kHalfPiHigh = 0x1.921fb544p+0;
  constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
  constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
  const double turns = scalar::RoundHalfUp(radians * kTwoOverPi);
  const double rest =
      ((radians - turns * kHalfPiHigh) - turns * kHalfPiMiddle) - turns * kHalfPiLow;
  return {rest, static_cast<int>(static_cast<std::int64_t>(turns) & 3)};
}

// Taylor's series. On [-pi/4, pi/4] the first term left out is below 5e-17.
double SinOfSmall(double x) {
  const double q = x * x;
  double sum = -1.0 / 1307674368000.0;
  sum = sum * q + 1.0 / 6227020800.0;
  sum = sum * q - 1.0 / 39916800.0;
  sum = sum * q + 1.0 / 362880.0;
  sum = sum * q - 1.0 / 5040.0;
  sum = sum * q + 1.0 / 120.0;
  sum = sum * q - 1.0 / 6.0;
  return x + x * (q * sum);
}

// Likewise; the first term left out is below 3e-18.
double CosOfSmall(double x) {
  const double q = x * x;
  double sum = 1.0 / 20922789888000.0;
  sum = sum * q - 1.0 / 87178291200.0;
  sum = sum * q + 1.0 / 479001600.0;
  sum = sum * q - 1.0 / 3628800.0;
  sum = sum * q + 1.0 / 40320.0;
  sum = sum * q - 1.0 / 720.0;
  sum = sum * q + 1.0 / 24.0;
  sum = sum * q - 1.0 / 2.0;
  return 1.0 + q * sum;
}

// The sine of `rest` plus that many quarter turns.
double SinAfterQuarters(double rest, int quadrant) {
  switch (quadrant & 3) {
    case 0:
      return SinOfSmall(rest);
    case 1:
      return CosOfSmall(rest);
    case 2:
      return -SinOfSmall(rest);
    default:
      return -CosOfSmall(rest);
  }
}

// atan(k / 16).
constexpr std::array<double, 17> kAtanOfSixteenths = {
    0.0,
    0x1.ff55bb72cfdeap-5,
    0x1.fd5ba9aac2f6ep-4,
    0x1.7b97b4bce5b02p-3,
    0x1.f5b75f92c80ddp-3,
    0x1.362773707ebccp-2,
    0x1.6f61941e4def1p-2,
    0x1.a64eec3cc23fdp-2,
    0x1.dac670561bb4fp-2,
    0x1.0657e94db30d0p-1,
    0x1.1e00babdefeb4p-1,
    0x1.345f01cce37bbp-1,
    0x1.4978fa3269ee1p-1,
    0x1.5d58987169b18p-1,
    0x1.700a7c5784634p-1,
    0x1.819d0b7158a4dp-1,
    0x1.921fb54442d18p-1,
};

// The arc tangent of a ratio in [0, 1]: that of the nearest sixteenth, and Taylor's series for the
// remainder, which is at most 1/32; the first term left out is below 3e-18.
double AtanOfRatio(double ratio) {
  const auto nearest = static_cast<std::size_t>(ratio * 16.0 + 0.5);
  const double center = static_cast<double>(nearest) / 16.0;
  const double x = (ratio - center) / (1.0 + ratio * center);
  const double q = x * x;
  double sum = 1.0 / 9.0;
  sum = sum * q - 1.0 / 7.0;
  sum = sum * q + 1.0 / 5.0;
  sum = sum * q - 1.0 / 3.0;
  return kAtanOfSixteenths[nearest] + (x + x * (q * sum));
}

}  // namespace

double Sin(double radians) {
  const Reduced angle = Reduce(radians);
  return SinAfterQuarters(angle.rest, angle.quadrant);
}

double Cos(double radians) {
  const Reduced angle = Reduce(radians);
  return SinAfterQuarters(angle.rest, angle.quadrant + 1);
}

// The angle of the point (x, y), in [-pi, pi]; 0 for the origin. Zeros have no sign here.
double Atan2(double y, double x) {
  const double height = y < 0.0 ? -y : y;
  const double width = x < 0.0 ? -x : x;
  if (height == 0.0 && width == 0.0) return 0.0;
  double angle =
      height <= width ? AtanOfRatio(height / width) : kHalfPi - AtanOfRatio(width / height);
  if (x < 0.0) angle = kPi - angle;
  return y < 0.0 ? -angle : angle;
}

}  // namespace sinew

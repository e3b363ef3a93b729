// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The same bits everywhere: the constants here are golden hashes, our own output written down once.
// They say nothing about whether a result is right (the other tests do), only that it is the same
// with every compiler, optimisation level and machine. Where the arithmetic is changed on purpose,
// raise kArithmeticVersion, change them, and say so in the changelog as [DATA].
#include <gtest/gtest.h>

#include <bit>

#include "sinew/hash.h"
#include "sinew/math.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::SplitMix64;

void AddDouble(Hash64& hash, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  hash.Add(static_cast<std::uint32_t>(bits)).Add(static_cast<std::uint32_t>(bits >> 32));
}

void AddQuat(Hash64& hash, Quat q) { hash.Add(q.x).Add(q.y).Add(q.z).Add(q.w); }

TEST(GoldenMath, SineCosineAndArcTangent) {
  SplitMix64 random(101);
  Hash64 hash;
  for (int i = 0; i < 20000; ++i) {
    const double angle = static_cast<double>(random.Between(-1e6f, 1e6f)) / (1 << (i % 20));
    AddDouble(hash, Sin(angle));
    AddDouble(hash, Cos(angle));
    const double y = static_cast<double>(random.Between(-1, 1));
    AddDouble(hash, Atan2(y, static_cast<double>(random.Between(-1, 1))));
  }
  EXPECT_EQ(hash.Text(), "21ac5f2f6a902440");
}

TEST(GoldenMath, QuaternionInterpolation) {
  SplitMix64 random(102);
  Hash64 hash;
  for (int i = 0; i < 20000; ++i) {
    const Quat a = random.Rotation();
    const Quat far = random.Rotation();
    const Quat near = Normalize(Multiply(a, QuatOf({0, 1, 0}, random.Between(-0.1f, 0.1f))));
    const float t = random.Unit();
    AddQuat(hash, Slerp(a, far, t));
    AddQuat(hash, Slerp(a, near, t));
    AddQuat(hash, Nlerp(a, far, t));
  }
  EXPECT_EQ(hash.Text(), "c9b6e982bdf869e5");
}

TEST(GoldenMath, MatricesAndTheirDecomposition) {
  SplitMix64 random(103);
  Hash64 hash;
  for (int i = 0; i < 5000; ++i) {
    const Affine a = AffineOf(random.Placement());
    const Affine b = AffineOf(random.Placement());
    const Affine product = Multiply(a, b);  // It shears.
    const Decomposition parts = Decompose(product);
    hash.Add(std::span(&product, 1)).Add(std::span(&parts.transform, 1)).Add(parts.shear);
    const Affine inverse = Inverse(product).value_or(Affine{});
    hash.Add(std::span(&inverse, 1)).Add(Determinant(product));
  }
  EXPECT_EQ(hash.Text(), "7a5f03e00a769086");
}

}  // namespace
}  // namespace sinew

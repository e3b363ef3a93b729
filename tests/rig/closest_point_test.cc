// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include "sinew/rigging.h"

namespace sinew {
namespace {

TEST(ClosestPoints, LieInsideTheSegmentOrAtItsEnds) {  // S3
  const Vec3 a{1, 0, 0}, b{3, 0, 0};
  EXPECT_EQ(ClosestPointOnSegment(a, b, {2, 5, 0}), (Vec3{2, 0, 0}));
  EXPECT_EQ(ClosestPointOnSegment(a, b, {0, 5, 0}), a);
  EXPECT_EQ(ClosestPointOnSegment(a, b, {9, 5, 0}), b);
}

TEST(ClosestPoints, OfASegmentWithoutLengthAreItsBeginning) {  // S3
  const Vec3 a{1, 2, 3};
  EXPECT_EQ(ClosestPointOnSegment(a, a, {7, 7, 7}), a);
  EXPECT_EQ(ClosestPointOnSegment(a, a, a), a);
}

}  // namespace
}  // namespace sinew

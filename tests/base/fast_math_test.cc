// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// This program is linked with -ffast-math, which makes the C runtime set flush-to-zero before main.
// Sinew must notice, refuse to compute in debug builds, and be right inside its guard.
#include <gtest/gtest.h>

#include "sinew/floating_point.h"
#include "sinew/hierarchy.h"
#include "sinew/math.h"
#include "sinew/pose.h"
#include "support/build_model.h"

namespace sinew {
namespace {

class LinkedWithFastMath : public ::testing::Test {
 protected:
  void SetUp() override {
    if (FloatEnvironmentIsExact()) GTEST_SKIP() << "this toolchain does not set flush-to-zero";
  }
};

TEST_F(LinkedWithFastMath, TheGuardKeepsDenormals) {
  const FloatEnvironmentGuard guard;
  EXPECT_TRUE(FloatEnvironmentIsExact());
  volatile float tiny = 0x1p-130f;
  const Affine shrink = AffineOf({{}, {}, {tiny, tiny, tiny}});
  EXPECT_EQ(TransformPoint(shrink, {1, 2, 4}), (Vec3{0x1p-130f, 0x1p-129f, 0x1p-128f}));
}

TEST_F(LinkedWithFastMath, AJobSaysSoInDebugBuilds) {
#ifdef NDEBUG
  GTEST_SKIP() << "release builds do not look";
#endif
  const Skeleton skeleton = testing::SkeletonOf({-1});
  const Pose pose(1);
  Affine model_from_joint;
  const LocalToModelJob job{
      .skeleton = skeleton, .pose = pose, .model_from_joint = {&model_from_joint, 1}};
  EXPECT_EQ(job.Run(), Error::kFloatEnvironment);
  const FloatEnvironmentGuard guard;
  EXPECT_EQ(job.Run(), Error::kNone);
}

}  // namespace
}  // namespace sinew

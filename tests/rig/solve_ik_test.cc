// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <limits>

#include "sinew/rigging.h"
#include "support/near.h"

namespace sinew {
namespace {

using testing::Near;

// Three upright bones, end on end, and a handle on the last.
BoneRig Arm(Vec3 target) {
  return {.base = {0, 1, 0},
          .base_offset = {0, -1, 0},
          .bones = {{.pose = {0.1f, 0, 0.1f}}, {.parent = 0}, {.parent = 1}},
          .handles = {{.bone = 2, .target = target}}};
}

TEST(SolveIk, BringsTheTipToTheTarget) {  // S16
  BoneRig rig = Arm({1, 1, 1});
  const Result<GradientIkJob::Outcome> outcome = SolveIk(rig, 1000);
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->converged);
  const std::vector<Affine> pose = CurrentPose(rig).value();
  EXPECT_TRUE(Near(TransformPoint(pose[2], rig.bones[2].extent), {1, 1, 1}, 1e-4));
}

TEST(SolveIk, TakesTenStepsAndChangesNothingButPoses) {  // S16
  BoneRig rig = Arm({1, 1, 1});
  const BoneRig before = rig;
  const Result<GradientIkJob::Outcome> outcome = SolveIk(rig);
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->steps, 10u);
  EXPECT_EQ(rig.base, before.base);
  EXPECT_EQ(rig.base_offset, before.base_offset);
  EXPECT_NE(rig.bones[1].pose, before.bones[1].pose);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rig.bones[i].extent, before.bones[i].extent);
    EXPECT_EQ(rig.bones[i].roll, before.bones[i].roll);
    EXPECT_EQ(rig.bones[i].parent, before.bones[i].parent);
  }
  EXPECT_EQ(rig.handles[0].target, before.handles[0].target);
}

TEST(SolveIk, LeavesARigAloneWhoseHandlesAreOff) {
  BoneRig rig = Arm({1, 1, 1});
  rig.handles[0].enabled = false;
  const Result<GradientIkJob::Outcome> outcome = SolveIk(rig);
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->converged);
  EXPECT_EQ(rig.bones[0].pose, (Vec3{0.1f, 0, 0.1f}));
}

TEST(SolveIk, RefusesAHandleOnNothing) {
  BoneRig rig = Arm({1, 1, 1});
  rig.handles[0].bone = 3;
  EXPECT_EQ(SolveIk(rig).failure().place, "/handles/0/bone");
  EXPECT_EQ(IkGradient(rig).failure().place, "/handles/0/bone");
  rig = Arm({1, 1, std::numeric_limits<float>::infinity()});
  EXPECT_EQ(SolveIk(rig).failure().place, "/handles/0/target");
  EXPECT_EQ(rig.bones[0].pose, (Vec3{0.1f, 0, 0.1f}));
}

}  // namespace
}  // namespace sinew

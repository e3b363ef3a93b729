// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/pose.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::SplitMix64;

std::vector<Transform> Placements(std::uint32_t count) {
  SplitMix64 random(310);
  std::vector<Transform> transforms;
  for (std::uint32_t i = 0; i < count; ++i) transforms.push_back(random.Placement());
  return transforms;
}

TEST(Pose, HoldsWhatItWasMadeFrom) {
  for (const std::uint32_t count : {0u, 1u, 7u, 8u, 9u, 100u}) {
    const std::vector<Transform> transforms = Placements(count);
    const Pose pose(transforms, std::vector<float>{0.5f, 0.25f});
    EXPECT_EQ(pose.joint_count(), count);
    EXPECT_EQ(pose.blocks().size(), (count + 7) / 8);
    ASSERT_EQ(pose.morphs().size(), 2u);
    EXPECT_EQ(pose.morphs()[1], 0.25f);
    for (std::uint32_t j = 0; j < count; ++j) EXPECT_EQ(pose.joint(j), transforms[j]);
    std::vector<Transform> back(count + 1, Transform{.translation = {7, 7, 7}});
    CopyTransforms(pose, back);
    back.pop_back();
    EXPECT_EQ(back, transforms);
  }
}

TEST(Pose, StandsAtTheIdentityUntilItIsWritten) {
  const Pose pose(9, 2);
  for (std::uint32_t j = 0; j < 9; ++j) EXPECT_EQ(pose.joint(j), Transform{});
  for (const float morph : pose.morphs()) EXPECT_EQ(morph, 0.0f);
}

TEST(Pose, LiesEightJointsABlockComponentByComponent) {
  Pose pose(11);
  pose.set_joint(9, {{1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10}});
  const TransformBlock& block = pose.blocks()[1];
  float expected = 1.0f;
  for (const auto& row : block.translation) EXPECT_EQ(row[1], expected++);
  for (const auto& row : block.rotation) EXPECT_EQ(row[1], expected++);
  for (const auto& row : block.scale) EXPECT_EQ(row[1], expected++);
}

TEST(Pose, AViewWritesIntoIt) {
  Pose pose(10, 3);
  const PoseView view = pose;
  const Transform moved{.translation = {1, 2, 3}};
  view.set_joint(9, moved);
  view.morphs[2] = 0.75f;
  EXPECT_EQ(pose.joint(9), moved);
  EXPECT_EQ(pose.morphs()[2], 0.75f);
  const ConstPoseView read = view;
  EXPECT_EQ(read.joint(9), moved);
  EXPECT_EQ(read.joint_count, 10u);
}

TEST(Pose, ACopyIsItsOwn) {
  Pose pose(3);
  Pose copy = pose;
  copy.set_joint(0, {.translation = {1, 0, 0}});
  EXPECT_EQ(pose.joint(0), Transform{});
}

TEST(Pose, CopyingFewerTransformsLeavesTheJointsBeyondAlone) {
  Pose pose(10);
  pose.set_joint(9, {.translation = {7, 7, 7}});
  CopyTransforms(Placements(9), pose);
  EXPECT_EQ(pose.joint(8), Placements(9)[8]);
  EXPECT_EQ(pose.joint(9).translation, (Vec3{7, 7, 7}));
}

TEST(Pose, AViewHoldsSoManyJointsAsItCountsAndHasBlocksFor) {
  Pose pose(9);
  PoseView view = pose;
  EXPECT_TRUE(view.holds(9));
  EXPECT_TRUE(view.holds(0));
  EXPECT_FALSE(view.holds(10)) << "it counts nine";
  view.joint_count = 17;
  EXPECT_FALSE(view.holds(9)) << "it counts more than it has blocks for";
  view.joint_count = 16;
  EXPECT_TRUE(view.holds(16));
}

}  // namespace
}  // namespace sinew

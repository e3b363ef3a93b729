// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <iostream>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/pose.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::SameBits;

bool IsBelow(const Skeleton& skeleton, std::uint32_t joint, std::uint32_t top) {
  auto at = static_cast<std::int32_t>(joint);
  while (at > static_cast<std::int32_t>(top)) at = skeleton.parent(static_cast<std::uint32_t>(at));
  return at == static_cast<std::int32_t>(top);
}

TEST(Subtree, IsWalkedAsInTheWholeAndNothingElseIsTouched) {
  testing::SplitMix64 random(350);
  std::uint64_t below = 0, beside = 0;
  for (int round = 0; round < 60; ++round) {
    const std::uint32_t joints = 1 + random.Below(40);
    const Skeleton skeleton = testing::RandomSkeleton(random, joints);
    const Pose before = testing::WildPose(random, joints),
               after = testing::WildPose(random, joints);
    const Affine root = AffineOf(random.Placement());
    std::vector<Affine> old(joints);
    ASSERT_EQ((LocalToModelJob{
                  .skeleton = skeleton, .pose = before, .root = root, .model_from_joint = old}
                   .Run()),
              Error::kNone);
    for (std::uint32_t top = 0; top < joints; ++top) {
      // The whole: as before, and as after from `top` down.
      Pose mixed = before;
      for (std::uint32_t j = 0; j < joints; ++j) {
        if (IsBelow(skeleton, j, top)) mixed.set_joint(j, after.joint(j));
      }
      std::vector<Affine> expected(joints), found = old;
      ASSERT_EQ((LocalToModelJob{
                    .skeleton = skeleton, .pose = mixed, .root = root, .model_from_joint = expected}
                     .Run()),
                Error::kNone);
      ASSERT_EQ((LocalToModelJob{.skeleton = skeleton,
                                 .pose = after,
                                 .root = root,
                                 .subtree = top,
                                 .model_from_joint = found}
                     .Run()),
                Error::kNone);
      for (std::uint32_t j = 0; j < joints; ++j) {
        const bool is_below = IsBelow(skeleton, j, top);
        ++(is_below ? below : beside);
        ASSERT_TRUE(SameBits(found[j], is_below ? expected[j] : old[j]))
            << "joint " << j << ", subtree of " << top;
      }
    }
  }
  std::cout << below << " joints below, " << beside << " beside\n";
  EXPECT_GT(below, 1000u);
  EXPECT_GT(beside, 1000u);
}

TEST(Subtree, OfAJointThatIsNotThereIsRefused) {
  const Skeleton skeleton = testing::SkeletonOf({-1, 0});
  const Pose pose(2);
  const Affine marked = AffineOf({.translation = {7, 7, 7}});
  std::vector<Affine> model(2, marked);
  EXPECT_EQ(
      (LocalToModelJob{.skeleton = skeleton, .pose = pose, .subtree = 2, .model_from_joint = model}
           .Run()),
      Error::kJointBeyondSkeleton);
  EXPECT_EQ(model, std::vector<Affine>(2, marked));
}

TEST(Subtree, ThatLeavesTheUsableRangeIsRefused) {
  const Skeleton skeleton = testing::SkeletonOf({-1, 0, 0});
  Pose pose(3);
  pose.set_joint(2, {.scale = {1, 2e18f, 1}});
  std::vector<Affine> model(3);
  LocalToModelJob job{.skeleton = skeleton, .pose = pose, .subtree = 1, .model_from_joint = model};
  EXPECT_EQ(job.Run(), Error::kNone) << "the faulty joint is beside";
  job.subtree = 2;
  EXPECT_EQ(job.Run(), Error::kValueNotFinite);
}

}  // namespace
}  // namespace sinew

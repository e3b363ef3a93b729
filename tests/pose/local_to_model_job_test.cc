// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/pose.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SkeletonOf;

//   0 (a root, 1 to the right) -- 2 (1 further, turned a quarter about z) -- 3 (1 further)
//   1 (another root, at the origin)
TEST(LocalToModel, EachJointStandsInItsParentsSpace) {  // E58, N8, C12, L46
  const Skeleton skeleton = SkeletonOf({-1, -1, 0, 2});
  const Quat quarter = QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 2);
  const Pose pose(std::vector<Transform>{{.translation = {1, 0, 0}},
                                         {},
                                         {.translation = {1, 0, 0}, .rotation = quarter},
                                         {.translation = {1, 0, 0}}});
  std::vector<Affine> model_from_joint(4);
  const LocalToModelJob job{
      .skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint};
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(model_from_joint[0], AffineOf(pose.joint(0))) << "a root's model is its local (E58)";
  EXPECT_EQ(model_from_joint[1], Affine{});
  EXPECT_TRUE(Near(TransformPoint(model_from_joint[2], {}), {2, 0, 0}, 1e-6));
  EXPECT_TRUE(Near(TransformPoint(model_from_joint[3], {}), {2, 1, 0}, 1e-6));
}

TEST(LocalToModel, IsTheProductOfAllLocalsUpToTheRoot) {  // N8, C79
  testing::SplitMix64 random(24);
  const Skeleton skeleton = SkeletonOf({-1, 0, 0, 1, 2, 2, 3, 5});
  Pose pose(8);
  for (std::uint32_t i = 0; i < 8; ++i) pose.set_joint(i, random.Placement());
  const Affine root = AffineOf(random.Placement());
  std::vector<Affine> model_from_joint(9);
  const LocalToModelJob job{
      .skeleton = skeleton, .pose = pose, .root = root, .model_from_joint = model_from_joint};
  ASSERT_EQ(job.Run(), Error::kNone);
  for (std::uint32_t joint = 0; joint < 8; ++joint) {
    Vec3 p{0.3f, -0.2f, 0.1f};
    for (std::int32_t j = static_cast<std::int32_t>(joint); j != kNoParent;
         j = skeleton.parent(static_cast<std::uint32_t>(j))) {
      p = TransformPoint(AffineOf(pose.joint(static_cast<std::uint32_t>(j))), p);
    }
    p = TransformPoint(root, p);
    EXPECT_TRUE(Near(TransformPoint(model_from_joint[joint], {0.3f, -0.2f, 0.1f}), p, 1e-4));
  }
  EXPECT_EQ(model_from_joint[8], Affine{}) << "beyond the skeleton";
}

TEST(LocalToModel, MovingTheRootMovesEverythingOnce) {  // C8
  const Skeleton skeleton = SkeletonOf({-1, 0, 1});
  const Pose pose(std::vector<Transform>(3, Transform{.translation = {0, 1, 0}}));
  std::vector<Affine> still(3), moved(3);
  ASSERT_EQ((LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = still}.Run()),
            Error::kNone);
  const Affine root = AffineOf({.translation = {10, 0, 0}});
  ASSERT_EQ(
      (LocalToModelJob{.skeleton = skeleton, .pose = pose, .root = root, .model_from_joint = moved}
           .Run()),
      Error::kNone);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(moved[j].m[0][3], still[j].m[0][3] + 10.0f);
    EXPECT_EQ(moved[j].m[1][3], still[j].m[1][3]);
  }
}

class LocalToModelRefusals : public ::testing::Test {
 protected:
  LocalToModelJob Job() {
    return {.skeleton = skeleton_, .pose = pose_, .model_from_joint = model_from_joint_};
  }
  void ExpectUntouched() const { EXPECT_EQ(model_from_joint_, std::vector<Affine>(2, kMarked)); }

  const Affine kMarked = AffineOf({.translation = {7, 7, 7}});
  Skeleton skeleton_ = SkeletonOf({-1, 0});
  Pose pose_ = Pose(2);
  std::vector<Affine> model_from_joint_{2, kMarked};
};

TEST_F(LocalToModelRefusals, PosesAndOutputsThatAreTooShort) {
  LocalToModelJob short_pose = Job();
  short_pose.pose.joint_count = 1;
  EXPECT_EQ(short_pose.Run(), Error::kPoseTooSmall);
  LocalToModelJob no_blocks = Job();
  no_blocks.pose.blocks = {};
  EXPECT_EQ(no_blocks.Run(), Error::kPoseTooSmall);
  LocalToModelJob short_output = Job();
  short_output.model_from_joint = short_output.model_from_joint.first(1);
  EXPECT_EQ(short_output.Run(), Error::kMatricesTooSmall);
  ExpectUntouched();
}

TEST_F(LocalToModelRefusals, ARootThatIsNotUsableBeforeAnythingIsWritten) {
  LocalToModelJob job = Job();
  job.root.m[0][3] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(job.Run(), Error::kValueNotFinite);
  ExpectUntouched();
}

TEST_F(LocalToModelRefusals, MatricesThatAreNotUsable) {
  pose_.set_joint(1, {.rotation = {0, std::numeric_limits<float>::quiet_NaN(), 0, 1}});
  EXPECT_EQ(Job().Run(), Error::kValueNotFinite);
  pose_.set_joint(1, {.scale = {1, 1, 2e18f}});
  EXPECT_EQ(Job().Run(), Error::kValueNotFinite);
  pose_.set_joint(1, {.scale = {1, 1, kLargest}});
  EXPECT_EQ(Job().Run(), Error::kNone) << "the largest that is";
  pose_.set_joint(1, {});
  pose_.set_joint(0, {.translation = {0, -std::numeric_limits<float>::infinity(), 0}});
  EXPECT_EQ(Job().Run(), Error::kValueNotFinite);
}

TEST_F(LocalToModelRefusals, ProductsThatLeaveTheUsableRange) {
  for (std::uint32_t j : {0u, 1u}) pose_.set_joint(j, {.scale = {1e10f, 1e10f, 1e10f}});
  EXPECT_EQ(Job().Run(), Error::kValueNotFinite);
  pose_.set_joint(1, {.scale = {1e-10f, 1e-10f, 1e-10f}});
  EXPECT_EQ(Job().Run(), Error::kNone) << "only results count";
}

}  // namespace
}  // namespace sinew

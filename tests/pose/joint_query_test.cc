// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "support/build_model.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::SameBits;
using testing::SplitMix64;

// All joints in model space, by the jobs that pose a whole character.
std::vector<Affine> WholeWalk(const Skeleton& skeleton, ClipView clip, double time_s, Wrap wrap,
                              const Affine& root) {
  Pose pose(skeleton.joint_count());
  std::vector<Affine> model(skeleton.joint_count());
  EXPECT_EQ(
      (SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .wrap = wrap, .pose = pose}
           .Run()),
      Error::kNone);
  EXPECT_EQ(
      (LocalToModelJob{.skeleton = skeleton, .pose = pose, .root = root, .model_from_joint = model}
           .Run()),
      Error::kNone);
  return model;
}

void ExpectEqualsWholeWalk(const Skeleton& skeleton, ClipView clip, SplitMix64& random) {
  const Affine root = AffineOf(random.Placement());
  for (int i = 0; i < 12; ++i) {
    const double time_s = random.Between(-1.0f, 2.0f) * clip.duration_s();
    const Wrap wrap = i % 2 == 0 ? Wrap::kHold : Wrap::kLoop;
    const std::vector<Affine> expected = WholeWalk(skeleton, clip, time_s, wrap, root);
    std::vector<std::uint32_t> joints{skeleton.joint_count() - 1, 0, skeleton.joint_count() - 1};
    for (int k = 0; k < 20; ++k) joints.push_back(random.Below(skeleton.joint_count()));
    std::vector<Affine> found(joints.size());
    ASSERT_EQ((JointQuery{.skeleton = skeleton,
                          .clip = clip,
                          .time_s = time_s,
                          .wrap = wrap,
                          .root = root,
                          .joints = joints,
                          .model_from_joint = found}
                   .Run()),
              Error::kNone);
    for (std::size_t k = 0; k < joints.size(); ++k) {
      ASSERT_TRUE(SameBits(found[k], expected[joints[k]])) << "joint " << joints[k];
    }
  }
}

TEST(JointQuery, GivesTheBitsOfSamplingAllAndWalking) {
  SplitMix64 random(330);
  for (const std::uint32_t joints : {1u, 9u, 60u}) {
    const Skeleton skeleton = testing::RandomSkeleton(random, joints);
    const Clip clip = testing::RandomClip(random, joints, 3);
    ExpectEqualsWholeWalk(skeleton, clip, random);
    const Result<PackedClip> packed = PackedClip::Create(skeleton, clip, {.error_bound = 1e-2f});
    ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
    ExpectEqualsWholeWalk(skeleton, *packed, random);
  }
}

// Longer than any piece of a chain that is walked at once.
TEST(JointQuery, WalksAChainOfTwoHundredJoints) {
  SplitMix64 random(331);
  std::vector<std::int32_t> parents(200);
  std::iota(parents.begin(), parents.end(), -1);
  std::vector<Transform> rest(200);
  for (Transform& t : rest) t = {random.Vector(0.1f), random.Rotation(), {1, 1, 1}};
  const Skeleton skeleton = testing::SkeletonOf(parents, rest);
  std::vector<testing::TrackSpec> tracks;
  for (std::uint32_t j = 0; j < 200; j += 3) {
    tracks.push_back(testing::RandomTrack(random, j, Property::kRotation, {.keys = 4}));
  }
  const Clip clip = testing::ClipOf(tracks);
  ExpectEqualsWholeWalk(skeleton, clip, random);
  const Result<PackedClip> packed = PackedClip::Create(skeleton, clip, {.error_bound = 1e-1f});
  ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
  ExpectEqualsWholeWalk(skeleton, *packed, random);
}

class JointQueryRefusals : public ::testing::Test {
 protected:
  JointQuery Query() {
    return {.skeleton = skeleton_, .clip = clip_, .joints = joints_, .model_from_joint = out_};
  }
  void ExpectRefused(const JointQuery& query, Error error) {
    EXPECT_EQ(query.Run(), error);
    EXPECT_EQ(out_, std::vector<Affine>(2, kMarked));
  }

  const Affine kMarked = AffineOf({.translation = {7, 7, 7}});
  Skeleton skeleton_ = testing::SkeletonOf({-1, 0});
  Clip clip_ = testing::ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}}});
  std::vector<std::uint32_t> joints_{1, 0};
  std::vector<Affine> out_{2, kMarked};
};

TEST_F(JointQueryRefusals, TimesThatAreNotFinite) {  // C86
  JointQuery query = Query();
  query.time_s = std::numeric_limits<double>::quiet_NaN();
  ExpectRefused(query, Error::kTimeNotFinite);
}

TEST_F(JointQueryRefusals, JointsThatTheSkeletonDoesNotHave) {
  joints_[1] = 2;
  ExpectRefused(Query(), Error::kJointBeyondSkeleton);
}

TEST_F(JointQueryRefusals, FewerMatricesThanJoints) {
  JointQuery query = Query();
  query.model_from_joint = query.model_from_joint.first(1);
  ExpectRefused(query, Error::kMatricesTooSmall);
}

TEST_F(JointQueryRefusals, ClipsOfALargerSkeleton) {
  const Skeleton one = testing::SkeletonOf({-1});
  joints_ = {0};
  ExpectRefused({.skeleton = one, .clip = clip_, .joints = joints_, .model_from_joint = out_},
                Error::kClipBeyondSkeleton);
}

TEST_F(JointQueryRefusals, ARootThatIsNotUsable) {
  JointQuery query = Query();
  query.root.m[1][1] = 2e18f;
  ExpectRefused(query, Error::kValueNotFinite);
}

TEST_F(JointQueryRefusals, ProductsThatLeaveTheUsableRange) {
  const Transform large{.scale = {1e10f, 1e10f, 1e10f}};
  const Skeleton grows = testing::SkeletonOf({-1, 0}, {large, large});
  const JointQuery query{
      .skeleton = grows, .clip = clip_, .joints = joints_, .model_from_joint = out_};
  EXPECT_EQ(query.Run(), Error::kValueNotFinite);
  joints_ = {0, 0};
  EXPECT_EQ(query.Run(), Error::kNone) << "nobody asked for the joint that is too large";
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Three joints in a row; the clip moves the second's translation and the third's rotation, and two
// of four morph slots:
//
//   time             0 s ----- 2 s
//   joint 1 x        0         4
//   joint 2 turn z   0         90 deg
//   morph 1, 2       0, 1      1, 3
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "sinew/floating_point.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "support/build_model.h"
#include "support/near.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace sinew {
namespace {

using testing::ClipOf;
using testing::Near;
using testing::SkeletonOf;

constexpr float kHalfRoot = 0.70710678f;

Skeleton Chain() {
  return SkeletonOf({-1, 0, 1}, {{.translation = {1, 1, 1}},
                                 {.translation = {2, 2, 2}, .scale = {3, 3, 3}},
                                 {.translation = {5, 0, 0}}});
}

Clip Bend() {
  return ClipOf({{.target = 1, .times = {0, 2}, .values = {0, 0, 0, 4, 0, 0}},
                 {.target = 2,
                  .property = Property::kRotation,
                  .times = {0, 2},
                  .values = {0, 0, 0, 1, 0, 0, kHalfRoot, kHalfRoot}},
                 {.target = 1,
                  .property = Property::kMorphWeights,
                  .times = {0, 2},
                  .values = {0, 1, 1, 3},
                  .width = 2}});
}

class SampleJobTest : public ::testing::Test {
 protected:
  // Everything must still be as the constructor left it.
  void ExpectUntouched() const {
    for (std::uint32_t j = 0; j < 4; ++j) EXPECT_EQ(pose_.joint(j), kMarked);
    EXPECT_EQ(Morphs(), std::vector<float>(4, 77.0f));
  }

  SampleJob Job(double time_s) {
    return {.skeleton = skeleton_,
            .clip = clip_,
            .time_s = time_s,
            .morph_rest = morph_rest_,
            .pose = pose_};
  }
  std::vector<float> Morphs() const { return {pose_.morphs().begin(), pose_.morphs().end()}; }

  static constexpr Transform kMarked{{7, 7, 7}, {0, 0, 0, 1}, {7, 7, 7}};
  Skeleton skeleton_ = Chain();
  Clip clip_ = Bend();
  std::vector<float> morph_rest_{0.5f, 0.25f, 0.125f, 0.75f};
  Pose pose_{std::vector<Transform>(4, kMarked), std::vector<float>(4, 77.0f)};
};

TEST_F(SampleJobTest, WritesTracksOverTheRestPose) {  // E55, C23
  ASSERT_EQ(Job(1.0).Run(), Error::kNone);
  EXPECT_EQ(pose_.joint(0), skeleton_.rest()[0]) << "no track moves it";
  EXPECT_EQ(pose_.joint(1), (Transform{{2, 0, 0}, {}, {3, 3, 3}})) << "its scale is at rest";
  EXPECT_EQ(pose_.joint(2).translation, (Vec3{5, 0, 0}));
  EXPECT_TRUE(
      Near(pose_.joint(2).rotation, QuatOf({0, 0, 1}, std::numbers::pi_v<float> / 4), 1e-7));
  EXPECT_EQ(pose_.joint(3), Transform{}) << "beyond the skeleton, but of its last block";
  EXPECT_EQ(Morphs(), (std::vector<float>{0.5f, 0.5f, 2.0f, 0.75f}));
}

TEST_F(SampleJobTest, NothingOfAnEarlierFrameSurvives) {  // C61
  ASSERT_EQ(Job(2.0).Run(), Error::kNone);
  const Clip still = ClipOf({{.target = 0, .times = {0}, .values = {9, 9, 9}}});
  SampleJob job{.skeleton = skeleton_, .clip = still, .morph_rest = morph_rest_, .pose = pose_};
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(pose_.joint(0).translation, (Vec3{9, 9, 9}));
  EXPECT_EQ(pose_.joint(1), skeleton_.rest()[1]);
  EXPECT_EQ(pose_.joint(2), skeleton_.rest()[2]);
  EXPECT_EQ(Morphs(), morph_rest_);
}

TEST_F(SampleJobTest, LoopingShowsTheBeginningAtTheEndAndHoldingTheEnd) {  // C26
  SampleJob job = Job(2.0);
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(pose_.joint(1).translation.x, 4.0f);
  job.wrap = Wrap::kLoop;
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(pose_.joint(1).translation.x, 0.0f);
  job.time_s = -0.5;
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(pose_.joint(1).translation.x, 3.0f);
}

TEST_F(SampleJobTest, MorphsAreOptional) {
  SampleJob job = Job(1.0);
  job.pose.morphs = {};
  EXPECT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(pose_.joint(1).translation.x, 2.0f);
  EXPECT_EQ(Morphs(), std::vector<float>(4, 77.0f));
}

TEST_F(SampleJobTest, ScaleTracksWriteScale) {  // L15
  const Clip grow = ClipOf({{.target = 0,
                             .property = Property::kScale,
                             .times = {0, 1},
                             .values = {1, 1, 1, 3, -1, 0}}});
  ASSERT_EQ((SampleJob{.skeleton = skeleton_, .clip = grow, .time_s = 0.5, .pose = pose_}.Run()),
            Error::kNone);
  EXPECT_EQ(pose_.joint(0), (Transform{{1, 1, 1}, {}, {2, 0, 0.5f}}));
}

// --- refusals: nothing is written ---

TEST_F(SampleJobTest, RefusesTimesThatAreNotFinite) {  // C86
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double time_s : {std::nan(""), kInfinity, -kInfinity}) {
    EXPECT_EQ(Job(time_s).Run(), Error::kTimeNotFinite);
  }
  ExpectUntouched();
}

TEST_F(SampleJobTest, RefusesAPoseShorterThanTheSkeleton) {
  SampleJob job = Job(1.0);
  job.pose.joint_count = 2;
  EXPECT_EQ(job.Run(), Error::kPoseTooSmall);
  job.pose.joint_count = 4;
  job.pose.blocks = {};
  EXPECT_EQ(job.Run(), Error::kPoseTooSmall);
  ExpectUntouched();
}

TEST_F(SampleJobTest, RefusesAClipOfALargerSkeleton) {
  const Skeleton two = SkeletonOf({-1, 0});
  const SampleJob job{.skeleton = two, .clip = clip_, .pose = pose_};
  EXPECT_EQ(job.Run(), Error::kClipBeyondSkeleton);
  ExpectUntouched();
}

TEST_F(SampleJobTest, RefusesFewerMorphsThanTheClipOrTheRestHas) {
  SampleJob job = Job(1.0);
  job.pose.morphs = pose_.morphs().first(3);
  EXPECT_EQ(job.Run(), Error::kMorphsTooSmall);
  job.morph_rest = {};
  EXPECT_EQ(job.Validate(), Error::kNone) << "three is what the clip needs";
  job.pose.morphs = pose_.morphs().first(2);
  EXPECT_EQ(job.Run(), Error::kMorphsTooSmall);
  ExpectUntouched();
}

TEST_F(SampleJobTest, RefusesRestWeightsThatAreNotNumbers) {
  morph_rest_[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(Job(1.0).Run(), Error::kValueNotFinite);
  ExpectUntouched();
}

#if defined(__x86_64__) && !defined(NDEBUG)
TEST_F(SampleJobTest, RefusesToComputeWhereDenormalsAreFlushed) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8000u);
  const Error error = Job(1.0).Run();
  _mm_setcsr(before);
  EXPECT_EQ(error, Error::kFloatEnvironment);
  ExpectUntouched();
}
#endif

}  // namespace
}  // namespace sinew

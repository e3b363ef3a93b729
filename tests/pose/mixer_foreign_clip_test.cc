// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A clip that is bound to another skeleton plays nowhere, though its joints are all there.
#include <gtest/gtest.h>

#include "pose/mixer_rig.h"
#include "sinew/packed_clip.h"
#include "sinew/playback.h"
#include "sinew/sampling.h"
#include "support/build_model.h"

namespace sinew {
namespace {

class ForeignClip : public ::testing::Test {
 protected:
  ForeignClip() {
    foreign_.set_skeleton_id(testing::SkeletonOf({-1, 0, 0}).id());
    own_.set_skeleton_id(skeleton_.id());
  }

  Error Sample(const Clip& clip) {
    Pose pose(3);
    return SampleJob{.skeleton = skeleton_, .clip = clip, .pose = pose}.Run();
  }
  Error Query(const Clip& clip) {
    const std::uint32_t joints[] = {1};
    Affine out[1];
    return JointQuery{
        .skeleton = skeleton_, .clip = clip, .joints = joints, .model_from_joint = out}
        .Run();
  }

  Skeleton skeleton_ = testing::SmallSkeleton();
  Clip unbound_ = testing::Ramp("walk", 0, 10, 1), foreign_ = unbound_, own_ = unbound_;
};

TEST_F(ForeignClip, IsNotSampled) {
  EXPECT_EQ(Sample(unbound_), Error::kNone);
  EXPECT_EQ(Sample(own_), Error::kNone);
  EXPECT_EQ(Sample(foreign_), Error::kOtherSkeleton);
  EXPECT_EQ(Query(own_), Error::kNone);
  EXPECT_EQ(Query(foreign_), Error::kOtherSkeleton);
}

TEST_F(ForeignClip, HasNoRootPath) {
  EXPECT_TRUE(RootPath::Create(skeleton_, own_).ok());
  EXPECT_FALSE(RootPath::Create(skeleton_, foreign_).ok());
}

TEST_F(ForeignClip, IsNotMixed) {
  EXPECT_TRUE(MixerSetup::Create(skeleton_, {.clips = {unbound_, own_}}).ok());
  const Result<MixerSetup> setup = MixerSetup::Create(skeleton_, {.clips = {own_, foreign_}});
  ASSERT_FALSE(setup.ok());
  EXPECT_EQ(Describe(setup.failure()),
            "/clips/1: is bound to another skeleton; see BindClip and Clip::skeleton_id");
}

TEST_F(ForeignClip, IsNotPacked) {
  EXPECT_TRUE(PackedClip::Create(skeleton_, own_).ok());
  EXPECT_FALSE(PackedClip::Create(skeleton_, foreign_).ok());
}

}  // namespace
}  // namespace sinew

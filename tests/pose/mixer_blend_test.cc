// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "pose/mixer_rig.h"
#include "sinew/hierarchy.h"
#include "support/near.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::NamedClip;
using testing::Ramp;
using testing::SameBits;
using testing::Stage;
using testing::Still;

// --- what is averaged ---

TEST(MixerBlend, PositionsAndScalesAreWeightedMeans) {  // L16, C60
  const std::vector<Clip> clips = {
      NamedClip("a",
                {{.times = {0, 1}, .values = {1, 0, 0, 1, 0, 0}},
                 {.property = Property::kScale, .times = {0, 1}, .values = {2, 2, 2, 2, 2, 2}}}),
      NamedClip("b", {{.times = {0, 1}, .values = {5, 0, 0, 5, 0, 0}}})};
  Stage stage(clips);
  stage.action(0).set_weight(0.75f).play();
  stage.action(1).set_weight(0.25f).play();
  EXPECT_FLOAT_EQ(stage.Joint().translation.x, 2.0f);
  EXPECT_FLOAT_EQ(stage.Joint().scale.x, 1.75f) << "b's scale is the rest's, at b's weight";
}

TEST(MixerBlend, AClipOfPositionsAloneLeavesTheScaleAtRest) {  // C60
  const std::vector<Clip> clips = {Still("a", 3)};
  Stage stage(clips);
  stage.action(0).play();
  EXPECT_EQ(stage.Joint().scale, (Vec3{1, 1, 1}));
  EXPECT_EQ(stage.Joint(1).translation, (Vec3{0, 10, 0}));
}

TEST(MixerBlend, AMissingChannelCountsAsRestAtItsActionsWeight) {  // C61
  // Only `a` moves the spine: as it fades out, the spine returns to rest without a jump.
  const std::vector<Clip> clips = {Still("a", 8, 1, 1), Still("b", 1, 1, 0)};
  Stage stage(clips);
  Action a = stage.action(0).play();
  stage.mixer.cross_fade(a, stage.action(1), 1.0);
  float last = stage.X(1);
  EXPECT_EQ(last, 8.0f);
  for (int i = 0; i < 10; ++i) {
    stage.Step(0.1);
    EXPECT_NEAR(last - stage.X(1), 0.8f, 1e-5f) << i;
    last = stage.X(1);
  }
  EXPECT_EQ(last, 0.0f);
}

TEST(MixerBlend, WeightsBelowOneAreNormalisedOrFilledWithRest) {  // C61
  const std::vector<Clip> clips = {Still("a", 8)};
  Stage normal(clips), filled(clips, {.fill_with_rest = true});
  normal.action(0).set_weight(0.25f).play();
  filled.action(0).set_weight(0.25f).play();
  EXPECT_FLOAT_EQ(normal.X(), 8.0f);
  EXPECT_FLOAT_EQ(filled.X(), 2.0f);
}

TEST(MixerBlend, WeightsAboveOneAreAveraged) {  // L16
  const std::vector<Clip> clips = {Still("a", 8), Still("b", 4)};
  for (const bool fill : {false, true}) {
    Stage stage(clips, {.fill_with_rest = fill});
    stage.action(0).play();
    stage.action(1).play();
    EXPECT_FLOAT_EQ(stage.X(), 6.0f);
  }
}

TEST(MixerBlend, RotationsAreSummedOnTheSideOfTheHeaviest) {  // L16, C73
  // The same quarter turn, once as q and once as -q: their sum must not vanish.
  const std::vector<Clip> clips = {
      NamedClip("a", {{.property = Property::kRotation,
                       .times = {0, 1},
                       .values = {0, 0, testing::kHalfRoot, testing::kHalfRoot, 0, 0,
                                  testing::kHalfRoot, testing::kHalfRoot}}}),
      NamedClip("b", {{.property = Property::kRotation,
                       .times = {0, 1},
                       .values = {0, 0, -testing::kHalfRoot, -testing::kHalfRoot, 0, 0,
                                  -testing::kHalfRoot, -testing::kHalfRoot}}})};
  Stage stage(clips);
  stage.action(0).play();
  stage.action(1).play();
  EXPECT_TRUE(testing::SameRotation(stage.Joint().rotation,
                                    {0, 0, testing::kHalfRoot, testing::kHalfRoot}, 1e-6));
}

// At a quarter of the weight, rotations by 0 and by 160 degrees about z.
float QuarterOfTheWay(MixerOptions options) {
  const std::vector<Clip> clips = {
      NamedClip(
          "a",
          {{.property = Property::kRotation, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0, 0, 1}}}),
      NamedClip("b",
                {{.property = Property::kRotation,
                  .times = {0, 1},
                  .values = {0, 0, 0.98480775f, 0.17364818f, 0, 0, 0.98480775f, 0.17364818f}}})};
  Stage stage(clips, std::move(options));
  stage.action(0).set_weight(0.75f).play();
  stage.action(1).set_weight(0.25f).play();
  return stage.Joint().rotation.z;
}

TEST(MixerBlend, RotationsKeepAnEvenPaceOrAreNormalisedSumsWhereAskedFor) {  // L16, C11
  EXPECT_NEAR(QuarterOfTheWay({}), std::sin(20.0 * std::numbers::pi / 180.0), 1e-5);
  const double x = 0.25 * 0.98480775, y = 0.75 + 0.25 * 0.17364818;
  EXPECT_NEAR(QuarterOfTheWay({.rotations = RotationAverage::kSum}), x / std::hypot(x, y), 1e-6);
}

TEST(MixerBlend, LayersOverOneAnotherKeepAnEvenPaceToo) {  // C11
  MixerOptions options;
  options.layers.resize(2);
  const std::vector<Clip> clips = {NamedClip(
      "a", {{.property = Property::kRotation,
             .times = {0, 1},
             .values = {0, 0, 0.98480775f, 0.17364818f, 0, 0, 0.98480775f, 0.17364818f}}})};
  Stage stage(clips, std::move(options));
  stage.mixer.new_action(0, 1)->set_weight(0.25f).play();
  EXPECT_NEAR(stage.Joint().rotation.z, std::sin(20.0 * std::numbers::pi / 180.0), 1e-5);
}

TEST(MixerBlend, AWeightOfZeroTakesNoPart) {  // L17
  const std::vector<Clip> clips = {Still("a", 8), Still("b", 4)};
  Stage stage(clips);
  stage.action(0).play();
  stage.action(1).set_weight(0).play();
  EXPECT_EQ(stage.X(), 8.0f);
}

TEST(MixerBlend, TheOrderOfCallsDoesNotMatter) {  // C73
  testing::SplitMix64 random(73);
  const Skeleton skeleton = testing::RandomSkeleton(random, 12);
  std::vector<Clip> clips;
  for (int i = 0; i < 5; ++i) clips.push_back(testing::RandomClip(random, 12, 0));
  const float weights[] = {0.3f, 0.8f, 0.3f, 0.55f, 0.1f};
  std::vector<std::uint32_t> order = {0, 1, 2, 3, 4};
  std::uint64_t state = 0;
  Pose first;
  int orders = 0;
  do {
    Stage stage(Skeleton(skeleton), clips, {});
    for (const std::uint32_t c : order) {
      stage.action(c).set_weight(weights[c]).set_speed(1.0f + static_cast<float>(c)).play();
    }
    stage.Step(0.123);
    stage.Joint();
    if (orders++ == 0) {
      state = stage.mixer.hash();
      first = stage.pose;
    }
    EXPECT_EQ(stage.mixer.hash(), state);
    for (std::uint32_t j = 0; j < 12; ++j) {
      EXPECT_TRUE(SameBits(stage.pose.joint(j), first.joint(j)));
    }
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(orders, 120);
}

// --- nothing playing ---

TEST(MixerBlend, BeforeAnythingPlaysThePoseIsTheRestPose) {
  const std::vector<Clip> clips = {Still("a", 8)};
  Stage stage(clips);
  stage.pose.set_joint(1, {.translation = {7, 7, 7}});
  EXPECT_EQ(stage.Joint(1).translation, (Vec3{0, 10, 0}));
  stage.action(0).fade_in(0.5);  // At weight 0 it is not seen yet.
  EXPECT_EQ(stage.X(), 0.0f);
  stage.Step(0.1);
  EXPECT_EQ(stage.X(), 8.0f);
}

TEST(MixerBlend, AfterStopAllTheLastPoseStands) {  // L19, C88
  const std::vector<Clip> clips = {Ramp("a", 0, 10, 1)};
  Stage stage(clips);
  stage.action(0).play();
  stage.Step(0.5);
  EXPECT_FLOAT_EQ(stage.X(), 5.0f);
  stage.mixer.stop_all();
  stage.Step(0.5);
  EXPECT_TRUE(stage.mixer.is_idle());
  EXPECT_FLOAT_EQ(stage.X(), 5.0f);
}

TEST(MixerBlend, AfterResetToRestThePoseIsTheRestPose) {  // C88
  const std::vector<Clip> clips = {Still("a", 8)};
  Stage stage(clips);
  stage.action(0).play();
  EXPECT_EQ(stage.X(), 8.0f);
  stage.mixer.reset_to_rest();
  EXPECT_EQ(stage.X(), 0.0f);
  stage.Step(0.5);
  EXPECT_EQ(stage.X(), 0.0f);
  stage.action(0).play();
  EXPECT_EQ(stage.X(), 8.0f);
  stage.mixer.stop_all();
  EXPECT_EQ(stage.X(), 8.0f) << "and from then on the last pose stands again";
}

TEST(MixerBlend, IdleCanMeanRest) {  // C88
  const std::vector<Clip> clips = {Still("a", 8)};
  Stage stage(clips, {.idle = MixerOptions::Idle::kRest});
  stage.action(0).play();
  EXPECT_EQ(stage.X(), 8.0f);
  stage.mixer.stop_all();
  EXPECT_EQ(stage.X(), 0.0f);
}

TEST(MixerBlend, NothingOfAnEarlierFrameSurvives) {  // L19, C61
  const std::vector<Clip> clips = {Still("a", 8, 1, 0), Still("b", 3, 1, 1)};
  Stage stage(clips);
  stage.action(0).play();
  EXPECT_EQ(stage.X(0), 8.0f);
  stage.action(0).stop();
  stage.action(1).play();
  EXPECT_EQ(stage.X(0), 0.0f) << "no action touches it: at rest";
  EXPECT_EQ(stage.X(1), 3.0f);
}

TEST(MixerBlend, WhatMovesCarriesWhatHangsOnItInTheSameFrameWithoutBeingMarked) {  // L20, C85
  // root runs along x; spine and hand_R stand still on it, and are written and walked all the same.
  const std::vector<Clip> clips = {Ramp("walk", 0, 10, 1)};
  Stage stage(clips);
  stage.action(0).play();
  const float nowhere = 1e6f;
  std::vector<Affine> model(3, AffineOf({.translation = {nowhere, nowhere, nowhere}}));
  for (int i = 1; i < 5; ++i) {
    for (std::uint32_t j = 0; j < 3; ++j) {
      stage.pose.set_joint(j, {.translation = {nowhere, nowhere, nowhere}});
    }
    stage.Step(0.2);
    ASSERT_EQ(stage.mixer.evaluate(stage.scratch, stage.pose), Error::kNone);
    const LocalToModelJob walk{
        .skeleton = *stage.skeleton, .pose = stage.pose, .model_from_joint = model};
    ASSERT_EQ(walk.Run(), Error::kNone);
    const float x = 2.0f * static_cast<float>(i);
    EXPECT_TRUE(testing::Near(TransformPoint(model[0], {}), {x, 0, 0}, 1e-5));
    EXPECT_TRUE(testing::Near(TransformPoint(model[1], {}), {x, 10, 0}, 1e-5));
    EXPECT_TRUE(testing::Near(TransformPoint(model[2], {}), {x + 5, 10, 0}, 1e-5));
  }
}

// --- jobs that cannot be done ---

TEST(MixerBlend, WhatDoesNotFitIsRefusedAndThePoseLeftAlone) {
  const std::vector<Clip> clips = {Still("a", 8)};
  Stage stage(clips), other(clips, {.action_capacity = 3});
  stage.action(0).play();
  Pose small(2);
  EXPECT_EQ(stage.mixer.evaluate(stage.scratch, small), Error::kPoseTooSmall);
  stage.pose.set_joint(0, {.translation = {7, 7, 7}});
  EXPECT_EQ(stage.mixer.evaluate(other.scratch, stage.pose), Error::kOtherSetup);
  EXPECT_EQ(stage.pose.joint(0).translation, (Vec3{7, 7, 7}));
}

TEST(MixerBlend, PackedClipsPlayAsWell) {
  const Skeleton skeleton = testing::SmallSkeleton();
  const Clip exact = Ramp("a", 0, 10, 1);
  const PackedClip packed = PackedClip::Create(skeleton, exact).value();
  const MixerSetup setup = MixerSetup::Create(skeleton, {.clips = {packed, exact}}).value();
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(3);
  mixer.clip_action(0)->play();
  ASSERT_EQ(mixer.update(0.5), Error::kNone);
  ASSERT_EQ(mixer.evaluate(scratch, pose), Error::kNone);
  EXPECT_NEAR(pose.joint(0).translation.x, 5.0f, 1e-3f);
  EXPECT_EQ(setup.FindClip("a"), 0u);
}

TEST(MixerBlend, MorphWeightsAreBlendedBesideTheJoints) {  // L47
  const std::vector<Clip> clips = {NamedClip("smile", {{.property = Property::kMorphWeights,
                                                        .times = {0, 1},
                                                        .values = {1, 0.5f, 1, 0.5f},
                                                        .width = 2}}),
                                   Still("a", 8)};
  Stage stage(clips, {.morph_rest = {0, 0, 0.25f}});
  stage.action(0).set_weight(0.5f).play();
  stage.action(1).set_weight(0.5f).play();
  EXPECT_FLOAT_EQ(stage.X(), 4.0f);
  EXPECT_FLOAT_EQ(stage.pose.morphs()[0], 0.5f);
  EXPECT_FLOAT_EQ(stage.pose.morphs()[1], 0.25f);
  EXPECT_FLOAT_EQ(stage.pose.morphs()[2], 0.25f);
  Pose without(3);
  EXPECT_EQ(stage.mixer.evaluate(stage.scratch, without), Error::kNone);
  EXPECT_TRUE(SameBits(without.joint(0), stage.pose.joint(0)));
}

}  // namespace
}  // namespace sinew

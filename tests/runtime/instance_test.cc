// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/instance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/pack.h"
#include "support/full_model.h"
#include "support/runtime_model.h"

namespace sinew {
namespace {

constexpr double kFrame_s = 1.0 / 60.0;

MixerSetup SetupOf(const Asset& asset) {
  return asset.MakeMixerSetup({.idle = MixerOptions::Idle::kRest}).value();
}

TEST(Instance, PlaysWhatMixerAndJobsPlayWhenTheyAreCalledByHand) {
  const Asset asset = Asset::Create(testing::RuntimeModel());
  const MixerSetup setup = SetupOf(asset);
  InstanceScratch scratch(setup);
  Instance instance(setup);
  Mixer mixer(setup);
  MixerScratch mixer_scratch(setup);
  Pose pose(asset.skeleton().joint_count(), setup.morph_count());
  std::vector<Affine> joints(asset.skeleton().joint_count()), palette(asset.skins()[0].size());
  ASSERT_TRUE(instance.Play(0u).ok());
  ASSERT_TRUE(mixer.Play(0u).ok());
  for (int frame = 0; frame < 90; ++frame) {
    if (frame == 20) {
      ASSERT_TRUE(instance.FadeTo(2u, 0.3).ok());
      ASSERT_TRUE(mixer.FadeTo(2u, 0.3).ok());
    }
    if (frame == 28) {  // Interrupted.
      ASSERT_TRUE(instance.FadeTo(3u, 0.3).ok());
      ASSERT_TRUE(mixer.FadeTo(3u, 0.3).ok());
    }
    ASSERT_EQ(instance.Update(kFrame_s, scratch), Error::kNone);
    ASSERT_EQ(mixer.update(kFrame_s), Error::kNone);
    ASSERT_EQ(mixer.evaluate(mixer_scratch, pose), Error::kNone);
    ASSERT_EQ(
        (LocalToModelJob{.skeleton = asset.skeleton(), .pose = pose, .model_from_joint = joints}
             .Run()),
        Error::kNone);
    ASSERT_EQ((PaletteJob{.skin = asset.skins()[0], .model_from_joint = joints, .palette = palette}
                   .Run()),
              Error::kNone);
    ASSERT_TRUE(std::ranges::equal(instance.model_from_joint(), joints)) << "frame " << frame;
    ASSERT_TRUE(std::ranges::equal(instance.palette(0), palette)) << "frame " << frame;
  }
}

TEST(Instance, IsAtRestUntilSomethingPlays) {
  const Asset asset = Asset::Create(testing::FullModel());
  const Instance instance(SetupOf(asset));
  for (std::uint32_t joint = 0; joint < asset.skeleton().joint_count(); ++joint) {
    EXPECT_EQ(instance.pose().joint(joint).translation, asset.skeleton().rest()[joint].translation);
  }
}

TEST(Instance, KeepsItsActionsWhenItMovesOrItsVectorGrows) {
  const MixerSetup setup = SetupOf(Asset::Create(testing::FullModel()));
  InstanceScratch scratch(setup);
  std::vector<Instance> crowd;
  crowd.emplace_back(setup);
  const Action wave = *crowd[0].Play("wave");
  for (int i = 0; i < 100; ++i) crowd.emplace_back(setup);
  ASSERT_EQ(crowd[0].Update(0.25, scratch), Error::kNone);
  EXPECT_TRUE(wave.is_playing());
  EXPECT_DOUBLE_EQ(wave.time(), 0.25);
}

TEST(Instance, GoesOnFromASavedStateToTheBit) {
  const MixerSetup setup = SetupOf(Pack(Asset::Create(testing::RuntimeModel())).value());
  InstanceScratch scratch(setup);
  Instance a(setup), b(setup);
  ASSERT_TRUE(a.Play(2u).ok());
  ASSERT_EQ(a.Update(0.1, scratch), Error::kNone);
  std::vector<std::byte> state(a.state_bytes());
  ASSERT_EQ(a.Save(state), Error::kNone);
  ASSERT_EQ(b.Load(state), Error::kNone);
  ASSERT_EQ(b.Evaluate(scratch), Error::kNone);
  EXPECT_EQ(a.Hash(), b.Hash());
  EXPECT_TRUE(std::ranges::equal(a.model_from_joint(), b.model_from_joint()));
  ASSERT_EQ(a.Update(0.2, scratch), Error::kNone);
  ASSERT_EQ(b.Update(0.2, scratch), Error::kNone);
  EXPECT_TRUE(std::ranges::equal(a.model_from_joint(), b.model_from_joint()));
}

TEST(Instance, SaysWhatIsWrongAtTheCall) {
  const MixerSetup setup = SetupOf(Asset::Create(testing::FullModel()));
  Instance instance(setup);
  const Result<Action> unknown = instance.Play("wvae");
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(Describe(unknown.failure()), ::testing::HasSubstr("wvae"));
}

using InstanceDeathTest = ::testing::Test;

TEST(InstanceDeathTest, NeedsASetupThatWasMadeFromAnAsset) {
  const Model model = testing::FullModel();
  const MixerSetup setup = MixerSetup::Create(model.skeleton(), {}).value();
  EXPECT_DEATH(Instance{setup}, "MakeMixerSetup");
}

}  // namespace
}  // namespace sinew

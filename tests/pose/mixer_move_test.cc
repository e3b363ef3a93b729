// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A mixer may be moved, and what it borrows may be owned by it.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "pose/mixer_rig.h"
#include "sinew/shared.h"

namespace sinew {
namespace {

using testing::Ramp;
using testing::Stage;
using testing::Still;

TEST(MixerMove, ActionsMadeBeforeAMoveAreThoseOfTheMovedMixer) {
  const std::vector<Clip> clips{Ramp("walk", 0, 10, 1)};
  Stage stage(clips);
  const Action walk = stage.action(0).play();
  Mixer moved = std::move(stage.mixer);
  ASSERT_TRUE(walk);
  walk.set_speed(2.0f);
  ASSERT_EQ(moved.update(0.25), Error::kNone);
  ASSERT_EQ(moved.evaluate(stage.scratch, stage.pose), Error::kNone);
  EXPECT_EQ(stage.pose.joint(0).translation.x, 5.0f);
  EXPECT_EQ(walk.time(), 0.5);
  EXPECT_EQ(moved.clip_action(0), walk);
  moved.fade_to(walk, 0.1);
  EXPECT_EQ(moved.take_error(), Error::kNone) << "it is one of its own";
}

TEST(MixerMove, ActionsOutliveTheGrowthOfAVector) {
  const std::vector<Clip> clips{Ramp("walk", 0, 10, 1)};
  Stage stage(clips);
  std::vector<Mixer> crowd;
  std::vector<Action> actions;
  for (int i = 0; i < 100; ++i) {
    crowd.emplace_back(stage.setup);
    actions.push_back(crowd.back().clip_action(0).play());
  }
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    actions[i].set_time(static_cast<double>(i) / 100.0);
    ASSERT_EQ(crowd[i].evaluate(stage.scratch, stage.pose), Error::kNone);
    EXPECT_NEAR(stage.pose.joint(0).translation.x, static_cast<float>(i) / 10.0f, 1e-5f) << i;
  }
}

TEST(MixerMove, AMovedFromMixerCanBeAssignedTo) {
  const std::vector<Clip> clips{Ramp("walk", 0, 10, 1), Still("idle", 3)};
  Stage stage(clips);
  Mixer other(stage.setup);
  const Action walk = stage.action(0).play();
  const Action idle = other.clip_action(1).play();
  Mixer third = std::move(stage.mixer);
  stage.mixer = std::move(other);
  EXPECT_EQ(stage.X(), 3.0f);
  idle.stop();
  EXPECT_TRUE(stage.mixer.is_idle());
  EXPECT_FALSE(third.is_idle());
  walk.stop();
  EXPECT_TRUE(third.is_idle());
}

TEST(MixerMove, AnInertialTransitionMayGoOnAfterAMove) {
  const std::vector<Clip> clips{Still("a", 0), Still("b", 10)};
  Stage stage(clips, {.inertial = true});
  stage.action(0).play();
  stage.Step(0.1);
  ASSERT_EQ(stage.mixer.inertial_begin(stage.scratch), Error::kNone);
  stage.action(0).stop();
  stage.action(1).play();
  Mixer moved = std::move(stage.mixer);
  EXPECT_EQ(moved.inertial_end(0.5, stage.scratch), Error::kNone);
}

TEST(MixerMoveDeathTest, AMovedFromMixerSaysSo) {
#ifdef NDEBUG
  GTEST_SKIP() << "assertions are off";
#endif
  const std::vector<Clip> clips{Still("idle", 3)};
  Stage stage(clips);
  const Mixer moved = std::move(stage.mixer);
  EXPECT_DEATH(static_cast<void>(stage.mixer.is_idle()), "moved from");
}

// --- an owner ---

// A skeleton and a clip in one counted object, as an asset is.
class Owned : public SharedOwner {
 public:
  explicit Owned(int& destroyed)
      : SharedOwner(Kind(),
                    [](const SharedOwner* owner) { delete static_cast<const Owned*>(owner); }),
        destroyed_(destroyed) {}
  ~Owned() { ++destroyed_; }
  static const void* Kind() { return &kind_; }

  const Skeleton skeleton = testing::SmallSkeleton();
  const Clip clip = Ramp("walk", 0, 10, 1);

 private:
  static constexpr char kind_ = 0;
  int& destroyed_;
};

class OtherKind : public SharedOwner {
 public:
  static const void* Kind() { return &kind_; }

 private:
  static constexpr char kind_ = 0;
};

MixerSetup SetupOf(const SharedRef& owner) {
  const Owned& owned = *owner.As<Owned>();
  MixerOptions options;
  options.clips.emplace_back(owned.clip);
  return MixerSetup::Create(owned.skeleton, std::move(options), owner).value();
}

TEST(MixerOwner, LivesAsLongAsASetupOrAMixer) {
  int destroyed = 0;
  SharedRef owner(new Owned(destroyed));
  std::vector<Mixer> mixers;
  {
    const MixerSetup setup = SetupOf(owner);
    EXPECT_EQ(setup.owner().get(), owner.get());
    owner = {};
    EXPECT_EQ(destroyed, 0);
    mixers.emplace_back(setup);
  }
  EXPECT_EQ(destroyed, 0) << "the mixer keeps it";
  mixers[0].clip_action(0).play();
  MixerScratch scratch(mixers[0].setup());
  Pose pose(3, 0);
  ASSERT_EQ(mixers[0].update(0.5), Error::kNone);
  ASSERT_EQ(mixers[0].evaluate(scratch, pose), Error::kNone);
  EXPECT_EQ(pose.joint(0).translation.x, 5.0f);
  mixers.clear();
  EXPECT_EQ(destroyed, 1);
}

TEST(MixerOwner, IsFoundByItsKind) {
  int destroyed = 0;
  const SharedRef owner(new Owned(destroyed));
  const MixerSetup setup = SetupOf(owner);
  EXPECT_NE(setup.owner().As<Owned>(), nullptr);
  EXPECT_EQ(setup.owner().As<OtherKind>(), nullptr);
  EXPECT_EQ(SharedRef().As<Owned>(), nullptr);
}

TEST(MixerOwner, GoesWithASetupThatCannotBeMade) {
  int destroyed = 0;
  {
    const Skeleton skeleton = testing::SmallSkeleton();
    MixerOptions options;
    options.layers.clear();
    EXPECT_FALSE(MixerSetup::Create(skeleton, options, SharedRef(new Owned(destroyed))).ok());
  }
  EXPECT_EQ(destroyed, 1);
}

TEST(SharedRef, CountsCopiesMovesAndAssignments) {
  int destroyed = 0;
  SharedRef first(new Owned(destroyed));
  {
    SharedRef second = first;
    SharedRef third = std::move(second);
    EXPECT_FALSE(second);  // NOLINT: that it is empty is the point
    second = third;
    third = second;
    SharedRef& itself = third;
    third = itself;
    first = {};
    EXPECT_EQ(destroyed, 0);
  }
  EXPECT_EQ(destroyed, 1);
}

}  // namespace
}  // namespace sinew

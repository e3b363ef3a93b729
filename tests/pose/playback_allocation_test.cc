// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Playback, blend spaces, IK and palette histories ask for memory when they are made, never again.
#include <gtest/gtest.h>

#include <vector>

#include "sinew/blend_space.h"
#include "sinew/hierarchy.h"
#include "sinew/ik.h"
#include "sinew/palette_history.h"
#include "sinew/playback.h"
#include "sinew/skinning.h"
#include "support/build_model.h"
#include "support/counted_new.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

TEST(Allocation, PlayingAndReachingGoOnWithoutAny) {  // L18, L44
  testing::SplitMix64 random(480);
  constexpr std::uint32_t kJoints = 4;
  std::vector<Transform> rest;
  for (std::uint32_t j = 0; j < kJoints; ++j) rest.push_back({.translation = {0, 1, 0}});
  const Skeleton skeleton = testing::SkeletonOf({-1, 0, 1, 2}, rest);
  Clip::Parts parts = testing::RandomClip(random, kJoints, 0).TakeParts();
  parts.events = {{.time_s = 0.0f, .name = "left"}, {.time_s = parts.duration_s, .name = "right"}};
  parts.root_motion_joint = 0;
  const Clip clip = testing::Expect(Clip::Create(std::move(parts)));
  const RootPath path = RootPath::Create(skeleton, clip).value();
  const BlendSpace space =
      BlendSpace::Plane(std::vector<Vec2>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}).value();
  const Skin skin = testing::SkinOf({0, 1, 2, 3}, std::vector<Affine>(kJoints), kJoints);
  std::vector<EventHit> hits(8);
  std::vector<float> weights(4);
  std::vector<Affine> model(kJoints);
  std::vector<IkBone> bones{{}, {.parent = 0}, {.parent = 1}};
  std::vector<IkHandle> handles{{.bone = 2, .target = {1, 1, 1}}};
  GradientIkScratch scratch(3);
  PaletteHistory history(kJoints);
  Pose pose(kJoints);

  const std::uint64_t before = testing::AllocationCount();
  int failed = 0;
  std::uint64_t met = 0;
  for (int frame = 0; frame < 500; ++frame) {
    const Ticks t0 = frame * (kTicksPerSecond / 10), t1 = t0 + kTicksPerSecond / 10;
    const auto run = [&](Error error) { failed += error == Error::kNone ? 0 : 1; };
    met += EventsBetween(clip, LoopMode::kRepeat, t0, t1, hits);
    path.Between(LoopMode::kRepeat, t0, t1);
    RootMotionBetween(clip, skeleton, LoopMode::kPingPong, t1, t0);
    const ClipTime at = ClipTimeAt(t1, DurationOf(clip), LoopMode::kRepeat);
    run(SampleJob{
        .skeleton = skeleton, .clip = clip, .time_s = SampleSeconds(clip, at.time), .pose = pose}
            .Run());
    path.Hold(pose);
    run(space.Weights({random.Between(-1, 2), random.Between(-1, 2)}, weights));
    run(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
    run(TwoBoneIkJob{.skeleton = skeleton,
                     .start = 1,
                     .middle = 2,
                     .end = 3,
                     .target = random.Vector(2),
                     .model_from_joint = model,
                     .pose = pose}
            .Run());
    run(AimIkJob{.skeleton = skeleton,
                 .joint = 3,
                 .target = random.Vector(2),
                 .model_from_joint = model,
                 .pose = pose}
            .Run());
    handles[0].target = random.Vector(2);
    GradientIkJob::Outcome outcome;
    run(GradientIkJob{.rig = {.bones = bones}, .handles = handles, .scratch = scratch}.Run(
        outcome));
    run(PaletteJob{.skin = skin, .model_from_joint = model, .palette = history.Advance()}.Run());
  }
  EXPECT_EQ(testing::AllocationCount(), before);
  EXPECT_EQ(failed, 0);
  EXPECT_GT(met, 0u);
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Root motion of any joint, in parts: what is taken moves the character, what is left stays in the
// pose, and both together are the clip.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "pose/mixer_rig.h"
#include "sinew/hierarchy.h"
#include "sinew/packed_clip.h"
#include "sinew/playback.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SkeletonOf;
using testing::SplitMix64;
using Up = RootMotionOptions::Up;
using Turn = RootMotionOptions::Turn;

std::vector<RootMotionOptions> EveryCombination(std::optional<std::uint32_t> joint) {
  std::vector<RootMotionOptions> all;
  for (const Up up : {Up::kY, Up::kZ}) {
    for (const Turn turn : {Turn::kWhole, Turn::kYaw, Turn::kNone}) {
      for (const bool horizontal : {false, true}) {
        for (const bool vertical : {false, true}) {
          all.push_back({.joint = joint,
                         .up = up,
                         .horizontal = horizontal,
                         .vertical = vertical,
                         .turn = turn});
        }
      }
    }
  }
  return all;
}

std::string Name(const RootMotionOptions& options) {
  return std::string(options.up == Up::kY ? "y" : "z") + (options.horizontal ? " horizontal" : "") +
         (options.vertical ? " vertical" : "") + " turn " +
         std::to_string(static_cast<int>(options.turn));
}

// A chain of four below ancestors that turn, scale evenly and mirror; joint 2 goes and turns, with
// joint 3 on it. No clip names a root-motion joint.
constexpr std::uint32_t kHips = 2;

Skeleton RandomChain(SplitMix64& random, bool mirrored) {
  std::vector<Transform> rest;
  for (int j = 0; j < 4; ++j) {
    Transform t = random.Placement();
    const float even = t.scale.x;
    t.scale = {mirrored && j == 1 ? -even : even, even, even};
    rest.push_back(t);
  }
  return SkeletonOf({-1, 0, 1, 2}, rest);
}

// Turns of up to `most` radians between its three keys: a yaw is defined for all of them.
Clip RandomHips(SplitMix64& random, float most = 1.2f) {
  testing::TrackSpec way{.target = kHips, .times = {0, 0.4f, 1}};
  testing::TrackSpec turn{.target = kHips, .property = Property::kRotation, .times = {0, 0.7f, 1}};
  const Quat begin = random.Rotation();
  for (int k = 0; k < 3; ++k) {
    const Vec3 t = random.Vector(2);
    way.values.insert(way.values.end(), {t.x, t.y, t.z});
    const Vec3 axis = NormalizeOr(random.Vector(1), {1, 0, 0});
    const Quat q = Multiply(begin, QuatOf(axis, random.Between(-most, most)));
    turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
  }
  return testing::ClipOf({way, turn});
}

Pose Sampled(const Skeleton& skeleton, ClipView clip, Ticks time) {
  Pose pose(skeleton.joint_count());
  EXPECT_EQ(
      (SampleJob{
          .skeleton = skeleton, .clip = clip, .time_s = SampleSeconds(clip, time), .pose = pose}
           .Run()),
      Error::kNone);
  return pose;
}

std::vector<Affine> ModelOf(const SkeletonView& skeleton, const Pose& pose) {
  std::vector<Affine> model(skeleton.joint_count());
  EXPECT_EQ((LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run()),
            Error::kNone);
  return model;
}

double Difference(const Affine& a, const Affine& b) {
  double most = 0.0;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t k = 0; k < 4; ++k) {
      most =
          std::max(most, std::abs(static_cast<double>(a.m[r][k]) - static_cast<double>(b.m[r][k])));
    }
  }
  return most;
}

TEST(RootMotionParts, MotionTimesTheHeldPoseIsThePose) {
  SplitMix64 random(151);
  int checked = 0;
  for (int i = 0; i < 40; ++i) {
    const Skeleton skeleton = RandomChain(random, i % 2 == 1);
    const Clip clip = RandomHips(random);
    for (const RootMotionOptions& options : EveryCombination(kHips)) {
      const RootPath path = RootPath::Create(skeleton, clip, options).value();
      const Ticks at = random.Below(static_cast<std::uint32_t>(kTicksPerSecond));
      Pose pose = Sampled(skeleton, clip, at);
      const std::vector<Affine> moving = ModelOf(skeleton, pose);
      path.Hold(pose);
      const std::vector<Affine> held = ModelOf(skeleton, pose);
      const Affine motion = AffineOf(path.Between(LoopMode::kOnce, 0, at));
      for (const std::size_t joint : {2u, 3u}) {
        ASSERT_LT(Difference(Multiply(motion, held[joint]), moving[joint]), 5e-4)
            << i << " " << Name(options);
        ++checked;
      }
    }
  }
  EXPECT_EQ(checked, 40 * 24 * 2);
}

TEST(RootMotionParts, WhatIsTakenIsOnlyWhatWasAskedFor) {
  SplitMix64 random(152);
  for (int i = 0; i < 40; ++i) {
    const Skeleton skeleton = RandomChain(random, i % 2 == 1);
    const Clip clip = RandomHips(random);
    for (const RootMotionOptions& options : EveryCombination(kHips)) {
      if (options.turn == Turn::kWhole) continue;
      const RootPath path = RootPath::Create(skeleton, clip, options).value();
      const Ticks at = random.Below(static_cast<std::uint32_t>(kTicksPerSecond));
      const Transform motion = path.Between(LoopMode::kOnce, 0, at);
      const bool y_up = options.up == Up::kY;
      const Vec3 t = motion.translation;
      const Quat q = motion.rotation;
      if (!options.vertical) {
        EXPECT_EQ(y_up ? t.y : t.z, 0.0f) << Name(options);
      }
      if (!options.horizontal) {
        EXPECT_EQ(t.x, 0.0f) << Name(options);
        EXPECT_EQ(y_up ? t.z : t.y, 0.0f) << Name(options);
      }
      EXPECT_EQ(q.x, 0.0f) << "neither pitch nor roll: " << Name(options);
      EXPECT_EQ(y_up ? q.z : q.y, 0.0f) << Name(options);
      if (options.turn == Turn::kNone) {
        EXPECT_EQ(q, Quat{}) << Name(options);
      }
      // And what is left in the pose is there: height, and place where the character keeps its own.
      Pose pose = Sampled(skeleton, clip, at);
      const Vec3 there = TransformPoint(ModelOf(skeleton, pose)[kHips], {});
      path.Hold(pose);
      const Vec3 here = TransformPoint(ModelOf(skeleton, pose)[kHips], {});
      if (!options.vertical) {
        EXPECT_NEAR(y_up ? here.y : here.z, y_up ? there.y : there.z, 1e-4f);
      }
      const Vec3 first = TransformPoint(ModelOf(skeleton, Sampled(skeleton, clip, 0))[kHips], {});
      if (options.vertical) {
        EXPECT_NEAR(y_up ? here.y : here.z, y_up ? first.y : first.z, 1e-4f);
      }
      if (options.horizontal) {
        EXPECT_NEAR(here.x, first.x, 2e-4f) << Name(options);
        EXPECT_NEAR(y_up ? here.z : here.y, y_up ? first.z : first.y, 2e-4f) << Name(options);
      }
    }
  }
}

TEST(RootMotionParts, StepsComeTogetherAcrossLoopsAndBackwards) {
  SplitMix64 random(153);
  for (int i = 0; i < 20; ++i) {
    const Skeleton skeleton = RandomChain(random, false);
    const Clip clip = RandomHips(random);
    for (const RootMotionOptions& options : EveryCombination(kHips)) {
      const RootPath path = RootPath::Create(skeleton, clip, options).value();
      for (const LoopMode loop : {LoopMode::kOnce, LoopMode::kRepeat, LoopMode::kPingPong}) {
        const auto moment = [&] {
          return static_cast<Ticks>(random.Between(-2.5f, 2.5f) *
                                    static_cast<float>(kTicksPerSecond));
        };
        const Ticks a = moment(), b = moment(), c = moment();
        const Affine whole = AffineOf(path.Between(loop, a, c));
        const Affine parts =
            Multiply(AffineOf(path.Between(loop, a, b)), AffineOf(path.Between(loop, b, c)));
        ASSERT_LT(Difference(whole, parts), 1e-3) << i << " " << Name(options);
        const Affine back =
            Multiply(AffineOf(path.Between(loop, a, b)), AffineOf(path.Between(loop, b, a)));
        ASSERT_LT(Difference(back, Affine{}), 1e-3) << i << " " << Name(options);
      }
    }
  }
}

TEST(RootMotionParts, AllOfThemAreTheWholeToTheBit) {
  SplitMix64 random(154);
  const Skeleton skeleton = RandomChain(random, true);
  Clip::Parts parts = RandomHips(random).TakeParts();
  const Clip unnamed = testing::Expect(Clip::Create(parts));
  parts.root_motion_joint = kHips;
  const Clip named = testing::Expect(Clip::Create(parts));
  const RootPath own = RootPath::Create(skeleton, named).value();
  const RootPath of_all = RootPath::Create(skeleton, unnamed, {.joint = kHips}).value();
  EXPECT_FALSE(RootPath::Create(skeleton, unnamed).value().moves());
  for (int i = 0; i < 50; ++i) {
    const Ticks a = random.Below(2'000'000'000u), b = random.Below(2'000'000'000u);
    EXPECT_EQ(own.Between(LoopMode::kRepeat, a, b), of_all.Between(LoopMode::kRepeat, a, b));
  }
  Pose held = Sampled(skeleton, named, 12345678), other = held;
  own.Hold(held);
  of_all.Hold(other);
  EXPECT_EQ(held.joint(kHips), other.joint(kHips));
}

TEST(RootMotionParts, OfAPackedClipAreThoseOfItsExactOne) {
  SplitMix64 random(155);
  const Skeleton skeleton = RandomChain(random, false);
  const Clip exact = RandomHips(random);
  const PackedClip packed = PackedClip::Create(skeleton, exact, {.error_bound = 1e-4f}).value();
  for (const RootMotionOptions& options : EveryCombination(kHips)) {
    const Transform a = RootPath::Create(skeleton, exact, options)
                            .value()
                            .Between(LoopMode::kRepeat, 1234, 2 * kTicksPerSecond + 77);
    const Transform b = RootPath::Create(skeleton, packed, options)
                            .value()
                            .Between(LoopMode::kRepeat, 1234, 2 * kTicksPerSecond + 77);
    EXPECT_TRUE(Near(a.translation, b.translation, 2e-2)) << Name(options);
  }
}

TEST(RootMotionParts, AJointThatIsNotThereIsRefused) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{.scale = {0, 0, 0}}, {}});
  const Clip clip = testing::ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 1, 1}}});
  EXPECT_FALSE(RootPath::Create(skeleton, clip, {.joint = 2}).ok());
  EXPECT_TRUE(RootPath::Create(skeleton, clip, {.joint = 1}).ok());
  EXPECT_FALSE(RootPath::Create(skeleton, clip, {.joint = 1, .vertical = false}).ok())
      << "ancestors that scale to nothing: what is left cannot be put below them";
}

// --- in a mixer ---

// The hips of a walk: ahead along z, up and down, turning to the left and rolling.
std::vector<Clip> Hips() {
  const auto turned = [](float yaw, float roll) {
    return Multiply(QuatOf({0, 1, 0}, yaw), QuatOf({0, 0, 1}, roll));
  };
  std::vector<float> turns;
  for (const Quat& q : {turned(0, 0), turned(0.2f, 0.1f), turned(0.4f, 0)}) {
    turns.insert(turns.end(), {q.x, q.y, q.z, q.w});
  }
  return {testing::NamedClip(
      "walk",
      {{.target = 1, .times = {0, 0.5f, 1}, .values = {0, 10, 0, 0, 11, 1, 0, 10, 2}},
       {.target = 1, .property = Property::kRotation, .times = {0, 0.5f, 1}, .values = turns}})};
}

TEST(RootMotionParts, HipsKeepTheirBobAndRollInAMixer) {
  const std::vector<Clip> clips = Hips();
  testing::Stage stage(
      clips, {.root_motion = RootMotionOptions{.joint = 1, .vertical = false, .turn = Turn::kYaw}});
  stage.mixer.Play("walk").value();
  stage.Step(0.5);
  const Transform motion = stage.mixer.root_motion();
  EXPECT_TRUE(Near(motion.translation, {0, 0, 1}, 1e-5));
  EXPECT_TRUE(testing::SameRotation(motion.rotation, QuatOf({0, 1, 0}, 0.2f), 1e-5));
  const Transform hips = stage.Joint(1);
  EXPECT_EQ(hips.translation.y, 11.0f) << "the bob, to the bit";
  EXPECT_NEAR(hips.translation.x, 0.0f, 1e-5f);
  EXPECT_NEAR(hips.translation.z, 0.0f, 1e-5f);
  EXPECT_TRUE(testing::SameRotation(hips.rotation, QuatOf({0, 0, 1}, 0.1f), 1e-5)) << "the roll";
}

// Steps of a mixer, played forwards, backwards and to and fro, alone and blended with itself: the
// character's place times the held pose is where the clip alone would have it.
TEST(RootMotionParts, AMixersMotionTimesItsPoseIsTheClip) {
  SplitMix64 random(156);
  for (int i = 0; i < 6; ++i) {
    const Skeleton skeleton = RandomChain(random, i % 2 == 1);
    const std::vector<Clip> clips{RandomHips(random, 0.6f)};
    for (const RootMotionOptions& options : EveryCombination(kHips)) {
      for (const LoopMode loop : {LoopMode::kOnce, LoopMode::kPingPong}) {
        for (const float speed : {1.0f, -0.75f}) {
          for (const bool twice : {false, true}) {
            testing::Stage stage(skeleton, clips, {.root_motion = options});
            std::vector<Action> actions{stage.action(0)};
            if (twice) actions.push_back(stage.mixer.new_action(0).value());
            for (const Action& action : actions) {
              action.set_loop(loop).set_speed(speed).set_time(speed < 0 ? 1.0 : 0.0);
              action.set_weight(0.5f).play();
              action.set_time(speed < 0 ? 1.0 : 0.0);
            }
            const RootPath path = RootPath::Create(skeleton, clips[0], options).value();
            const Ticks start = actions[0].time_ticks();
            Affine character = AffineOf(path.Between(LoopMode::kOnce, 0, start));
            for (int frame = 0; frame < 20; ++frame) {
              stage.Step(0.06);
              character = Multiply(character, AffineOf(stage.mixer.root_motion()));
              stage.Joint();
              const std::vector<Affine> held = ModelOf(skeleton, stage.pose);
              const std::vector<Affine> moving =
                  ModelOf(skeleton, Sampled(skeleton, clips[0], actions[0].time_ticks()));
              ASSERT_LT(Difference(Multiply(character, held[3]), moving[3]), 3e-3)
                  << i << " " << Name(options) << " frame " << frame << " speed " << speed;
            }
          }
        }
      }
    }
  }
}

TEST(RootMotionParts, AStateOfOtherPartsIsOfAnotherSetup) {
  const std::vector<Clip> clips = Hips();
  const auto hash = [&](std::optional<RootMotionOptions> options) {
    return testing::Stage(clips, {.root_motion = options}).setup.hash();
  };
  const std::uint64_t off = hash({}), whole = hash(RootMotionOptions{});
  EXPECT_NE(off, whole);
  EXPECT_NE(hash(RootMotionOptions{.joint = 1}), whole);
  EXPECT_NE(hash(RootMotionOptions{.vertical = false}), whole);
  EXPECT_NE(hash(RootMotionOptions{.vertical = false}),
            hash(RootMotionOptions{.horizontal = false}));
}

TEST(RootMotionParts, AMixerWithoutThatJointIsRefused) {
  const std::vector<Clip> clips = Hips();
  const Skeleton skeleton = testing::SmallSkeleton();
  const Result<MixerSetup> setup = MixerSetup::Create(
      skeleton, {.clips = {clips[0]}, .root_motion = RootMotionOptions{.joint = 3}});
  ASSERT_FALSE(setup);
  EXPECT_EQ(setup.failure().place, "/root_motion");
}

}  // namespace
}  // namespace sinew

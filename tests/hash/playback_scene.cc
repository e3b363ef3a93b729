// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "playback_scene.h"

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "scene.h"
#include "sinew/blend_space.h"
#include "sinew/hash.h"
#include "sinew/hierarchy.h"
#include "sinew/ik.h"
#include "sinew/packed_clip.h"
#include "sinew/playback.h"
#include "sinew/sampling.h"

namespace sinew::hash_scenes {
namespace {

constexpr LoopMode kAllLoops[] = {LoopMode::kOnce, LoopMode::kRepeat, LoopMode::kPingPong};
constexpr int kRounds = 200;

// --- playback ---

// With a dozen events, both ends among them, and a root that is a joint of the spine.
Clip WithEventsAndRoot(const Skeleton& skeleton) {
  Clip::Parts parts = bench::MakeRig100Clip(skeleton, 3, bench::Rig100Tracks::kFull).TakeParts();
  for (int i = 0; i <= 12; ++i) {
    const double share = static_cast<double>(i * i) / 144.0;
    parts.events.push_back(
        {.time_s = static_cast<float>(static_cast<double>(parts.duration_s) * share)});
  }
  parts.root_motion_joint = bench::Rig100Chains(skeleton)[3];
  Result<Clip> clip = Clip::Create(std::move(parts));
  Require(clip.ok(), "the clip with events");
  return std::move(clip).value();
}

void PlayEvents(const char* form, ClipView clip) {
  Hash64 hash;
  Wild wild(21);
  std::vector<EventHit> hits(40);
  for (int i = 0; i < kRounds; ++i) {
    // From within a frame to hours away, both ways.
    const auto t0 = static_cast<Ticks>(wild.Bits()) >> (16 + i % 24);
    const auto t1 = static_cast<Ticks>(wild.Bits()) >> (16 + i % 24);
    for (const LoopMode loop : kAllLoops) {
      const std::uint64_t count = EventsBetween(clip, loop, t0, t1, hits);
      Add(count, hash);
      for (std::size_t k = 0; k < hits.size() && k < count; ++k) {
        hash.Add(hits[k].event * 2 + (hits[k].backwards ? 1u : 0u));
        Add(static_cast<std::uint64_t>(hits[k].position), hash);
      }
    }
  }
  Print(form, "events", hash);
}

void PlayRootMotion(const char* form, const Skeleton& skeleton, ClipView clip) {
  Hash64 hash;
  Wild wild(22);
  const Result<RootPath> path = RootPath::Create(skeleton, clip);
  Require(path.ok(), "the root's path");
  Pose pose(skeleton.joint_count());
  for (int i = 0; i < kRounds; ++i) {
    const auto t0 = static_cast<Ticks>(wild.Bits()) >> (20 + i % 20);
    const auto t1 = static_cast<Ticks>(wild.Bits()) >> (20 + i % 20);
    for (const LoopMode loop : kAllLoops) Add(path.value().Between(loop, t0, t1), hash);
    const Ticks time = ClipTimeAt(t0, DurationOf(clip), LoopMode::kRepeat).time;
    Require(SampleJob{
        .skeleton = skeleton, .clip = clip, .time_s = SampleSeconds(clip, time), .pose = pose}
                .Run());
    path.value().Hold(pose);
    Add(pose.joint(path.value().joint()), hash);
  }
  Print(form, "root_motion", hash);
}

// Every combination of parts, of a joint that the clip does not name.
void PlayRootParts(const char* form, const Skeleton& skeleton, ClipView clip) {
  using Up = RootMotionOptions::Up;
  using Turn = RootMotionOptions::Turn;
  Hash64 hash;
  Wild wild(28);
  Pose pose(skeleton.joint_count());
  for (std::uint32_t i = 0; i < 24; ++i) {
    const RootMotionOptions options{.joint = bench::Rig100Chains(skeleton)[2],
                                    .up = i % 2 == 0 ? Up::kY : Up::kZ,
                                    .horizontal = i / 2 % 2 == 0,
                                    .vertical = i / 4 % 2 == 0,
                                    .turn = static_cast<Turn>(i / 8)};
    const Result<RootPath> path = RootPath::Create(skeleton, clip, options);
    Require(path.ok(), "the root's path in parts");
    for (int k = 0; k < kRounds / 10; ++k) {
      const auto t0 = static_cast<Ticks>(wild.Bits()) >> (20 + k);
      const auto t1 = static_cast<Ticks>(wild.Bits()) >> (20 + k);
      for (const LoopMode loop : kAllLoops) Add(path.value().Between(loop, t0, t1), hash);
      const Ticks time = ClipTimeAt(t0, DurationOf(clip), LoopMode::kRepeat).time;
      Require(SampleJob{
          .skeleton = skeleton, .clip = clip, .time_s = SampleSeconds(clip, time), .pose = pose}
                  .Run());
      path.value().Hold(pose);
      Add(pose.joint(path.value().joint()), hash);
    }
  }
  Print(form, "root_parts", hash);
}

void PlayBlendSpaces() {
  Hash64 hash;
  Wild wild(23);
  for (int i = 0; i < 20; ++i) {
    std::vector<Vec2> samples;
    // Every other space stands on a lattice, with lines and circles of many samples.
    for (int k = 0; k < 25; ++k) {
      Vec2 at{static_cast<float>(k % 5), static_cast<float>(k / 5)};
      if (i % 2 == 1) {
        at.x += wild.Unit() * 0.5f;
        at.y += wild.Unit() * 0.5f;
      }
      samples.push_back(at);
    }
    const Result<BlendSpace> space = BlendSpace::Plane(samples);
    Require(space.ok(), "a blend space");
    std::vector<float> weights(samples.size());
    for (int k = 0; k < 100; ++k) {
      Vec2 at;
      at.x = wild.Between(-2, 7);
      at.y = wild.Between(-2, 7);
      Require(space.value().Weights(at, weights));
      hash.Add(std::span<const float>(weights));
    }
  }
  Print("spaces", "weights", hash);
}

// --- IK ---

void PlayJointIk(const Skeleton& skeleton, const Clip& clip) {
  Hash64 two_bone, aim;
  Wild wild(24);
  const std::vector<std::uint32_t> chains = bench::Rig100Chains(skeleton);
  Pose pose(skeleton.joint_count());
  std::vector<Affine> model(skeleton.joint_count());
  const auto walk = [&](Hash64& hash) {
    Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
    hash.Add(std::span<const Affine>(model));
  };
  for (int i = 0; i < kRounds; ++i) {
    const double time_s = 0.05 * i;
    Require(SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .pose = pose}.Run());
    walk(two_bone);
    const std::size_t limb = 10 + 10 * static_cast<std::size_t>(i % 9);
    float miss = 0.0f;
    const Vec3 target = wild.Vector(1.5f), pole = wild.Vector(1.0f), hinge = wild.Vector(1.0f);
    Require(TwoBoneIkJob{.skeleton = skeleton,
                         .start = chains[limb],
                         .middle = chains[limb + 4],
                         .end = chains[limb + 9],
                         .target = target,
                         .pole = i % 4 == 0 ? Vec3{} : pole,
                         .hinge = i % 3 == 0 ? hinge : Vec3{},
                         .soften = i % 5 == 0 ? 1.0f : 0.8f,
                         .weight = i % 7 == 0 ? 0.4f : 1.0f,
                         .model_from_joint = model,
                         .pose = pose,
                         .miss = &miss}
                .Run());
    two_bone.Add(miss);
    walk(two_bone);
    const Vec3 forward = wild.Vector(1.0f), eye = wild.Vector(0.1f);
    Require(AimIkJob{.skeleton = skeleton,
                     .joint = chains[9],
                     .target = target,
                     .forward = forward,
                     .eye = eye,
                     .pole = i % 2 == 0 ? Vec3{} : pole,
                     .weight = i % 7 == 0 ? 0.4f : 1.0f,
                     .model_from_joint = model,
                     .pose = pose}
                .Run());
    walk(aim);
  }
  Print("ik", "two_bone", two_bone);
  Print("ik", "aim", aim);
}

void PlayGradientIk() {
  Hash64 hash;
  Wild wild(25);
  GradientIkScratch scratch(12);
  for (int i = 0; i < 20; ++i) {
    std::vector<IkBone> bones(12);
    for (std::size_t b = 0; b < bones.size(); ++b) {
      bones[b].extent = wild.Vector(1.0f);
      bones[b].roll = wild.Between(-3, 3);
      bones[b].pose = wild.Vector(1.0f);
      bones[b].parent = b == 0 ? kNoParent : static_cast<std::int32_t>(wild.Bits() % b);
    }
    std::vector<IkHandle> handles(3);
    for (IkHandle& handle : handles) {
      handle.bone = static_cast<std::uint32_t>(wild.Bits() % bones.size());
      handle.target = wild.Vector(3.0f);
    }
    const GradientIkJob job{.rig = {.bones = bones}, .handles = handles, .scratch = scratch};
    std::vector<Affine> model(bones.size());
    std::vector<Vec3> gradient(bones.size());
    for (int call = 0; call < 10; ++call) {
      GradientIkJob::Outcome outcome;
      double energy = 0.0;
      Require(job.Run(outcome));
      Require(job.Evaluate(energy, gradient));
      Require(job.Transforms(BonePose::kCurrent, model));
      hash.Add(outcome.steps * 2 + (outcome.converged ? 1u : 0u));
      hash.Add(std::span<const Vec3>(gradient)).Add(std::span<const Affine>(model));
      for (const IkBone& bone : bones) hash.Add(std::span<const Vec3>(&bone.pose, 1));
    }
  }
  Print("ik", "gradient", hash);
}

}  // namespace

void PlayPlayback() {
  const Skeleton skeleton = bench::MakeRig100();
  const Clip exact = WithEventsAndRoot(skeleton);
  const Result<PackedClip> packed =
      PackedClip::Create(skeleton, exact, {.error_bound = 1e-3f, .point_distance = 0.03f});
  Require(packed.ok(), "the packed clip with events");
  PlayEvents("exact", exact);
  PlayRootMotion("exact", skeleton, exact);
  PlayRootParts("exact", skeleton, exact);
  PlayEvents("packed", packed.value());
  PlayRootMotion("packed", skeleton, packed.value());
  PlayRootParts("packed", skeleton, packed.value());
  PlayBlendSpaces();
  PlayJointIk(skeleton, exact);
  PlayGradientIk();
}

}  // namespace sinew::hash_scenes

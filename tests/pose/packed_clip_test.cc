// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/packed_clip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iostream>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <vector>

#include "pose/deviation.h"
#include "pose/packed/layout.h"
#include "sinew/sampling.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random_rig.h"
#include "support/sanitized.h"

namespace sinew {
namespace {

using testing::ClipOf;
using testing::MeasuredDeviation;
using testing::SkeletonOf;
using testing::SplitMix64;
using testing::TrackSpec;

constexpr float kBound = 1e-3f;

// For points 3 cm off their joints, unless a test says otherwise.
PackedClip Packed(const Skeleton& skeleton, const Clip& clip, PackOptions options) {
  if (!options.point_distance) options.point_distance = 0.03f;
  Result<PackedClip> packed = PackedClip::Create(skeleton, clip, options);
  if (packed.ok()) return std::move(packed).value();
  ADD_FAILURE() << Describe(packed.failure());
  return PackedClip::Create(skeleton, Clip()).value();
}

Transform JointAt(const Skeleton& skeleton, ClipView clip, std::uint32_t joint, double time_s) {
  Pose pose(skeleton.joint_count());
  EXPECT_EQ((SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .pose = pose}.Run()),
            Error::kNone);
  return pose.joint(joint);
}

std::uint32_t MovingStreams(const PackReport& report) {
  return report.float32_streams + report.u16_streams + report.u12_streams + report.u8_streams;
}

// Within the bound on a grid four times as dense as the builder's own.
void ExpectWithinBound(const Skeleton& skeleton, const Clip& clip, const PackedClip& packed,
                       float point_distance) {
  const MeasuredDeviation found = testing::MeasureDeviation(
      skeleton, clip, packed, std::vector<float>(skeleton.joint_count(), point_distance));
  EXPECT_LE(found.distance, packed.error_bound())
      << "joint " << found.joint << " at " << found.time_s << " s";
  EXPECT_LE(packed.report().worst_error, packed.error_bound());
}

// --- what is stored ---

TEST(PackedClip, AnEmptyClipIsTheRestPose) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{.translation = {1, 2, 3}}, {}});
  const PackedClip packed = Packed(skeleton, Clip(), {});
  EXPECT_EQ(packed.duration_s(), 0.0f);
  EXPECT_EQ(packed.joint_bound(), 0u);
  EXPECT_EQ(packed.morph_bound(), 0u);
  for (const double time_s : {-1.0, 0.0, 5.0}) {
    EXPECT_EQ(JointAt(skeleton, packed, 0, time_s), skeleton.rest()[0]);
  }
}

TEST(PackedClip, WhatWouldTakeTooMuchMemoryIsRefusedByName) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{}, {}});
  const Clip clip = ClipOf({{.property = Property::kTranslation,
                             .times = {0, 1, 2},
                             .values = {0, 0, 0, 1, 0, 0, 0, 0, 0}}});
  EXPECT_TRUE(PackedClip::Create(skeleton, clip).ok());
  const Result<PackedClip> refused = PackedClip::Create(skeleton, clip, {.max_pack_bytes = 10000});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().code, FailureCode::kLimit);
  EXPECT_THAT(refused.failure().message, ::testing::HasSubstr("max_pack_bytes of 10000"));
}

TEST(PackedClip, ASkeletonWithoutJointsCanBePackedAndSampled) {
  const Skeleton nobody;
  const Clip clip = ClipOf(
      {{.property = Property::kMorphWeights, .times = {0, 1}, .values = {0, 1}, .width = 1}});
  const PackedClip packed = Packed(nobody, clip, {});
  Pose pose(0, 1);
  ASSERT_EQ((SampleJob{.skeleton = nobody, .clip = packed, .time_s = 0.5, .pose = pose}.Run()),
            Error::kNone);
  EXPECT_NEAR(pose.morphs()[0], 0.5f, 1e-3f);
}

TEST(PackedClip, OneKeyIsAConstant) {
  const Skeleton skeleton = SkeletonOf({-1});
  for (const Interpolation interpolation : {Interpolation::kStep, Interpolation::kLinear}) {
    const Clip clip =
        ClipOf({{.interpolation = interpolation, .times = {0.5f}, .values = {7, 8, 9}}});
    const PackedClip packed = Packed(skeleton, clip, {});
    EXPECT_EQ(MovingStreams(packed.report()), 0u);
    for (const double time_s : {-1.0, 0.0, 0.5, 9.0}) {
      EXPECT_EQ(JointAt(skeleton, packed, 0, time_s).translation, (Vec3{7, 8, 9}));
    }
  }
}

// A thousand keys that all say the same.
TEST(PackedClip, ChannelsThatStayPutCostNoRows) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {2, Transform{.translation = {1, 2, 3}}});
  const auto still = [](Vec3 v) {
    TrackSpec track{.target = 1};
    for (int i = 0; i < 1000; ++i) {
      track.times.push_back(static_cast<float>(i) / 100.0f);
      track.values.insert(track.values.end(), {v.x, v.y, v.z});
    }
    return ClipOf({track});
  };
  const PackedClip rest = Packed(skeleton, still({1, 2, 3}), {});
  EXPECT_EQ(MovingStreams(rest.report()) + rest.report().constant_streams, 0u);
  const PackedClip constant = Packed(skeleton, still({3, 2, 1}), {});
  EXPECT_EQ(MovingStreams(constant.report()), 0u);
  EXPECT_EQ(constant.report().constant_streams, 1u);
  EXPECT_EQ(constant.size_bytes(), rest.size_bytes() + sizeof(PackedStream) + 3 * 8 * 4)
      << "a stream and three rows of eight floats";
  EXPECT_EQ(JointAt(skeleton, constant, 1, 4.2).translation, (Vec3{3, 2, 1}));
  EXPECT_EQ(JointAt(skeleton, constant, 0, 4.2), skeleton.rest()[0]);
}

TEST(PackedClip, KeysOnALineCostNoRows) {
  const Skeleton skeleton = SkeletonOf({-1});
  TrackSpec track;
  for (int i = 0; i <= 60; ++i) {
    const float t = static_cast<float>(i) / 60.0f;
    track.times.push_back(t);
    track.values.insert(track.values.end(), {t, 2 * t, 0});
  }
  const Clip clip = ClipOf({track});
  const PackedClip packed = Packed(skeleton, clip, {.error_bound = kBound});
  const PackedView view = ViewOfPacked(packed.bytes().data());
  ASSERT_EQ(view.header->joint_stream_count, 1u);
  ASSERT_NE(view.streams[0].kept_offset, kAllKept);
  const auto* kept = reinterpret_cast<const PackedKept*>(view.bytes + view.streams[0].kept_offset);
  EXPECT_LE(std::popcount(kept[0].bits) + std::popcount(kept[1].bits), 4);
  ExpectWithinBound(skeleton, clip, packed, 0.03f);
}

TEST(PackedClip, AsksForNothingTwice) {
  SplitMix64 random(340);
  const Skeleton skeleton = testing::RandomSkeleton(random, 20);
  const Clip clip = testing::RandomClip(random, 20, 4);
  const PackedClip a = Packed(skeleton, clip, {.error_bound = 1e-2f});
  const PackedClip b = Packed(skeleton, clip, {.error_bound = 1e-2f});
  EXPECT_TRUE(std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end()));
  EXPECT_EQ(a.size_bytes(), a.report().size_bytes);
}

TEST(PackedClip, Float32IsAskedForAndGiven) {
  SplitMix64 random(341);
  const Skeleton skeleton = testing::RandomSkeleton(random, 9);
  const Clip clip = testing::RandomClip(random, 9, 0);
  const PackedClip packed =
      Packed(skeleton, clip, {.error_bound = 1e-2f, .storage = PackOptions::Storage::kFloat32});
  EXPECT_EQ(MovingStreams(packed.report()), packed.report().float32_streams);
  EXPECT_GT(packed.report().float32_streams, 0u);
  ExpectWithinBound(skeleton, clip, packed, 0.03f);
}

// --- how exact it is ---

//   time   0.1 s --- 0.3 s --- 0.7 s --- 1.1 s
//   x      0         10        -3        5
TEST(PackedClip, StepsJumpAtTheExactTime) {
  const Skeleton skeleton = SkeletonOf({-1, 0, 0});
  const std::vector<float> times{0.1f, 0.3f, 0.7f, 1.1f}, x{0, 10, -3, 5};
  TrackSpec step{.target = 1, .interpolation = Interpolation::kStep, .times = times};
  for (const float value : x) step.values.insert(step.values.end(), {value, 0, 0});
  // Beside it something smooth, whose knots stand elsewhere.
  const TrackSpec smooth{
      .target = 2, .times = {0, 0.65f, 1.2f}, .values = {0, 0, 0, 0, 1, 0, 2, 0, 0}};
  const Clip clip = ClipOf({step, smooth});
  const PackedClip packed = Packed(skeleton, clip, {.error_bound = kBound});
  for (std::size_t k = 1; k < times.size(); ++k) {
    const double at_s = times[k];
    EXPECT_NEAR(JointAt(skeleton, packed, 1, std::nextafter(at_s, 0.0)).translation.x, x[k - 1],
                kBound);
    EXPECT_NEAR(JointAt(skeleton, packed, 1, at_s).translation.x, x[k], kBound);
    EXPECT_NEAR(JointAt(skeleton, packed, 1, at_s + 1e-9).translation.x, x[k], kBound);
    EXPECT_NEAR(JointAt(skeleton, packed, 1, (times[k - 1] + at_s) / 2).translation.x, x[k - 1],
                kBound);
  }
  EXPECT_NEAR(JointAt(skeleton, packed, 1, 0.0).translation.x, 0, kBound) << "before its first key";
  ExpectWithinBound(skeleton, clip, packed, 0.03f);
}

TEST(PackedClip, StepsOfRotationsAndMorphsJumpToo) {
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = ClipOf({{.property = Property::kRotation,
                             .interpolation = Interpolation::kStep,
                             .times = {0, 0.5f},
                             .values = {0, 0, 0, 1, 1, 0, 0, 0}},
                            {.property = Property::kMorphWeights,
                             .interpolation = Interpolation::kStep,
                             .times = {0, 0.25f},
                             .values = {0, 1},
                             .width = 1}},
                           1.0f);
  const PackedClip packed = Packed(skeleton, clip, {.error_bound = kBound});
  Pose pose(1, 1);
  SampleJob job{.skeleton = skeleton, .clip = packed, .pose = pose};
  job.time_s = std::nextafter(0.25, 0.0);
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_NEAR(pose.morphs()[0], 0.0f, 1e-3f);
  job.time_s = 0.25;
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_NEAR(pose.morphs()[0], 1.0f, 1e-3f);
  EXPECT_TRUE(testing::SameRotation(pose.joint(0).rotation, {0, 0, 0, 1}, kBound));
  job.time_s = 0.5;
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_TRUE(testing::SameRotation(pose.joint(0).rotation, {1, 0, 0, 0}, kBound));
  ExpectWithinBound(skeleton, clip, packed, 0.03f);
}

TEST(PackedClip, CubicCurvesStayWithinTheBound) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{}, {.translation = {0.5f, 0, 0}}});
  const float h = std::numbers::sqrt2_v<float> / 2;
  // Overshoots by far: tangents of 20 a second.
  const Clip clip = ClipOf(
      {{.interpolation = Interpolation::kCubicSpline,
        .times = {0, 0.4f, 1},
        .values = {0, 0,  0, 0, 0, 0,  20, 0, -9, 0, 9, 0, 1, 0,
                   0, -5, 0, 5, 0, 20, 0,  0, 1,  0, 0, 0, 0}},
       {.target = 1,
        .property = Property::kRotation,
        .interpolation = Interpolation::kCubicSpline,
        .times = {0, 1},
        .values = {0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 2, 0, 0, 4, 0, 0, h, 0, 0, h, 0, 0, 0, 0}}});
  for (const float bound : {1e-2f, 1e-3f, 1e-4f}) {
    const PackedClip packed = Packed(skeleton, clip, {.error_bound = bound});
    ExpectWithinBound(skeleton, clip, packed, 0.03f);
  }
}

// Between two keys that hardly differ, a curve comes near zero and turns far and back, about 0.13
// s; a look every quarter of the way would see nothing.
TEST(PackedClip, CubicRotationsThatComeNearZeroStayWithinTheBound) {
  const Skeleton skeleton = SkeletonOf({-1});
  const auto cubic = [](std::vector<float> values) {
    return ClipOf({{.property = Property::kRotation,
                    .interpolation = Interpolation::kCubicSpline,
                    .times = {0, 1},
                    .values = std::move(values)}});
  };
  // w is 50 (t - 0.13)^2 + 0.01 beside a z of 0.01.
  const float begin = 50 * 0.13f * 0.13f + 0.01f, end = 50 * 0.87f * 0.87f + 0.01f;
  const Clip there_and_back = cubic({0, 0, 0, 0,  0, 0, 0.01f, begin, 0, 0, 0, -13,  //
                                     0, 0, 0, 87, 0, 0, 0.01f, end,   0, 0, 0, 0});
  // w passes from 1 to -1, which means the same, beside a y of 0.02.
  const Clip through = cubic({0, 0, 0, 0, 0, 0.02f, 0, 1,  0, 0, 0, -9,  //
                              0, 0, 0, 0, 0, 0.02f, 0, -1, 0, 0, 0, 0});
  for (const Clip* clip : {&there_and_back, &through}) {
    EXPECT_LT(std::abs(JointAt(skeleton, *clip, 0, 0.13).rotation.w), 0.8f)
        << "else the test shows nothing";
    for (const float bound : {3e-2f, 1e-2f, 1e-3f}) {
      const PackedClip packed = Packed(skeleton, *clip, {.error_bound = bound});
      const MeasuredDeviation found =
          testing::MeasureDeviation(skeleton, *clip, packed, {0.03f}, 200);
      EXPECT_LE(found.distance, bound) << found.time_s << " s";
    }
  }
}

// Keyed every quarter turn, there and back, through all signs of all components.
TEST(PackedClip, SpinsThroughFullTurnsStayWithinTheBound) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{}, {.translation = {1, 0, 0}}});
  TrackSpec spin{.property = Property::kRotation};
  for (int key = 0; key <= 32; ++key) {
    const Quat q = QuatOf({0.6f, 0, 0.8f}, static_cast<float>(key < 20 ? key : 40 - key) *
                                               std::numbers::pi_v<float> / 2);
    spin.times.push_back(static_cast<float>(key) / 16.0f);
    spin.values.insert(spin.values.end(), {q.x, q.y, q.z, q.w});
  }
  const Clip clip = ClipOf({spin});
  for (const float bound : {1e-2f, 1e-3f}) {
    const PackedClip packed = Packed(skeleton, clip, {.error_bound = bound});
    const PackedView view = ViewOfPacked(packed.bytes().data());
    ASSERT_EQ(view.header->joint_stream_count, 1u);
    EXPECT_EQ(view.streams[0].component_count, 4) << "none stays far enough from zero";
    ExpectWithinBound(skeleton, clip, packed, 0.03f);
  }
}

TEST(PackedClip, EveryComponentCanBeTheOneLeftOut) {
  std::uint32_t seen = 0;
  for (std::uint32_t largest = 0; largest < 4; ++largest) {
    const Skeleton skeleton = SkeletonOf({-1});
    TrackSpec wag{.property = Property::kRotation};
    for (int key = 0; key < 12; ++key) {
      float q[4] = {0.2f, 0.2f, 0.2f, 0.2f};
      q[largest] = key % 2 == 0 ? 0.9f : -0.9f;  // Either sign is the same side.
      q[(largest + 1) % 4] = key % 2 == 0 ? 0.02f * static_cast<float>(key) : 0.1f;
      if (key % 2 == 1) q[(largest + 2) % 4] = q[(largest + 3) % 4] = -0.2f;
      const Quat unit = Normalize({q[0], q[1], q[2], q[3]});
      wag.times.push_back(static_cast<float>(key) / 8.0f);
      wag.values.insert(wag.values.end(), {unit.x, unit.y, unit.z, unit.w});
    }
    const Clip clip = ClipOf({wag});
    const PackedClip packed =
        Packed(skeleton, clip, {.error_bound = kBound, .point_distance = 1.0f});
    const PackedStream& stream = ViewOfPacked(packed.bytes().data()).streams[0];
    EXPECT_EQ(stream.component_count, 3);
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(stream.left_out[i] & 1, i == largest ? 1 : 0);
    seen |= 1u << largest;
    ExpectWithinBound(skeleton, clip, packed, 1.0f);
  }
  EXPECT_EQ(seen, 15u);
}

TEST(PackedClip, RandomClipsStayWithinTheBound) {
  SplitMix64 random(342);
  double worst_share = 0.0;
  constexpr int kRounds = testing::kSanitized ? 8 : 30;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint32_t joints = 1 + random.Below(30);
    const Skeleton skeleton = testing::RandomSkeleton(random, joints);
    const Clip clip = testing::RandomClip(random, joints, 2, {.turn = 2.0f, .keys = 8});
    const float bound = round % 2 == 0 ? 1e-1f : 1e-2f;
    const PackedClip packed = Packed(skeleton, clip, {.error_bound = bound});
    const MeasuredDeviation found =
        testing::MeasureDeviation(skeleton, clip, packed, std::vector<float>(joints, 0.03f));
    EXPECT_LE(found.distance, bound) << "round " << round << ", joint " << found.joint;
    EXPECT_LE(found.morph, 1e-3) << "round " << round;
    worst_share = std::max(worst_share, found.distance / bound);
  }
  std::cout << kRounds << " clips, the worst uses " << worst_share << " of its bound\n";
}

// A hundred joints, every one keyed at 30 Hz for two seconds, as exporters write them.
TEST(PackedClip, AHundredJointsStayWithinTheBound) {
  constexpr std::uint32_t kJoints = 100, kKeys = 60;
  SplitMix64 random(346);
  std::vector<std::int32_t> parents{-1};
  std::vector<Transform> rest{{}};
  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 1; j < kJoints; ++j) {
    parents.push_back((static_cast<std::int32_t>(j) - 1) / 3);
    rest.push_back({.translation = random.Vector(0.15f), .rotation = random.Rotation()});
  }
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    TrackSpec track{.target = j, .property = Property::kRotation};
    const Vec3 axis = NormalizeOr(random.Vector(1), {1, 0, 0});
    const float speed = random.Between(1.0f, 9.0f), swing = random.Between(0.0f, 0.8f);
    for (std::uint32_t key = 0; key < kKeys; ++key) {
      const float time_s = static_cast<float>(key) / 30.0f;
      const Quat q = Multiply(rest[j].rotation, QuatOf(axis, swing * std::sin(speed * time_s)));
      track.times.push_back(time_s);
      track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
    }
    tracks.push_back(std::move(track));
  }
  const Skeleton skeleton = SkeletonOf(parents, rest);
  const Clip clip = ClipOf(tracks);
  for (const float bound : {1e-3f, 1e-4f}) {
    const PackedClip packed = Packed(skeleton, clip, {.error_bound = bound});
    ExpectWithinBound(skeleton, clip, packed, 0.03f);
    EXPECT_LT(packed.size_bytes(), clip.size_bytes() / 2);
  }
}

// Each joint of a long chain creeps by a hair; together they go a long way.
TEST(PackedClip, ManySmallMotionsThatAddUpAreKept) {
  constexpr std::uint32_t kJoints = 400;
  std::vector<std::int32_t> parents(kJoints);
  std::iota(parents.begin(), parents.end(), -1);
  const Skeleton skeleton = SkeletonOf(parents);
  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    tracks.push_back({.target = j, .times = {0, 1}, .values = {0, 0, 0, kBound * 0.008f, 0, 0}});
  }
  const Clip clip = ClipOf(tracks);
  const PackedClip packed = Packed(skeleton, clip, {.error_bound = kBound, .point_distance = 0});
  ExpectWithinBound(skeleton, clip, packed, 0.0f);
}

TEST(PackedClip, PointsFartherFromAJointAskForMore) {
  const Skeleton skeleton = SkeletonOf({-1});
  TrackSpec wag{.property = Property::kRotation};
  for (int key = 0; key < 40; ++key) {
    const Quat q = QuatOf({0, 0, 1}, 0.3f * static_cast<float>(key * 7 % 11) / 11.0f);
    wag.times.push_back(static_cast<float>(key) / 30.0f);
    wag.values.insert(wag.values.end(), {q.x, q.y, q.z, q.w});
  }
  const Clip clip = ClipOf({wag});
  const std::vector<float> far{20.0f};
  const PackedClip near_only = Packed(skeleton, clip, {.error_bound = kBound});
  const PackedClip far_too =
      Packed(skeleton, clip, {.error_bound = kBound, .joint_point_distance = far});
  EXPECT_GT(far_too.size_bytes(), near_only.size_bytes());
  ExpectWithinBound(skeleton, clip, near_only, 0.03f);
  ExpectWithinBound(skeleton, clip, far_too, 20.0f);
  // What is said of one joint never takes away from what is said of all.
  const std::vector<float> nearer{0.5f};
  const PackedClip all_far = Packed(skeleton, clip, {.error_bound = kBound, .point_distance = 20});
  const PackedClip still_far =
      Packed(skeleton, clip,
             {.error_bound = kBound, .point_distance = 20, .joint_point_distance = nearer});
  EXPECT_TRUE(std::equal(all_far.bytes().begin(), all_far.bytes().end(), still_far.bytes().begin(),
                         still_far.bytes().end()));
  const MeasuredDeviation of_near = testing::MeasureDeviation(skeleton, clip, near_only, far);
  EXPECT_GT(of_near.distance, kBound) << "else the test shows nothing";
}

// --- morphs, masks, wrapping ---

TEST(PackedClip, MorphWeightsStayWithinTheirOwnBound) {
  SplitMix64 random(343);
  const Skeleton skeleton = SkeletonOf({-1});
  TrackSpec first = testing::RandomTrack(random, 2, Property::kMorphWeights, {.keys = 20}, 9);
  const TrackSpec second{.target = 12,
                         .property = Property::kMorphWeights,
                         .times = {0, 1},
                         .values = {0.25f, 0.25f},
                         .width = 1};
  const Clip clip = ClipOf({first, second});
  for (const float morph_error : {1e-1f, 1e-2f, 1e-4f}) {
    const PackedClip packed = Packed(skeleton, clip, {.morph_error = morph_error});
    EXPECT_EQ(packed.morph_bound(), 13u);
    EXPECT_LE(testing::MeasureDeviation(skeleton, clip, packed, {0.0f}).morph, morph_error);
    Pose pose(1, 14);
    for (float& morph : pose.morphs()) morph = 77.0f;
    ASSERT_EQ((SampleJob{.skeleton = skeleton, .clip = packed, .time_s = 0.5, .pose = pose}.Run()),
              Error::kNone);
    for (const std::size_t slot : {0u, 1u, 11u, 13u}) EXPECT_EQ(pose.morphs()[slot], 77.0f);
    EXPECT_NEAR(pose.morphs()[12], 0.25f, morph_error);
    const std::vector<float> rest(14, 0.125f);
    ASSERT_EQ(
        (SampleJob{
            .skeleton = skeleton, .clip = packed, .time_s = 0.5, .morph_rest = rest, .pose = pose}
             .Run()),
        Error::kNone);
    EXPECT_EQ(pose.morphs()[11], 0.125f) << "no track: its rest";
    EXPECT_NEAR(pose.morphs()[12], 0.25f, morph_error);
  }
}

TEST(PackedClip, BlocksThatAreNotWantedAreLeftAlone) {
  SplitMix64 random(344);
  const Skeleton skeleton = testing::RandomSkeleton(random, 20);
  const Clip clip = testing::RandomClip(random, 20, 0);
  const PackedClip packed = Packed(skeleton, clip, {.error_bound = 1e-2f});
  for (const ClipView& view : {ClipView(clip), ClipView(packed)}) {
    Pose all(20);
    SampleJob job{.skeleton = skeleton, .clip = view, .time_s = 0.4, .pose = all};
    ASSERT_EQ(job.Run(), Error::kNone);
    const Pose marked = testing::WildPose(random, 20);
    for (std::uint32_t which = 0; which < 8; ++which) {
      Pose some = marked;
      const std::vector<std::uint8_t> wanted{static_cast<std::uint8_t>(which & 1),
                                             static_cast<std::uint8_t>(which & 2),
                                             static_cast<std::uint8_t>(which & 4)};
      job.wanted_blocks = wanted;
      job.pose = some;
      ASSERT_EQ(job.Run(), Error::kNone);
      for (std::size_t block = 0; block < 3; ++block) {
        const Pose& expected = wanted[block] != 0 ? all : marked;
        EXPECT_TRUE(testing::SameBits(some.blocks()[block], expected.blocks()[block]));
      }
    }
    const std::vector<std::uint8_t> too_few{1, 1};
    job.wanted_blocks = too_few;
    EXPECT_EQ(job.Run(), Error::kMaskTooSmall);
  }
}

TEST(PackedClip, LoopsAndHoldsAsTheExactClipDoes) {  // C26
  const Skeleton skeleton = SkeletonOf({-1});
  const Clip clip = ClipOf({{.times = {0, 2}, .values = {0, 0, 0, 4, 0, 0}}}, 3.0f);
  const PackedClip packed = Packed(skeleton, clip, {.error_bound = kBound});
  EXPECT_EQ(packed.duration_s(), 3.0f);
  for (const Wrap wrap : {Wrap::kHold, Wrap::kLoop}) {
    for (const double time_s : {-3.5, -0.5, 0.0, 1.0, 2.5, 3.0, 4.0, 301.0}) {
      float x[2];
      for (int which = 0; which < 2; ++which) {
        Pose pose(1);
        ASSERT_EQ((SampleJob{.skeleton = skeleton,
                             .clip = which == 0 ? ClipView(clip) : ClipView(packed),
                             .time_s = time_s,
                             .wrap = wrap,
                             .pose = pose}
                       .Run()),
                  Error::kNone);
        x[which] = pose.joint(0).translation.x;
      }
      EXPECT_NEAR(x[1], x[0], kBound) << time_s;
    }
  }
}

// --- refusals ---

TEST(PackedClipRefusals, ClipsThatMoveJointsTheSkeletonDoesNotHave) {
  const Clip clip = ClipOf({{.target = 2, .times = {0}, .values = {0, 0, 0}}});
  const Result<PackedClip> packed = PackedClip::Create(SkeletonOf({-1, 0}), clip);
  ASSERT_FALSE(packed.ok());
  EXPECT_EQ(packed.failure().code, FailureCode::kInvalid);
  EXPECT_EQ(packed.failure().place, "clip");
}

TEST(PackedClipRefusals, OptionsThatAreNotUsableNumbers) {
  const Skeleton skeleton = SkeletonOf({-1});
  const auto place = [&](const PackOptions& options) {
    const Result<PackedClip> packed = PackedClip::Create(skeleton, Clip(), options);
    return packed.ok() ? std::string("none") : packed.failure().place;
  };
  for (const float bad : {0.0f, -1.0f, NAN, INFINITY, 2e18f}) {
    EXPECT_EQ(place({.error_bound = bad}), "error_bound") << bad;
    EXPECT_EQ(place({.morph_error = bad}), "morph_error") << bad;
  }
  for (const float bad : {-1.0f, NAN, INFINITY, 2e18f}) {
    EXPECT_EQ(place({.point_distance = bad}), "point_distance") << bad;
    const std::vector<float> distances{bad};
    EXPECT_EQ(place({.joint_point_distance = distances}), "joint_point_distance") << bad;
  }
  const std::vector<float> two{1, 1};
  EXPECT_EQ(place({.joint_point_distance = two}), "joint_point_distance");
  EXPECT_EQ(place({.point_distance = 0.0f}), "none");
}

TEST(PackedClipRefusals, ABoundFinerThanFloatsCanKeep) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{.translation = {1e6f, 0, 0}}, {}});
  SplitMix64 random(345);
  const Clip clip = ClipOf({testing::RandomTrack(random, 0, Property::kRotation, {}),
                            testing::RandomTrack(random, 1, Property::kRotation, {})});
  const Result<PackedClip> packed =
      PackedClip::Create(skeleton, clip, {.error_bound = 1e-9f, .point_distance = 100.0f});
  ASSERT_FALSE(packed.ok());
  EXPECT_EQ(packed.failure().place, "error_bound");
}

TEST(PackedClipRefusals, SamplingOnASmallerSkeleton) {
  const Clip clip = ClipOf({{.target = 1, .times = {0}, .values = {1, 2, 3}}});
  const PackedClip packed = Packed(SkeletonOf({-1, 0}), clip, {});
  const Skeleton one = SkeletonOf({-1});
  Pose pose(1);
  EXPECT_EQ((SampleJob{.skeleton = one, .clip = packed, .pose = pose}.Run()),
            Error::kClipBeyondSkeleton);
}

// Between two rows of opposite sides, however long each, a rotation would have no direction.
TEST(PackedClipView, RowsThatCancelOneAnotherAreRefused) {
  const Skeleton skeleton = SkeletonOf({-1});
  const float half = std::numbers::sqrt2_v<float> / 2;
  const PackedClip packed = Packed(skeleton,
                                   ClipOf({{.target = 0,
                                            .property = Property::kRotation,
                                            .times = {0, 1},
                                            .values = {0, 0, 0, 1, half, 0, 0, half}}}),
                                   {.storage = PackOptions::Storage::kFloat32});
  std::vector<std::uint32_t> words(packed.size_bytes() / 4 + 1);
  const std::span<std::byte> bytes =
      std::as_writable_bytes(std::span(words)).first(packed.size_bytes());
  const auto is_fine = [&] {
    return PackedClipView::Create({.duration_s = packed.duration_s(),
                                   .error_bound = packed.error_bound(),
                                   .joint_bound = packed.joint_bound(),
                                   .rest_hash = packed.rest_hash(),
                                   .bytes = bytes})
        .ok();
  };
  std::copy(packed.bytes().begin(), packed.bytes().end(), bytes.begin());
  ASSERT_TRUE(is_fine());
  const PackedView view = ViewOfPacked(bytes.data());
  const PackedStream& stream = view.streams[0];
  ASSERT_EQ(stream.storage, PackedStorage::kFloat32);
  const auto set_rows = [&](float first, float second) {
    for (std::uint32_t row = 0; row < 2; ++row) {
      for (std::uint32_t c = 0; c < 4; ++c) {
        const float value = c == 0 ? (row == 0 ? first : second) : 0.0f;
        std::memcpy(
            bytes.data() + stream.rows_offset + row * stream.row_bytes + c * stream.component_bytes,
            &value, sizeof value);
      }
    }
  };
  set_rows(0.9f, 0.9f);
  EXPECT_TRUE(is_fine()) << "near unit, and alike";
  set_rows(0.9f, -0.9f);
  EXPECT_FALSE(is_fine());
  set_rows(1.0f, -1.0f);
  EXPECT_FALSE(is_fine());
}

// Looking at every row of every stream takes a time of the clip's size only where streams share
// none: there are no more rows than bytes. Here all streams have one row of zeros for every knot,
// which is refused for the one byte that it is too short.
TEST(PackedClipView, StreamsThatShareMoreRowsThanThereAreBytesAreRefused) {
  constexpr std::uint32_t kJoints = 16 * kBlockSize, kKeys = 300;
  std::vector<TrackSpec> tracks;
  SplitMix64 random(41);
  for (std::uint32_t joint = 0; joint < kJoints; ++joint) {
    TrackSpec& track = tracks.emplace_back(TrackSpec{.target = joint});
    for (std::uint32_t key = 0; key < kKeys; ++key) {
      track.times.push_back(static_cast<float>(key));
      for (int i = 0; i < 3; ++i) track.values.push_back(static_cast<float>(random.Below(1000)));
    }
  }
  const PackedClip packed = Packed(SkeletonOf(std::vector<std::int32_t>(kJoints, -1)),
                                   ClipOf(tracks), {.storage = PackOptions::Storage::kFloat32});
  std::vector<std::uint32_t> words(packed.size_bytes() / 4 + 1);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(words));
  std::copy(packed.bytes().begin(), packed.bytes().end(), bytes.begin());
  const PackedView view = ViewOfPacked(bytes.data());
  const std::uint32_t stream_count = view.header->joint_stream_count;
  const auto head = static_cast<std::size_t>(
      reinterpret_cast<const std::byte*>(view.streams + stream_count) - bytes.data());
  const auto streams = std::span(const_cast<PackedStream*>(view.streams), stream_count);
  for (PackedStream& stream : streams) {
    ASSERT_EQ(stream.storage, PackedStorage::kFloat32);
    stream.kept_offset = kAllKept;
    stream.values_offset = 0;
    stream.rows_offset = static_cast<std::uint32_t>(head);
    stream.row_bytes = 0;
  }
  const_cast<PackedHeader*>(view.header)->thinned_stream_count = 0;
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(head), bytes.end(), std::byte{0});
  const auto refused = [&](std::size_t size_bytes) {
    const Result<PackedClipView> made = PackedClipView::Create({.duration_s = packed.duration_s(),
                                                                .error_bound = packed.error_bound(),
                                                                .joint_bound = packed.joint_bound(),
                                                                .rest_hash = packed.rest_hash(),
                                                                .bytes = bytes.first(size_bytes)});
    return made.ok() ? std::string() : Describe(made.failure());
  };
  const std::size_t row_count = std::size_t{stream_count} * view.header->knot_count;
  ASSERT_GT(row_count, head + 3 * kBlockSize * sizeof(float) + kPackedSlack);
  ASSERT_LT(row_count, bytes.size());
  EXPECT_EQ(refused(row_count), "");
  EXPECT_EQ(refused(row_count - 1), "streams/15: shares its rows with others");
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How packed clips are built: what counts as moving, what has to be kept, how much work it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "pose/deviation.h"
#include "pose/packed/cubic_dips.h"
#include "pose/packed/knots.h"
#include "pose/packed/plan.h"
#include "pose/packed/source.h"
#include "sinew/packed_clip.h"
#include "support/build_model.h"

namespace sinew {
namespace {

using testing::ClipOf;
using testing::SkeletonOf;
using testing::TrackSpec;

constexpr float kBuildBound = 1e-3f;
constexpr float kKey_s = 1.0f / 30.0f;

// Rotations that swing about z, one key a frame; the swing repeats every 16 keys.
TrackSpec Swing(std::uint32_t joint, std::uint32_t keys) {
  TrackSpec track{.target = joint, .property = Property::kRotation};
  for (std::uint32_t key = 0; key < keys; ++key) {
    const float turn = std::numbers::pi_v<float> / 8.0f * static_cast<float>(key % 16 + joint);
    const Quat q = QuatOf({0, 0, 1}, 0.5f * std::sin(turn));
    track.times.push_back(static_cast<float>(key) * kKey_s);
    track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
  }
  return track;
}

packing::Source Read(const Skeleton& skeleton, const Clip& clip, std::span<const float> points,
                     std::size_t most_knots = 1000) {
  return packing::ReadSource(skeleton, clip, packing::KeyMoments(clip),
                             {.error_bound = kBuildBound,
                              .point_distance = points,
                              .morph_error = kBuildBound,
                              .refine_share = 0.25f,
                              .still_share = 0.01f,
                              .most_knots = most_knots});
}

void ExpectPacksWithinBound(const Skeleton& skeleton, const Clip& clip) {
  const Result<PackedClip> packed =
      PackedClip::Create(skeleton, clip, {.error_bound = kBuildBound, .point_distance = 0.03f});
  ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
  const testing::MeasuredDeviation found = testing::MeasureDeviation(
      skeleton, clip, *packed, std::vector<float>(skeleton.joint_count(), 0.03f));
  EXPECT_LE(found.distance, kBuildBound)
      << "joint " << found.joint << " at " << found.time_s << " s";
}

// --- what a joint moves ---

// A flash at a muzzle: ten seconds of nothing, but for two frames, and it turns all the while.
//
//   scale  0 ------------- 5.1 s: 1 -- 5.17 s: 0 ------------- 10 s
TEST(PackedReach, WhatShowsForTwoFramesCounts) {
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{}, {.translation = {0.5f, 0, 0}}});
  const TrackSpec shows{.target = 1,
                        .property = Property::kScale,
                        .interpolation = Interpolation::kStep,
                        .times = {0, 153 * kKey_s, 155 * kKey_s},
                        .values = {0, 0, 0, 1, 1, 1, 0, 0, 0}};
  ExpectPacksWithinBound(skeleton, ClipOf({shows, Swing(1, 300)}));
}

// Farther by far than any chain in a file; each joint reaches to the end of it.
TEST(PackedReach, IsFoundInOnePassHoweverDeepTheHierarchy) {
  constexpr std::uint32_t kJoints = 50'000;
  std::vector<std::int32_t> parents(kJoints);
  std::iota(parents.begin(), parents.end(), -1);
  const Skeleton skeleton =
      SkeletonOf(parents, {kJoints, Transform{.translation = {1.0f / kJoints, 0, 0}}});
  const Clip clip = ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 0, 1, 0}}});
  const std::vector<float> points(kJoints, 0.03f);
  const packing::Source source = Read(skeleton, clip, points);
  ASSERT_EQ(source.reach.size(), kJoints);
  EXPECT_NEAR(source.reach[0].of_turn, std::hypot(1.0f, 1.0f) + 0.03f, 0.01f);
  EXPECT_NEAR(source.reach[kJoints / 4].of_turn, 0.75f + 0.03f, 0.01f);
  EXPECT_NEAR(source.reach[kJoints - 1].of_turn, 0.03f, 1e-4f);
}

//   0 --- 1 (scaled by 3) --- 2     0 and 1 stand at the origin, 2 one away from 1 in its own space
TEST(PackedReach, GrowsWithTheScaleAboveAndTheDistanceBelow) {
  const Skeleton skeleton =
      SkeletonOf({-1, 0, 1}, {{}, {.scale = {3, 3, 3}}, {.translation = {0, 1, 0}}});
  const std::vector<float> points{0.5f, 0.0f, 0.25f};
  const Clip clip = ClipOf({Swing(0, 2)});
  const packing::Source source = Read(skeleton, clip, points);
  const float of_translation[] = {1, 1, 3};
  const float of_turn[] = {3.75f, 3.75f, 0.75f};  // 3 to joint 2, and 3 * 0.25 beyond.
  for (std::uint32_t joint = 0; joint < 3; ++joint) {
    EXPECT_NEAR(source.reach[joint].of_translation, of_translation[joint], 1e-5f) << joint;
    EXPECT_NEAR(source.reach[joint].of_turn, of_turn[joint], 1e-4f) << joint;
  }
}

// --- what must be kept ---

TEST(PackedKnots, BothSidesOfAJumpAreKeptInTheStreamsThatJumpAndInNoOthers) {
  const Skeleton skeleton = SkeletonOf(std::vector<std::int32_t>(20, -1));
  const auto vec3 = [](std::uint32_t joint, Interpolation interpolation) {
    return TrackSpec{.target = joint,
                     .interpolation = interpolation,
                     .times = {0, 1, 2},
                     .values = {0, 0, 0, 5, 0, 0, 0, 5, 0}};
  };
  TrackSpec scale = vec3(9, Interpolation::kStep);
  scale.property = Property::kScale;
  // Slots 6 to 17 lie in three blocks; slot 24 does not jump.
  TrackSpec morphs{.target = 6,
                   .property = Property::kMorphWeights,
                   .interpolation = Interpolation::kStep,
                   .times = {0, 1.5f},
                   .values = std::vector<float>(24, 1.0f),
                   .width = 12};
  std::fill_n(morphs.values.begin(), 12, 0.0f);
  const TrackSpec smooth{.target = 24,
                         .property = Property::kMorphWeights,
                         .times = {0, 2},
                         .values = {0, 1},
                         .width = 1};
  const Clip clip = ClipOf({smooth, vec3(0, Interpolation::kLinear), morphs, scale,
                            vec3(9, Interpolation::kLinear), vec3(17, Interpolation::kStep)});
  const std::vector<float> points(20, 1.0f);
  const packing::Source source = Read(skeleton, clip, points);
  ASSERT_EQ(source.knots, (std::vector<float>{0, 1, 1, 1.5f, 1.5f, 2, 2}));
  const std::vector<bool> none, joints{0, 1, 1, 0, 0, 1, 1}, slots{0, 0, 0, 1, 1, 0, 0};
  struct Expected {
    std::uint32_t block;
    Property property;
    const std::vector<bool>& must_keep;
  };
  const std::vector<Expected> expected{
      {0, Property::kTranslation, none},   {1, Property::kTranslation, none},
      {1, Property::kScale, joints},       {2, Property::kTranslation, joints},
      {0, Property::kMorphWeights, slots}, {1, Property::kMorphWeights, slots},
      {2, Property::kMorphWeights, slots}, {3, Property::kMorphWeights, none}};
  ASSERT_EQ(source.streams.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(source.streams[i].block, expected[i].block) << i;
    EXPECT_EQ(source.streams[i].property, expected[i].property) << i;
    EXPECT_EQ(source.streams[i].must_keep, expected[i].must_keep) << i;
  }
}

TEST(PackedKnots, TimesThatTracksShareAreReadOnce) {
  Clip::Parts parts{.duration_s = 2, .times = {0, 1, 2, 0.5f, 1}, .values = std::vector<float>(9)};
  const auto add = [&](std::uint32_t joint, Interpolation interpolation, std::uint32_t first,
                       std::uint32_t count) {
    parts.tracks.push_back(
        {.target = joint, .interpolation = interpolation, .first_time = first, .key_count = count});
  };
  add(0, Interpolation::kLinear, 0, 3);
  add(1, Interpolation::kLinear, 3, 2);
  add(2, Interpolation::kLinear, 0, 3);
  add(3, Interpolation::kStep, 0, 3);
  add(4, Interpolation::kStep, 0, 3);
  const Clip clip = testing::Expect(Clip::Create(std::move(parts)));
  EXPECT_EQ(packing::KeyTimeCount(clip), 3u + 2u + 2u) << "all, others, and where some jump";
  std::vector<std::pair<float, bool>> found;
  for (const packing::Moment& moment : packing::KeyMoments(clip)) {
    found.push_back({moment.time_s, moment.just_before});
  }
  EXPECT_EQ(found, (std::vector<std::pair<float, bool>>{
                       {0, false}, {0.5f, false}, {1, true}, {1, false}, {2, true}, {2, false}}));
}

TEST(PackedKnots, NoMoreArePutInThanThereIsRoomFor) {
  const Skeleton skeleton = SkeletonOf({-1});
  // Up and down by far between keys that all stand at zero.
  TrackSpec track{.interpolation = Interpolation::kCubicSpline, .times = {0, 1, 2}};
  for (const float tangent : {500.0f, -500.0f, 500.0f}) {
    track.values.insert(track.values.end(), {0, tangent, 0, 0, 0, 0, 0, tangent, 0});
  }
  const Clip clip = ClipOf({track});
  const std::vector<float> points{0.0f};
  for (const std::size_t most : {3u, 4u, 5u, 17u, 60u}) {
    const packing::Source source = Read(skeleton, clip, points, most);
    EXPECT_EQ(source.knots.size(), most);
    EXPECT_EQ(source.knots.back(), 2.0f);
  }
}

// --- where cubic rotations come near zero ---

// w from 1 to 1 in a second, 1 - m t (1 - t) between: both tangents are of size m.
std::vector<float> DipsOf(float m) {
  const std::vector<float> times{0, 1};
  const std::vector<float> values{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, -m,
                                  0, 0, 0, m, 0, 0, 0, 1, 0, 0, 0, 0};
  std::vector<float> found;
  packing::AddDips({.target = 0,
                    .property = Property::kRotation,
                    .interpolation = Interpolation::kCubicSpline,
                    .width = 4,
                    .times = times,
                    .values = values},
                   found);
  return found;
}

TEST(CubicDips, ACurveThatStaysPutHasNone) { EXPECT_TRUE(DipsOf(0.0f).empty()); }

TEST(CubicDips, ACurveThatGoesDownALittleHasNone) { EXPECT_TRUE(DipsOf(0.5f).empty()); }

TEST(CubicDips, ACurveThatComesNearZeroHasOne) {
  const std::vector<float> found = DipsOf(3.9f);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0], 0.5f, 1e-5f);
}

TEST(CubicDips, ACurveThatPassesZeroTwiceHasTwo) {
  const std::vector<float> found = DipsOf(8.0f);  // 8 t^2 - 8 t + 1 = 0.
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0], 0.5f - std::sqrt(0.125f), 1e-5f);
  EXPECT_NEAR(found[1], 0.5f + std::sqrt(0.125f), 1e-5f);
}

// --- how much work and how large ---

TEST(PackedWork, TwiceTheKeysAreTwiceTheWork) {
  const Skeleton skeleton = SkeletonOf({-1, 0, 1}, {3, Transform{.translation = {0.3f, 0, 0}}});
  const auto work = [&](std::uint32_t keys) {
    const Clip clip = ClipOf({Swing(0, keys), Swing(1, keys), Swing(2, keys)});
    const Result<PackedClip> packed =
        PackedClip::Create(skeleton, clip, {.error_bound = kBuildBound, .point_distance = 0.03f});
    EXPECT_TRUE(packed.ok());
    return packed.ok() ? static_cast<double>(packed->report().work) : 0.0;
  };
  const double once = work(512), twice = work(1024), four_times = work(2048);
  EXPECT_GT(once, 512.0);
  EXPECT_NEAR(twice / once, 2.0, 0.2);
  EXPECT_NEAR(four_times / twice, 2.0, 0.2);
}

TEST(PackedSize, MoreBytesThan32BitsCountAreRefused) {
  const Skeleton nobody;
  const Clip clip;
  packing::Source source{.skeleton = nobody, .clip = clip};
  source.knots.resize(1'000'000);
  const packing::StreamSource stream{.property = Property::kRotation, .moving_lanes = 0xff};
  // A row of four components of eight floats a knot: 128 MB.
  const packing::StreamPlan plan{.source = &stream,
                                 .storage = PackedStorage::kFloat32,
                                 .component_count = 4,
                                 .knot_count = 1'000'000};
  const auto bytes = [&](std::size_t plans) {
    return packing::EncodedBytes(source, std::vector<packing::StreamPlan>(plans, plan));
  };
  EXPECT_LE(bytes(33), packing::kMostEncodedBytes);
  EXPECT_EQ(bytes(34) - bytes(33), 128'000'000u + sizeof(PackedStream));
  EXPECT_GT(bytes(34), packing::kMostEncodedBytes);
  EXPECT_FALSE(packing::Encode(source, std::vector<packing::StreamPlan>(34, plan)).has_value());
}

}  // namespace
}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clips that are kept exact in bytes: sampled where they lie, with the bits of the Clip, and every
// rule of the bytes broken once.
#include "pose/exact_bytes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sinew/packed_clip.h"
#include "sinew/playback.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "sinew/specification.h"
#include "support/build_model.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::ClipOf;
using testing::SameBits;
using testing::SplitMix64;

bool SameBits(const Pose& a, const Pose& b) {
  for (std::uint32_t joint = 0; joint < a.joint_count(); ++joint) {
    if (!testing::SameBits(a.joint(joint), b.joint(joint))) return false;
  }
  for (std::size_t slot = 0; slot < a.morphs().size(); ++slot) {
    if (!testing::SameBits(a.morphs()[slot], b.morphs()[slot])) return false;
  }
  return true;
}

PackedClip Kept(const Skeleton& skeleton, const Clip& clip) {
  return PackedClip::KeepExact(skeleton, clip, {.error_bound = 1e-3f}).value();
}

PackedClipView::Parts PartsOf(const PackedClip& clip) {
  return {.form = clip.form(),
          .duration_s = clip.duration_s(),
          .error_bound = clip.error_bound(),
          .joint_bound = clip.joint_bound(),
          .morph_bound = clip.morph_bound(),
          .rest_hash = clip.rest_hash(),
          .bytes = clip.bytes()};
}

TEST(ExactBytes, AreSampledWithTheBitsOfTheClip) {
  SplitMix64 random(1601);
  constexpr std::uint32_t kJoints = 21, kMorphs = 5;
  const std::vector<float> morph_rest(kMorphs + 1, 0.25f);
  for (int round = 0; round < 8; ++round) {
    const Skeleton skeleton = testing::RandomSkeleton(random, kJoints);
    const Clip clip = testing::RandomClip(random, kJoints, kMorphs, {.keys = 1 + random.Below(9)});
    const PackedClip kept = Kept(skeleton, clip);
    EXPECT_EQ(kept.form(), ClipForm::kExact);
    EXPECT_EQ(kept.report().worst_error, 0.0f);
    EXPECT_EQ(kept.report().source_bytes, clip.size_bytes());
    const PackedClipView view = PackedClipView::Create(PartsOf(kept)).value();
    for (int i = 0; i < 60; ++i) {
      const double time_s = random.Between(-1.0f, 2.0f) * clip.duration_s();
      const Wrap wrap = i % 2 == 0 ? Wrap::kHold : Wrap::kLoop;
      Pose of_clip(kJoints, kMorphs + 1), of_bytes = of_clip;
      SampleJob job{.skeleton = skeleton,
                    .clip = clip,
                    .time_s = time_s,
                    .wrap = wrap,
                    .morph_rest = morph_rest,
                    .pose = of_clip};
      ASSERT_EQ(job.Run(), Error::kNone);
      job.clip = view;
      job.pose = of_bytes;
      ASSERT_EQ(job.Run(), Error::kNone);
      ASSERT_TRUE(SameBits(of_clip, of_bytes)) << time_s;
      Pose of_spec = of_clip;
      std::ranges::copy(morph_rest, of_spec.morphs().begin());
      spec::SamplePacked(skeleton, view, WrapTime(time_s, clip.duration_s(), wrap), of_spec);
      ASSERT_TRUE(SameBits(of_clip, of_spec)) << time_s;
    }
  }
}

TEST(ExactBytes, SingleJointsAndRootMotionAreThoseOfTheClip) {
  SplitMix64 random(1602);
  const Skeleton skeleton = testing::RandomSkeleton(random, 12);
  const Clip clip = testing::RandomClip(random, 12, 0);
  const PackedClip kept = Kept(skeleton, clip);
  const RootMotionOptions options{.joint = 3};
  const RootPath of_clip = RootPath::Create(skeleton, clip, options).value();
  const RootPath of_bytes = RootPath::Create(skeleton, kept, options).value();
  const std::vector<std::uint32_t> joints{11, 4, 0};
  for (int i = 0; i < 30; ++i) {
    const double time_s = random.Unit() * clip.duration_s();
    std::vector<Affine> a(3), b(3);
    JointQuery query{.skeleton = skeleton,
                     .clip = clip,
                     .time_s = time_s,
                     .joints = joints,
                     .model_from_joint = a};
    ASSERT_EQ(query.Run(), Error::kNone);
    query.clip = kept;
    query.model_from_joint = b;
    ASSERT_EQ(query.Run(), Error::kNone);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(SameBits(a[k], b[k]));
    const Ticks to = TicksFromSeconds(time_s).value();
    EXPECT_TRUE(SameBits(of_clip.Between(LoopMode::kRepeat, 0, to),
                         of_bytes.Between(LoopMode::kRepeat, 0, to)));
  }
}

TEST(ExactBytes, PlayOnTheSkeletonThatTheyWereKeptForAlone) {
  const Skeleton skeleton = testing::SkeletonOf({-1, 0});
  const Skeleton moved = testing::SkeletonOf({-1, 0}, {{.translation = {1, 0, 0}}, {}});
  const PackedClip kept =
      Kept(skeleton, ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}}}));
  Pose pose(2);
  EXPECT_EQ((SampleJob{.skeleton = moved, .clip = kept, .pose = pose}.Run()),
            Error::kOtherSkeleton);
}

TEST(ExactBytes, TracksOfEqualTimesShareThem) {
  const Skeleton skeleton = testing::SkeletonOf({-1, 0});
  const Clip clip = ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}},
                            {.target = 0, .times = {0, 1}, .values = {0, 0, 0, 2, 0, 0}}});
  EXPECT_EQ(Kept(skeleton, clip).size_bytes(), 16u + 2 * 24 + (2 + 12) * 4);
}

// --- bytes from outside ---

// A translation and a rotation of joint 0, a cubic scale of joint 2, and morph slots 0 and 1, 3.
class ForeignExactBytes : public ::testing::Test {
 protected:
  ForeignExactBytes() {
    const PackedClip kept = Kept(skeleton_, clip_);
    EXPECT_EQ(kept.size_bytes() % 4, 0u);
    bytes_.assign(kept.bytes().begin(), kept.bytes().end());
    parts_ = PartsOf(kept);
    parts_.bytes = bytes_;
  }

  ExactHeader& header() { return *reinterpret_cast<ExactHeader*>(bytes_.data()); }
  TrackRange& track(std::size_t i) {
    return *reinterpret_cast<TrackRange*>(bytes_.data() + sizeof(ExactHeader) +
                                          i * sizeof(TrackRange));
  }
  float& time(std::size_t i) {
    return *reinterpret_cast<float*>(bytes_.data() + sizeof(ExactHeader) +
                                     header().track_count * sizeof(TrackRange) + i * 4);
  }
  float& value(std::size_t i) { return time(header().time_count + i); }
  std::string Place() const {
    const Result<PackedClipView> view = PackedClipView::Create(parts_);
    return view.ok() ? "none" : view.failure().place;
  }

  Skeleton skeleton_ = testing::SkeletonOf({-1, 0, 1});
  Clip clip_ = ClipOf({{.target = 0, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}},
                       {.target = 0,
                        .property = Property::kRotation,
                        .times = {0, 1},
                        .values = {0, 0, 0, 1, 1, 0, 0, 0}},
                       {.target = 2,
                        .property = Property::kScale,
                        .interpolation = Interpolation::kCubicSpline,
                        .times = {0.5f, 1},
                        .values = {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0}},
                       {.target = 0,
                        .property = Property::kMorphWeights,
                        .times = {0, 1},
                        .values = {0, 1, 1, 0},
                        .width = 2},
                       {.target = 3,
                        .property = Property::kMorphWeights,
                        .times = {0},
                        .values = {1},
                        .width = 1}});
  std::vector<std::byte> bytes_;
  PackedClipView::Parts parts_;
};

TEST_F(ForeignExactBytes, AreTakenAsTheyWereWritten) {
  EXPECT_EQ(Place(), "none");
  EXPECT_EQ(header().track_count, 5u);
  EXPECT_EQ(header().time_count, 5u) << "0 1, 0.5 1, 0";
}

TEST_F(ForeignExactBytes, EveryRuleBrokenOnceIsRefused) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::pair<const char*, std::function<void()>>> rules{
      {"header", [&] { header().track_count = 6; }},
      {"header", [&] { header().track_count = 0xffffffffu; }},
      {"header", [&] { header().time_count += 1; }},
      {"header", [&] { header().value_count -= 1; }},
      {"header", [&] { header().zero = 1; }},
      {"tracks/1", [&] { header().time_count -= 1, header().value_count += 1; }},
      {"header", [&] { time(1) = kNan; }},
      {"header", [&] { value(3) = kNan; }},
      {"header", [&] { value(3) = 1e19f; }},
      {"tracks/0", [&] { track(0).property = static_cast<Property>(4); }},
      {"tracks/1", [&] { track(1).property = Property::kScale; }},
      {"tracks/2", [&] { track(2).interpolation = static_cast<Interpolation>(3); }},
      {"tracks/0", [&] { reinterpret_cast<std::byte*>(&track(0))[6] = std::byte{1}; }},
      {"tracks/0", [&] { track(0).width = 2; }},
      {"tracks/3", [&] { track(3).width = 0; }},
      {"tracks/2", [&] { track(2).target = 3; }},
      {"tracks/1", [&] { track(0).target = 1; }},
      {"tracks/1", [&] { track(1) = track(0); }},
      {"tracks/4", [&] { track(4).target = 1; }},
      {"tracks/4", [&] { track(4).target = 4; }},
      {"tracks/4", [&] { track(4).target = 0xffffffffu; }},
      {"tracks/4", [&] { track(4) = track(0); }},
      {"tracks/3", [&] { track(3).width = 0xffffffffu; }},
      {"tracks/0", [&] { track(0).key_count = 0; }},
      {"tracks/0", [&] { track(0).first_time = 6; }},
      {"tracks/0", [&] { track(0).key_count = 0xffffffffu; }},
      {"tracks/1", [&] { track(0).key_count = 1; }},
      {"tracks/0", [&] { track(0).first_value = 1; }},
      {"tracks/0", [&] { time(0) = -1.0f; }},
      {"tracks/0", [&] { time(1) = 0.0f; }},
      {"tracks/0", [&] { time(1) = 1.5f; }},
      {"tracks/1", [&] { value(6) = 1.0f; }},
      {"tracks/2", [&] { value(14 + 3) = value(14 + 6) = 1e18f; }},
      {"duration_s", [&] { parts_.duration_s = kNan; }},
      {"tracks/0", [&] { parts_.duration_s = 0.75f; }},
      {"tracks/2", [&] { parts_.joint_bound = 2; }},
      {"tracks/4", [&] { parts_.morph_bound = 3; }},
      {"form", [&] { parts_.form = static_cast<ClipForm>(2); }},
  };
  const std::vector<std::byte> whole = bytes_;
  const PackedClipView::Parts parts = parts_;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    rules[i].second();
    EXPECT_EQ(Place(), rules[i].first) << "rule " << i;
    std::copy(whole.begin(), whole.end(), bytes_.begin());
    parts_ = parts;
  }
  EXPECT_EQ(Place(), "none");
}

TEST_F(ForeignExactBytes, CutShortAnywhereAreRefused) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    // An allocation of its own, so that sanitizers see a byte too far.
    const auto cut = std::make_unique<std::byte[]>(size);
    std::memcpy(cut.get(), bytes_.data(), size);
    PackedClipView::Parts parts = parts_;
    parts.bytes = {cut.get(), size};
    EXPECT_FALSE(PackedClipView::Create(parts).ok()) << size;
  }
}

TEST_F(ForeignExactBytes, WhateverIsTakenCanBeSampled) {
  SplitMix64 random(1603);
  const std::vector<std::byte> whole = bytes_;
  std::size_t taken = 0;
  for (int round = 0; round < 20'000; ++round) {
    for (std::uint32_t i = 0; i <= random.Below(2); ++i) {
      bytes_[random.Below(static_cast<std::uint32_t>(bytes_.size()))] ^=
          static_cast<std::byte>(1u << random.Below(8));
    }
    if (const Result<PackedClipView> view = PackedClipView::Create(parts_); view.ok()) {
      ++taken;
      Pose pose(3, 4);
      for (const double time_s : {0.0, 0.3, 1.0}) {
        ASSERT_EQ(
            (SampleJob{.skeleton = skeleton_, .clip = *view, .time_s = time_s, .pose = pose}.Run()),
            Error::kNone);
        const Quat q = pose.joint(0).rotation;
        EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0f, 1e-5f);
      }
    }
    std::copy(whole.begin(), whole.end(), bytes_.begin());
  }
  EXPECT_GT(taken, 1'000u);
  EXPECT_LT(taken, 19'000u);
}

}  // namespace
}  // namespace sinew

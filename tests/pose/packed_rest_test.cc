// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A packed clip holds the rest of the skeleton it was made for, and is for no other.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "support/build_model.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::ClipOf;
using testing::SkeletonOf;

const std::vector<std::int32_t> kParents{-1, 0, 0};

std::vector<Transform> Rest() {
  return {{}, {.translation = {1, 2, 3}}, {.translation = {4, 5, 6}}};
}

// Moves joint 1; joint 2 lies in the same block.
Clip Slide() { return ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}}}); }

TEST(PackedRest, ASkeletonThatRestsOtherwiseIsRefused) {
  const Clip clip = Slide();
  const PackedClip packed = PackedClip::Create(SkeletonOf(kParents, Rest()), clip).value();
  std::vector<Transform> rest = Rest();
  rest[2].translation.z = std::nextafter(6.0f, 7.0f);
  const Skeleton other = SkeletonOf(kParents, rest);
  const Skeleton more = SkeletonOf({-1, 0, 0, 0}, Rest());
  for (const Skeleton* skeleton : {&other, &more}) {
    Pose pose(4);
    pose.set_joint(1, {.translation = {7, 7, 7}});
    SampleJob job{.skeleton = *skeleton, .clip = packed, .time_s = 0.5, .pose = pose};
    EXPECT_EQ(job.Run(), Error::kOtherSkeleton);
    EXPECT_EQ(pose.joint(1).translation, (Vec3{7, 7, 7})) << "nothing is written";
    const std::vector<std::uint32_t> joints{2};
    std::vector<Affine> model(1);
    EXPECT_EQ((JointQuery{.skeleton = *skeleton,
                          .clip = packed,
                          .time_s = 0.5,
                          .joints = joints,
                          .model_from_joint = model}
                   .Run()),
              Error::kOtherSkeleton);
    job.clip = clip;
    EXPECT_EQ(job.Run(), Error::kNone) << "the exact clip knows of no rest";
    EXPECT_EQ(pose.joint(2), skeleton->rest()[2]);
  }
  EXPECT_EQ(ErrorName(Error::kOtherSkeleton), "kOtherSkeleton");
}

TEST(PackedRest, AnEqualSkeletonWillDo) {
  const PackedClip packed = PackedClip::Create(SkeletonOf(kParents, Rest()), Slide()).value();
  Skeleton::Parts parts = SkeletonOf(kParents, Rest()).parts();
  parts.names = {"hips", "left", "right"};
  parts.file_nodes = {7, 3, 5};
  const Skeleton renamed = Skeleton::Create(std::move(parts)).value();
  Pose pose(3);
  ASSERT_EQ((SampleJob{.skeleton = renamed, .clip = packed, .time_s = 0.5, .pose = pose}.Run()),
            Error::kNone);
  EXPECT_EQ(pose.joint(2), renamed.rest()[2]);
  EXPECT_NEAR(pose.joint(1).translation.x, 0.5f, 1e-4f);
}

TEST(PackedRest, EveryBitOfTheRestCounts) {
  testing::SplitMix64 random(390);
  std::vector<Transform> rest;
  for (int j = 0; j < 9; ++j) rest.push_back(random.Placement());
  const std::vector<std::int32_t> parents(9, -1);
  const std::uint64_t hash = SkeletonOf(parents, rest).rest_hash();
  EXPECT_EQ(SkeletonOf({-1, 0, 0, 0, 1, 2, 3, 3, 3}, rest).rest_hash(), hash);
  constexpr std::size_t kFloats = sizeof(Transform) / sizeof(float);
  for (std::size_t i = 0; i < rest.size() * kFloats; ++i) {
    std::vector<Transform> changed = rest;
    float value;
    std::byte* const at = reinterpret_cast<std::byte*>(changed.data()) + i * sizeof value;
    std::memcpy(&value, at, sizeof value);
    value = std::nextafter(value, 2.0f);
    std::memcpy(at, &value, sizeof value);
    EXPECT_NE(SkeletonOf(parents, changed).rest_hash(), hash) << "float " << i;
  }
}

TEST(PackedRest, NoJointsRestAlike) {
  EXPECT_EQ(Skeleton().rest_hash(), SkeletonOf({}).rest_hash());
  EXPECT_NE(Skeleton().rest_hash(), SkeletonOf({-1}).rest_hash());
  EXPECT_NE(SkeletonOf({-1, -1}).rest_hash(), SkeletonOf({-1}).rest_hash());
}

TEST(PackedRest, EventsAndTheRootOfMotionComeAlong) {
  Clip::Parts parts = Slide().parts();
  parts.events = {{0.25f, "left foot"}, {0.75f, "a name that is longer than a string's own room"}};
  parts.root_motion_joint = 1;
  const Clip clip = Clip::Create(std::move(parts)).value();
  const Skeleton skeleton = SkeletonOf(kParents, Rest());
  const PackedClip packed = PackedClip::Create(skeleton, clip).value();
  ASSERT_EQ(packed.events().size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(packed.events()[i].time_s, clip.events()[i].time_s);
    EXPECT_EQ(packed.events()[i].name, clip.events()[i].name);
  }
  EXPECT_EQ(packed.root_motion_joint(), std::optional<std::uint32_t>(1));
  const PackedClip plain = PackedClip::Create(skeleton, Slide()).value();
  EXPECT_TRUE(plain.events().empty());
  EXPECT_EQ(plain.root_motion_joint(), std::nullopt);
  EXPECT_EQ(plain.size_bytes(), packed.size_bytes()) << "beside the packed bytes";
}

}  // namespace
}  // namespace sinew

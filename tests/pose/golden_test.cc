// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The same bits everywhere: the constant is a golden hash, our own output written down once. See
// tests/math/golden_test.cc for what that means and when it may change.
#include <gtest/gtest.h>

#include <vector>

#include "sinew/hash.h"
#include "sinew/hierarchy.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::SplitMix64;
using testing::TrackSpec;

constexpr std::uint32_t kGoldenJoints = 32;
constexpr std::uint32_t kMorphs = 4;

// Where `property` is a rotation, keys are unit; tangents are anything.
TrackSpec RandomTrack(SplitMix64& random, std::uint32_t target, Property property, int kind) {
  TrackSpec track{.target = target, .property = property};
  track.interpolation = static_cast<Interpolation>(kind % 3);
  track.width = property == Property::kMorphWeights ? kMorphs : 3;
  const std::uint32_t width = property == Property::kRotation ? 4 : track.width;
  track.times.push_back(0.25f * random.Unit());
  while (track.times.size() < 12) track.times.push_back(track.times.back() + 0.05f + random.Unit());
  const bool cubic = track.interpolation == Interpolation::kCubicSpline;
  for (std::size_t key = 0; key < track.times.size() * (cubic ? 3 : 1); ++key) {
    if (property == Property::kRotation) {
      const Quat q = random.Rotation();
      for (const float component : {q.x, q.y, q.z, q.w}) track.values.push_back(component);
    } else {
      for (std::uint32_t i = 0; i < width; ++i) track.values.push_back(random.Between(-2, 2));
    }
  }
  return track;
}

TEST(GoldenPose, SampledAndTakenToModelSpace) {
  SplitMix64 random(201);
  std::vector<std::int32_t> parents;
  std::vector<Transform> rest;
  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 0; j < kGoldenJoints; ++j) {
    parents.push_back(j == 0 ? -1 : static_cast<std::int32_t>((j - 1) / 2));
    rest.push_back(random.Placement());
    const int kind = static_cast<int>(j);
    if (j % 5 != 0) tracks.push_back(RandomTrack(random, j, Property::kTranslation, kind));
    if (j % 4 != 1) tracks.push_back(RandomTrack(random, j, Property::kRotation, kind + 1));
    if (j % 3 == 0) tracks.push_back(RandomTrack(random, j, Property::kScale, kind + 2));
  }
  tracks.push_back(RandomTrack(random, 0, Property::kMorphWeights, 1));
  const Skeleton skeleton = testing::SkeletonOf(parents, rest);
  const Clip clip = testing::ClipOf(tracks);

  Hash64 hash;
  Pose pose(kGoldenJoints, kMorphs);
  std::vector<Transform> transforms(kGoldenJoints);
  std::vector<Affine> model_from_joint(kGoldenJoints);
  std::vector<float> morph_rest(kMorphs);
  for (int frame = -100; frame < 1000; ++frame) {
    const SampleJob sample{.skeleton = skeleton,
                           .clip = clip,
                           .time_s = frame / 60.0,
                           .wrap = Wrap::kLoop,
                           .morph_rest = morph_rest,
                           .pose = pose};
    ASSERT_EQ(sample.Run(), Error::kNone);
    const LocalToModelJob walk{
        .skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint};
    ASSERT_EQ(walk.Run(), Error::kNone);
    CopyTransforms(pose, transforms);
    hash.Add(std::span<const Transform>(transforms)).Add(std::span<const float>(pose.morphs()));
    hash.Add(std::span<const Affine>(model_from_joint));
  }
  EXPECT_EQ(hash.Text(), "1f3614f598b3f093");
}

}  // namespace
}  // namespace sinew

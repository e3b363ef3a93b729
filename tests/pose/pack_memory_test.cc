// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The promise of PackOptions::max_pack_bytes: packing holds no more, whether it succeeds or not.
// Measured by counting every operator new.
#include <gtest/gtest.h>

#include <cstdio>
#include <vector>

#include "sinew/packed_clip.h"
#include "support/build_model.h"
#include "support/counted_new.h"
#include "support/random_rig.h"
#include "support/sanitized.h"

namespace sinew {
namespace {

using testing::ClipOf;
using testing::SplitMix64;
using testing::TrackSpec;

struct Packing {
  bool ok = false;
  FailureCode code = FailureCode::kSyntax;
  std::int64_t most_bytes = 0;
};

Packing Pack(const Skeleton& skeleton, const Clip& clip, PackOptions options, std::uint64_t limit) {
  options.max_pack_bytes = limit;
  const testing::HeldBytes held;
  const Result<PackedClip> packed = PackedClip::Create(skeleton, clip, options);
  Packing result{.ok = packed.ok(), .most_bytes = held.MostBytes()};
  if (!packed.ok()) result.code = packed.failure().code;
  return result;
}

// With every limit from hardly any to one that leaves room; at the least that will do, what is
// counted is not far from what is held.
void ExpectHoldsNoMoreThanTheLimit(const char* what, const Skeleton& skeleton, const Clip& clip,
                                   const PackOptions& options, double least_share) {
  double share_at_least = 0.0;
  int packed = 0, refused = 0;
  const double growth = testing::kSanitized ? 1.3 : 1.1;
  for (double limit = 2000.0; packed < 6 && limit < 1e9; limit *= growth) {
    const auto bytes = static_cast<std::uint64_t>(limit);
    const Packing result = Pack(skeleton, clip, options, bytes);
    ASSERT_LE(result.most_bytes, static_cast<std::int64_t>(bytes)) << what;
    const double share = static_cast<double>(result.most_bytes) / limit;
    if (result.ok) {
      if (packed++ == 0) share_at_least = share;
    } else {
      // With room for the keys but not for what has to be between them the bound cannot be kept.
      refused += result.code == FailureCode::kLimit ? 1 : 0;
    }
  }
  EXPECT_EQ(packed, 6) << what;
  EXPECT_GE(refused, 6) << what;
  // Steps as large as under sanitizers pass over the least limit.
  EXPECT_GE(share_at_least, testing::kSanitized ? 0.0 : least_share) << what;
  std::printf("%s: refused %d times; at the least limit %.0f %% of it is held\n", what, refused,
              100.0 * share_at_least);
}

// Every channel moves, none as a line.
Clip Busy(SplitMix64& random, std::uint32_t joints, std::uint32_t keys) {
  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 0; j < joints; ++j) {
    for (const Property property :
         {Property::kTranslation, Property::kRotation, Property::kScale}) {
      TrackSpec track = testing::RandomTrack(random, j, property, {.keys = keys});
      while (track.interpolation != Interpolation::kLinear) {
        track = testing::RandomTrack(random, j, property, {.keys = keys});
      }
      for (std::uint32_t i = 0; i < keys; ++i) track.times[i] = static_cast<float>(i) / 30.0f;
      tracks.push_back(std::move(track));
    }
  }
  return ClipOf(tracks);
}

TEST(PackMemory, ManyKeysOfFewJoints) {
  SplitMix64 random(381);
  const Skeleton skeleton = testing::RandomSkeleton(random, 8);
  const Clip clip = Busy(random, 8, 500);
  ExpectHoldsNoMoreThanTheLimit("float32", skeleton, clip,
                                {.error_bound = 1e-2f, .storage = PackOptions::Storage::kFloat32},
                                0.7);
  ExpectHoldsNoMoreThanTheLimit("smallest", skeleton, clip, {.error_bound = 1e-2f}, 0.7);
}

TEST(PackMemory, OneJointAndManyKeys) {
  SplitMix64 random(382);
  const Skeleton skeleton = testing::RandomSkeleton(random, 1);
  ExpectHoldsNoMoreThanTheLimit("one joint", skeleton, Busy(random, 1, 4000),
                                {.error_bound = 1e-2f}, 0.5);
}

TEST(PackMemory, OneKeyOfManyJoints) {
  SplitMix64 random(383);
  const Skeleton skeleton = testing::RandomSkeleton(random, 3000);
  ExpectHoldsNoMoreThanTheLimit("one key", skeleton, Busy(random, 3000, 1), {.error_bound = 1.0f},
                                0.1);
}

TEST(PackMemory, KeysThatShareNoTimesAndHaveToBeRefined) {
  SplitMix64 random(384);
  const Skeleton skeleton = testing::RandomSkeleton(random, 20);
  const Clip clip = testing::RandomClip(random, 20, 30);
  ExpectHoldsNoMoreThanTheLimit("own times", skeleton, clip,
                                {.error_bound = 1.0f, .morph_error = 1.0f}, 0.3);
}

TEST(PackMemory, MorphWeightsAlone) {
  SplitMix64 random(385);
  TrackSpec track = testing::RandomTrack(random, 0, Property::kMorphWeights, {.keys = 300}, 60);
  while (track.interpolation != Interpolation::kStep) {
    track = testing::RandomTrack(random, 0, Property::kMorphWeights, {.keys = 300}, 60);
  }
  ExpectHoldsNoMoreThanTheLimit("morphs", Skeleton(), ClipOf({track}), {.morph_error = 1e-2f}, 0.5);
}

// Cubic, so that its dips are looked for, and shared times, so that none is sorted twice.
TEST(PackMemory, ATrackThatManyJointsShare) {
  constexpr std::uint32_t kJoints = 60, kKeys = 20;
  SplitMix64 random(386);
  Clip::Parts parts;
  for (std::uint32_t key = 0; key < kKeys; ++key) {
    parts.times.push_back(static_cast<float>(key) / 30.0f);
    const Quat q = random.Rotation();
    for (const float value : {0.0f, 0.0f, 0.0f, 0.0f, q.x, q.y, q.z, q.w, 0.0f, 0.0f, 0.0f, 0.0f}) {
      parts.values.push_back(value);
    }
  }
  parts.duration_s = parts.times.back();
  for (std::uint32_t joint = 0; joint < kJoints; ++joint) {
    parts.tracks.push_back({.target = joint,
                            .property = Property::kRotation,
                            .interpolation = Interpolation::kCubicSpline,
                            .width = 4,
                            .key_count = kKeys});
  }
  const Clip clip = testing::Expect(Clip::Create(std::move(parts)));
  const Skeleton skeleton = testing::SkeletonOf(std::vector<std::int32_t>(kJoints, -1));
  ExpectHoldsNoMoreThanTheLimit("shared", skeleton, clip, {.error_bound = 1e-2f}, 0.3);
}

}  // namespace
}  // namespace sinew

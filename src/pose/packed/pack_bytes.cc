// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/pack_bytes.h"

#include "pose/packed/knots.h"
#include "sinew/math.h"
#include "sinew/transform_block.h"

namespace sinew::packing {
namespace {

// In 64 bits, whatever the machine's sizes have.
struct Counts {
  std::uint64_t blocks, morphs, morph_blocks;

  std::uint64_t streams() const { return 3 * blocks + morph_blocks; }
  // A value for everything that can move.
  std::uint64_t values_bytes() const {
    return blocks * sizeof(TransformBlock) + morph_blocks * kBlockSize * sizeof(float);
  }
  std::uint64_t pose_bytes() const {
    return blocks * sizeof(TransformBlock) + morphs * sizeof(float) + sizeof(double);
  }
  std::uint64_t matrices_bytes() const { return blocks * kBlockSize * sizeof(Affine); }
};

Counts CountsOf(const Skeleton& skeleton, const Clip& clip) {
  const std::uint64_t morphs = clip.morph_bound();
  return {BlockCount(skeleton.joint_count()), morphs, (morphs + kBlockSize - 1) / kBlockSize};
}

}  // namespace

std::uint64_t BytesOfKnot(const Skeleton& skeleton, const Clip& clip) {
  const Counts counts = CountsOf(skeleton, clip);
  // The exact clip, where it puts the joints, and the streams' values.
  const std::uint64_t grid_point =
      counts.pose_bytes() + counts.matrices_bytes() + counts.values_bytes();
  // The best try and the present one, each with the knot itself and a cell to find it by.
  constexpr std::uint64_t kTries = 2;
  const std::uint64_t packed =
      kTries * (counts.values_bytes() + sizeof(float) + sizeof(std::uint32_t));
  // Of each stream: whether it has to keep the knot (a bit), and that it keeps it.
  const std::uint64_t kept = counts.streams() * (1 + sizeof(std::uint32_t));
  // Moments are gathered in arrays that double: while one grows, three times what is needed.
  const std::uint64_t moment = 3 * sizeof(Moment) + sizeof(float);
  return kGridStep * grid_point + packed + kept + moment;
}

std::uint64_t BytesOfChannels(const Skeleton& skeleton, const Clip& clip) {
  const Counts counts = CountsOf(skeleton, clip);
  // One pose and its matrices to compare, a few to refine with; of joints what is small.
  constexpr std::uint64_t kSpare = 4, kOfJoint = 64;
  const std::uint64_t of_poses = kSpare * counts.pose_bytes() + counts.matrices_bytes() +
                                 counts.blocks * kBlockSize * kOfJoint;
  // A stream's source, its plans, what its codes mean, what writes its rows; a track's place among
  // others.
  constexpr std::uint64_t kOfStream = 2048, kOfTrack = 64;
  std::uint64_t of_result = clip.name().size();
  for (const ClipEvent& event : clip.events()) of_result += sizeof(ClipEvent) + event.name.size();
  constexpr std::uint64_t kAnyhow = 8192;
  return of_poses + counts.streams() * kOfStream + clip.track_count() * kOfTrack + of_result +
         kAnyhow;
}

std::uint64_t BytesOfKeys(const Clip& clip) {
  // A time, in an array that may double, and both moments of a jump.
  constexpr std::uint64_t kOfTime = 3 * sizeof(float) + 2 * sizeof(Moment);
  std::uint64_t dips = 0;  // Three at most between two keys.
  for (const TrackRange& track : clip.track_ranges()) {
    if (track.property == Property::kRotation &&
        track.interpolation == Interpolation::kCubicSpline) {
      dips += 3 * std::uint64_t{track.key_count};
    }
  }
  return (KeyTimeCount(clip) + dips) * kOfTime;
}

}  // namespace sinew::packing

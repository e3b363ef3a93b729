// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/usable.h"
#include "pose/exact_bytes.h"
#include "pose/kernels/kernels.h"
#include "pose/sample_exact.h"
#include "sinew/sampling.h"

namespace sinew {
namespace {

bool Wants(const SampleJob& job, std::size_t block) {
  return job.wanted_blocks.empty() || job.wanted_blocks[block] != 0;
}

void SampleExact(const SampleJob& job, const ExactTracks& tracks, double time_s) {
  const std::span<const TransformBlock> rest = job.skeleton.rest_blocks();
  for (std::size_t block = 0; block < rest.size(); ++block) {
    if (Wants(job, block)) job.pose.blocks[block] = rest[block];
  }
  const std::span<float> morphs = job.pose.morphs;
  if (!morphs.empty()) std::copy(job.morph_rest.begin(), job.morph_rest.end(), morphs.begin());
  for (std::uint32_t i = 0; i < tracks.size(); ++i) {
    const Track track = tracks[i];
    if (track.property != Property::kMorphWeights) {
      const std::uint32_t block = track.target / kBlockSize;
      if (!Wants(job, block)) continue;
      Transform joint = job.pose.joint(track.target);
      SampleJointTrack(track, time_s, joint);
      job.pose.set_joint(track.target, joint);
    } else if (!morphs.empty()) {
      SampleTrack(track, time_s, morphs.subspan(track.target, track.width));
    }
  }
}

void SamplePacked(const SampleJob& job, const PackedClipView& clip, double time_s) {
  const std::span<float> morphs = job.pose.morphs;
  if (!morphs.empty()) std::copy(job.morph_rest.begin(), job.morph_rest.end(), morphs.begin());
  ChosenPoseKernels().sample_packed(
      {.packed = clip.bytes().data(),
       .time_s = time_s,
       .rest = job.skeleton.rest_blocks().data(),
       .block_count = static_cast<std::uint32_t>(job.skeleton.rest_blocks().size()),
       .wanted_blocks = job.wanted_blocks.empty() ? nullptr : job.wanted_blocks.data(),
       .pose = job.pose.blocks.data(),
       .morphs = morphs.empty() ? nullptr : morphs.data()});
}

}  // namespace

Error SampleJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!IsFiniteTime(time_s)) return Error::kTimeNotFinite;
  if (!pose.holds(skeleton.joint_count())) return Error::kPoseTooSmall;
  if (clip.joint_bound() > skeleton.joint_count()) return Error::kClipBeyondSkeleton;
  if (!clip.is_for(skeleton)) return Error::kOtherSkeleton;
  if (!wanted_blocks.empty() && wanted_blocks.size() < BlockCount(skeleton.joint_count())) {
    return Error::kMaskTooSmall;
  }
  if (!pose.morphs.empty()) {
    const std::size_t needed = std::max<std::size_t>(morph_rest.size(), clip.morph_bound());
    if (pose.morphs.size() < needed) return Error::kMorphsTooSmall;
  }
  if (!scalar::AllUsable(morph_rest)) return Error::kValueNotFinite;
  return Error::kNone;
}

Error SampleJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const double clip_time_s = WrapTime(time_s, clip.duration_s(), wrap);
  if (const std::optional<ExactTracks> tracks = ExactTracksOf(clip)) {
    SampleExact(*this, *tracks, clip_time_s);
  } else {
    SamplePacked(*this, *clip.packed(), clip_time_s);
  }
  return Error::kNone;
}

}  // namespace sinew

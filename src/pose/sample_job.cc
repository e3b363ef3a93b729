// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/usable.h"
#include "sinew/pose.h"

namespace sinew {
namespace {

bool IsFinite(double v) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return v >= -kMost && v <= kMost;
}

void SampleJointTrack(const Track& track, double time_s, Transform& joint) {
  std::array<float, 4> v{};
  SampleTrack(track, time_s, v);
  switch (track.property) {
    case Property::kTranslation:
      joint.translation = {v[0], v[1], v[2]};
      break;
    case Property::kRotation:
      joint.rotation = {v[0], v[1], v[2], v[3]};
      break;
    case Property::kScale:
      joint.scale = {v[0], v[1], v[2]};
      break;
    case Property::kMorphWeights:
      break;  // Not a joint's; see Run.
  }
}

}  // namespace

Error SampleJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!IsFinite(time_s)) return Error::kTimeNotFinite;
  if (pose.size() < skeleton.joint_count()) return Error::kPoseTooSmall;
  if (clip.joint_bound() > skeleton.joint_count()) return Error::kClipBeyondSkeleton;
  if (!morphs.empty()) {
    const std::size_t needed = std::max<std::size_t>(morph_rest.size(), clip.morph_bound());
    if (morphs.size() < needed) return Error::kMorphsTooSmall;
  }
  if (!scalar::AllUsable(morph_rest)) return Error::kValueNotFinite;
  return Error::kNone;
}

Error SampleJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;

  const std::span<const Transform> rest = skeleton.rest();
  std::copy(rest.begin(), rest.end(), pose.begin());
  if (!morphs.empty()) std::copy(morph_rest.begin(), morph_rest.end(), morphs.begin());

  const double clip_time_s = WrapTime(time_s, clip.duration_s(), wrap);
  for (std::uint32_t i = 0; i < clip.track_count(); ++i) {
    const Track track = clip.track(i);
    if (track.property != Property::kMorphWeights) {
      SampleJointTrack(track, clip_time_s, pose[track.target]);
    } else if (!morphs.empty()) {
      SampleTrack(track, clip_time_s, morphs.subspan(track.target, track.width));
    }
  }
  return Error::kNone;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "base/job_environment.h"
#include "math/usable.h"
#include "pose/bounds/track_hull.h"
#include "sinew/clip_bounds.h"

namespace sinew {

Error MorphRangeJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (low.size() < morph_rest.size() || high.size() < morph_rest.size() ||
      clip.morph_bound() > morph_rest.size()) {
    return Error::kMorphsTooSmall;
  }
  if (!scalar::AllUsable(morph_rest)) return Error::kValueNotFinite;
  return Error::kNone;
}

Error MorphRangeJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  for (std::size_t slot = 0; slot < morph_rest.size(); ++slot) {
    low[slot] = high[slot] = morph_rest[slot];
  }
  for (std::uint32_t i = 0; i < clip.track_count(); ++i) {
    const Track track = clip.track(i);
    if (track.property != Property::kMorphWeights) continue;
    for (std::uint32_t c = 0; c < track.width; ++c) {
      const ValueRange range = RangeOf(track, c);
      low[track.target + std::size_t{c}] = range.low;
      high[track.target + std::size_t{c}] = range.high;
    }
  }
  return Error::kNone;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Exact sampling of one track into one joint, for the jobs of this room.
#pragma once

#include <array>
#include <limits>

#include "sinew/clip.h"
#include "sinew/math.h"
#include "sinew/sampling.h"

namespace sinew {

static inline bool IsFiniteTime(double time_s) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return time_s >= -kMost && time_s <= kMost;
}

// A property's value: as many of the four numbers as it has.
static inline void StoreValue(const std::array<float, 4>& v, Property property, Transform& joint) {
  switch (property) {
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
      break;  // Not a joint's.
  }
}

static inline void SampleJointTrack(const Track& track, double time_s, Transform& joint) {
  std::array<float, 4> value{};
  SampleTrack(track, time_s, value);
  StoreValue(value, track.property, joint);
}

}  // namespace sinew

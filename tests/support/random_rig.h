// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Skeletons, poses and clips that look random, with the numbers in them that arithmetic likes to
// get wrong: zeros of both signs, denormals, opposed quaternions.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sinew/pose.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew::testing {

// Parents that never decrease are in level order.
inline std::vector<std::int32_t> RandomParents(SplitMix64& random, std::uint32_t joints) {
  std::vector<std::int32_t> parents;
  std::int32_t parent = -1;
  for (std::uint32_t j = 0; j < joints; ++j) {
    if (j > 0 && random.Below(2) == 0) {
      parent = std::min(parent + static_cast<std::int32_t>(random.Below(3)),
                        static_cast<std::int32_t>(j) - 1);
    }
    parents.push_back(parent);
  }
  return parents;
}

inline Skeleton RandomSkeleton(SplitMix64& random, std::uint32_t joints) {
  std::vector<Transform> rest;
  for (std::uint32_t j = 0; j < joints; ++j) rest.push_back(random.Placement());
  return SkeletonOf(RandomParents(random, joints), rest);
}

// A number that is often a special one.
inline float Wild(SplitMix64& random, float ordinary) {
  constexpr float kSpecial[] = {0.0f, -0.0f, 0x1p-149f, -0x1p-140f, 0x1p-127f, 1.0f, -1.0f};
  return random.Below(4) == 0 ? kSpecial[random.Below(7)] : ordinary;
}

// Rotations are unit, but for denormal components.
inline Transform WildTransform(SplitMix64& random) {
  Transform t = random.Placement();
  for (float* f :
       {&t.translation.x, &t.translation.y, &t.translation.z, &t.scale.x, &t.scale.y, &t.scale.z}) {
    *f = Wild(random, *f);
  }
  switch (random.Below(6)) {
    case 0:
      t.rotation = {-0.0f, 0x1p-140f, 0.0f, -1.0f};
      break;
    case 1:
      t.rotation = {1.0f, -0.0f, -0x1p-149f, 0.0f};
      break;
    default:
      break;
  }
  return t;
}

inline Pose WildPose(SplitMix64& random, std::uint32_t joints, std::uint32_t morphs = 0) {
  Pose pose(joints, morphs);
  for (std::uint32_t j = 0; j < joints; ++j) pose.set_joint(j, WildTransform(random));
  for (float& morph : pose.morphs()) morph = Wild(random, random.Between(-1, 1));
  return pose;
}

// What may be in a random track.
struct TrackKinds {
  float turn = 0.4f;      // Radians from key to key.
  float distance = 0.1f;  // Of translations, scales and morph weights.
  std::uint32_t keys = 12;
};

// Keys that wander; a third of the tracks each is STEP, LINEAR and CUBICSPLINE.
inline TrackSpec RandomTrack(SplitMix64& random, std::uint32_t target, Property property,
                             const TrackKinds& kinds, std::uint32_t morph_width = 1) {
  TrackSpec track{.target = target, .property = property};
  track.interpolation = static_cast<Interpolation>(random.Below(3));
  track.width = property == Property::kMorphWeights ? morph_width : 3;
  const bool cubic = track.interpolation == Interpolation::kCubicSpline;
  const std::uint32_t width = property == Property::kRotation ? 4 : track.width;
  float time_s = 0.1f * random.Unit();
  std::vector<float> value(width);
  for (float& v : value) v = random.Between(-1, 1);
  Quat q = random.Rotation();
  for (std::uint32_t key = 0; key < kinds.keys; ++key) {
    track.times.push_back(time_s);
    time_s += 0.02f + 0.1f * random.Unit();
    if (property == Property::kRotation) {
      const Vec3 axis = NormalizeOr(random.Vector(1), {1, 0, 0});
      q = Normalize(Multiply(q, QuatOf(axis, kinds.turn * random.Unit())));
      value = {q.x, q.y, q.z, q.w};
    } else {
      for (float& v : value) v += random.Between(-kinds.distance, kinds.distance);
    }
    const auto tangent = [&] {
      for (std::uint32_t i = 0; i < width; ++i) {
        track.values.push_back(random.Between(-kinds.distance, kinds.distance));
      }
    };
    if (cubic) tangent();
    track.values.insert(track.values.end(), value.begin(), value.end());
    if (cubic) tangent();
  }
  return track;
}

// Tracks for about two thirds of all channels of `joints` joints, and for `morphs` slots.
inline Clip RandomClip(SplitMix64& random, std::uint32_t joints, std::uint32_t morphs,
                       const TrackKinds& kinds = {}) {
  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 0; j < joints; ++j) {
    for (const Property property :
         {Property::kTranslation, Property::kRotation, Property::kScale}) {
      if (random.Below(3) != 0) tracks.push_back(RandomTrack(random, j, property, kinds));
    }
  }
  if (morphs > 0) {
    tracks.push_back(RandomTrack(random, 0, Property::kMorphWeights, kinds, morphs));
  }
  return ClipOf(tracks);
}

// Equal to the bit; one NaN is as good as another.
inline bool SameBits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}
inline bool SameBits(const Transform& a, const Transform& b) {
  return SameBits(a.translation.x, b.translation.x) && SameBits(a.translation.y, b.translation.y) &&
         SameBits(a.translation.z, b.translation.z) && SameBits(a.rotation.x, b.rotation.x) &&
         SameBits(a.rotation.y, b.rotation.y) && SameBits(a.rotation.z, b.rotation.z) &&
         SameBits(a.rotation.w, b.rotation.w) && SameBits(a.scale.x, b.scale.x) &&
         SameBits(a.scale.y, b.scale.y) && SameBits(a.scale.z, b.scale.z);
}
inline bool SameBits(const Affine& a, const Affine& b) {
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      if (!SameBits(a.m[r][c], b.m[r][c])) return false;
    }
  }
  return true;
}
inline bool SameBits(const TransformBlock& a, const TransformBlock& b) {
  for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
    if (!SameBits(TransformAt(a, lane), TransformAt(b, lane))) return false;
  }
  return true;
}

}  // namespace sinew::testing

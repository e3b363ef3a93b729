// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Skeletons, clips and skins in one line of a test, through their checked Create functions.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sinew/clip.h"
#include "sinew/skeleton.h"
#include "sinew/skin.h"

namespace sinew::testing {

// The value, or a test failure and an empty value.
template <typename T>
T Expect(Result<T> result, T instead = {}) {
  EXPECT_TRUE(result.ok()) << (result.ok() ? std::string() : Describe(result.failure()));
  return result.ok() ? std::move(result).value() : std::move(instead);
}

// Parents in level order, -1 for roots; at rest everywhere, or as given.
inline Skeleton SkeletonOf(std::vector<std::int32_t> parents, std::vector<Transform> rest = {}) {
  Skeleton::Parts parts;
  rest.resize(parents.size());
  parts.names.resize(parents.size());
  for (std::uint32_t i = 0; i < parents.size(); ++i) parts.file_nodes.push_back(i);
  parts.parents = std::move(parents);
  parts.rest = std::move(rest);
  return Expect(Skeleton::Create(std::move(parts)));
}

struct TrackSpec {
  std::uint32_t target = 0;
  Property property = Property::kTranslation;
  Interpolation interpolation = Interpolation::kLinear;
  std::vector<float> times{};
  std::vector<float> values{};
  std::uint32_t width = 3;
};

// Lasts until the last key, or as long as asked for.
inline Clip ClipOf(const std::vector<TrackSpec>& tracks, float duration_s = 0.0f) {
  Clip::Parts parts;
  parts.duration_s = duration_s;
  for (const TrackSpec& spec : tracks) {
    parts.tracks.push_back({.target = spec.target,
                            .property = spec.property,
                            .interpolation = spec.interpolation,
                            .width = spec.property == Property::kRotation ? 4 : spec.width,
                            .first_time = static_cast<std::uint32_t>(parts.times.size()),
                            .key_count = static_cast<std::uint32_t>(spec.times.size()),
                            .first_value = static_cast<std::uint32_t>(parts.values.size())});
    parts.times.insert(parts.times.end(), spec.times.begin(), spec.times.end());
    parts.values.insert(parts.values.end(), spec.values.begin(), spec.values.end());
    if (spec.times.back() > parts.duration_s) parts.duration_s = spec.times.back();
  }
  return Expect(Clip::Create(std::move(parts)));
}

inline Skin SkinOf(std::vector<std::int32_t> joints, std::vector<Affine> inverse_bind,
                   std::uint32_t skeleton_joint_count) {
  Skin::Parts parts;
  parts.joints = std::move(joints);
  parts.inverse_bind = std::move(inverse_bind);
  // There is no empty skin to go on with after a failure: one that no joint controls serves.
  Skin still = Skin::Create({.joints = {kIdentityJoint}, .inverse_bind = {Affine{}}}, 0).value();
  return Expect(Skin::Create(std::move(parts), skeleton_joint_count), std::move(still));
}

}  // namespace sinew::testing

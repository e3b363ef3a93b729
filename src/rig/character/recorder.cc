// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/character/recorder.h"

#include <algorithm>
#include <array>

namespace sinew::character {
namespace {

std::vector<float> Values(std::span<const Pose> poses, std::uint32_t joint, Property property) {
  std::vector<float> values;
  Quat last{};
  for (const Pose& pose : poses) {
    const Transform local = pose.joint(joint);
    if (property == Property::kTranslation) {
      values.insert(values.end(), {local.translation.x, local.translation.y, local.translation.z});
      continue;
    }
    // q and -q turn alike; the nearer one to the last key is the shorter way.
    Quat q = local.rotation;
    const float dot = q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w;
    if (dot < 0.0f) q = {-q.x, -q.y, -q.z, -q.w};
    last = q;
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
  }
  return values;
}

bool AllAre(std::span<const float> values, std::span<const float> one) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != one[i % one.size()]) return false;
  }
  return true;
}

}  // namespace

Clip::Parts Record(const Skeleton& skeleton, const Recording& recording, const Motion& motion) {
  std::vector<Pose> poses;
  std::vector<float> times;
  for (std::uint32_t frame = 0; frame <= recording.frames; ++frame) {
    const double time_s = static_cast<double>(frame) / recording.rate_hz;
    times.push_back(static_cast<float>(time_s));
    poses.push_back(PoseOf(skeleton, motion(time_s)));
  }
  if (recording.repeats) {
    for (std::uint32_t j = kHips; j < kJointCount; ++j) {
      poses.back().set_joint(j, poses.front().joint(j));
    }
  }
  Clip::Parts clip{.name = recording.name,
                   .duration_s = times.back(),
                   .events = recording.events,
                   .root_motion_joint = kRoot};
  for (std::uint32_t j = kRoot; j < kJointCount; ++j) {
    for (const Property property : {Property::kTranslation, Property::kRotation}) {
      if (property == Property::kTranslation && j > kHips) continue;
      const std::vector<float> values = Values(poses, j, property);
      const Transform& rest = skeleton.rest()[j];
      const std::vector<float> resting =
          property == Property::kTranslation
              ? std::vector{rest.translation.x, rest.translation.y, rest.translation.z}
              : std::vector{0.0f, 0.0f, 0.0f, 1.0f};
      if (AllAre(values, resting)) continue;
      const bool still = AllAre(values, std::span(values).first(resting.size()));
      AddTrack(clip, {.joint = static_cast<Joint>(j),
                      .property = property,
                      .interpolation = Interpolation::kLinear,
                      .times = still ? std::vector{times[0]} : times,
                      .values = still ? std::vector(values.begin(),
                                                    values.begin() +
                                                        static_cast<std::ptrdiff_t>(resting.size()))
                                      : values});
    }
  }
  return clip;
}

void AddTrack(Clip::Parts& clip, const TrackKeys& keys) {
  TrackRange track{.target = keys.joint,
                   .property = keys.property,
                   .interpolation = keys.interpolation,
                   .width = keys.property == Property::kRotation ? 4u : 3u,
                   .first_time = static_cast<std::uint32_t>(clip.times.size()),
                   .key_count = static_cast<std::uint32_t>(keys.times.size()),
                   .first_value = static_cast<std::uint32_t>(clip.values.size())};
  // Tracks with the same times share them.
  const auto shared =
      std::search(clip.times.begin(), clip.times.end(), keys.times.begin(), keys.times.end());
  if (shared != clip.times.end()) {
    track.first_time = static_cast<std::uint32_t>(shared - clip.times.begin());
  } else {
    clip.times.insert(clip.times.end(), keys.times.begin(), keys.times.end());
  }
  clip.values.insert(clip.values.end(), keys.values.begin(), keys.values.end());
  clip.tracks.push_back(track);
}

}  // namespace sinew::character

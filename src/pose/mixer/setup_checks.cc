// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/setup_checks.h"

#include <algorithm>
#include <functional>
#include <string>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "pose/mixer/state.h"
#include "sinew/playback.h"

namespace sinew::mixing {
namespace {

std::string Text(std::size_t number) { return std::to_string(number); }

Failure Invalid(std::string place, std::string message) {
  return {.code = FailureCode::kInvalid, .place = std::move(place), .message = std::move(message)};
}

std::optional<Failure> CheckCounts(const MixerOptions& options) {
  const auto within = [](std::size_t count, std::size_t least, std::size_t most) {
    return count >= least && count <= most;
  };
  if (!within(options.clips.size(), 0, 65535)) return Invalid("/clips", "more than 65,535 clips");
  if (!within(options.layers.size(), 1, 255)) {
    return Invalid("/layers", Text(options.layers.size()) + " layers, not 1 to 255");
  }
  if (options.action_capacity > kMostActions) {
    return Invalid("/action_capacity", Text(options.action_capacity) + ", above 1024");
  }
  if (options.event_capacity > 65536) {
    return Invalid("/event_capacity", Text(options.event_capacity) + ", above 65,536");
  }
  if (options.rotations != RotationAverage::kSum &&
      options.rotations != RotationAverage::kEvenPace) {
    return Invalid("/rotations", "no way of averaging");
  }
  if (!scalar::AllUsable(std::span<const float>(options.morph_rest))) {
    return Invalid("/morph_rest", "a value that is not usable");
  }
  return std::nullopt;
}

std::optional<Failure> CheckLayer(const SkeletonView& skeleton, const MixerLayer& layer,
                                  std::size_t morph_count, const std::string& place) {
  if (!layer.joint_weights.empty() && layer.joint_weights.size() != skeleton.joint_count()) {
    return Invalid(place + "/joint_weights", Text(layer.joint_weights.size()) + " weights for " +
                                                 Text(skeleton.joint_count()) + " joints");
  }
  const auto in_range = [](float weight) { return weight >= 0.0f && weight <= 1.0f; };
  if (!std::all_of(layer.joint_weights.begin(), layer.joint_weights.end(), in_range)) {
    return Invalid(place + "/joint_weights", "a weight outside [0, 1]");
  }
  if (!layer.reference) return std::nullopt;
  if (!layer.reference->view().holds(skeleton.joint_count()) ||
      layer.reference->morphs().size() < morph_count) {
    return Invalid(place + "/reference", "fewer joints or morphs than the skeleton and clips have");
  }
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    if (!scalar::IsUsable(layer.reference->joint(j))) {
      return Invalid(place + "/reference", "joint " + Text(j) + " is not usable");
    }
  }
  return std::nullopt;
}

bool AreBeats(const SyncGroup::Member& member, Ticks duration) {
  const auto in_range = [](float marker) { return marker >= 0.0f && marker < 1.0f; };
  if (!std::all_of(member.markers.begin(), member.markers.end(), in_range)) return false;
  const std::vector<Ticks> beats = BeatsOf(member, duration);
  return std::adjacent_find(beats.begin(), beats.end(), std::greater_equal<>()) == beats.end() &&
         beats.back() < beats.front() + duration;
}

std::optional<Failure> CheckGroups(const MixerOptions& options) {
  std::vector<bool> taken(options.clips.size());
  for (std::size_t g = 0; g < options.sync_groups.size(); ++g) {
    const std::vector<SyncGroup::Member>& members = options.sync_groups[g].members;
    for (std::size_t m = 0; m < members.size(); ++m) {
      const SyncGroup::Member& member = members[m];
      const std::string place = "/sync_groups/" + Text(g) + "/members/" + Text(m);
      if (member.clip >= options.clips.size()) {
        return Invalid(place, "clip " + Text(member.clip) + " does not exist");
      }
      if (taken[member.clip]) {
        return Invalid(place, "clip " + Text(member.clip) + " is in a group already");
      }
      taken[member.clip] = true;
      const Ticks duration = DurationOf(options.clips[member.clip]);
      if (duration < 1 || duration > kMostTicks / 8) {
        return Invalid(place, "a clip too short or too long to keep a beat");
      }
      const std::vector<float>& markers = member.markers;
      if (markers.size() != members[0].markers.size() || markers.size() > kMostMarkers) {
        return Invalid(place, Text(markers.size()) + " markers, not as many as the first member");
      }
      if (!AreBeats(member, duration)) {
        return Invalid(place, "markers that do not ascend within [0, 1)");
      }
    }
  }
  return std::nullopt;
}

std::optional<Failure> CheckSpaces(const MixerOptions& options) {
  for (std::size_t s = 0; s < options.blend_spaces.size(); ++s) {
    const MixerBlendSpace& space = options.blend_spaces[s];
    const std::string place = "/blend_spaces/" + Text(s);
    if (space.layer >= options.layers.size()) {
      return Invalid(place, "layer " + Text(space.layer) + " does not exist");
    }
    if (space.clips.size() != space.space.sample_count()) {
      return Invalid(place, Text(space.clips.size()) + " clips for " +
                                Text(space.space.sample_count()) + " samples");
    }
    for (std::size_t i = 0; i < space.clips.size(); ++i) {
      if (space.clips[i] >= options.clips.size()) {
        return Invalid(place, "clip " + Text(space.clips[i]) + " does not exist");
      }
      if (std::count(space.clips.begin(), space.clips.end(), space.clips[i]) > 1) {
        return Invalid(place, "clip " + Text(space.clips[i]) + " twice");
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Ticks> BeatsOf(const SyncGroup::Member& member, Ticks duration) {
  std::vector<Ticks> beats;
  for (const float marker : member.markers) {
    beats.push_back(
        static_cast<Ticks>(static_cast<double>(marker) * static_cast<double>(duration) + 0.5));
  }
  if (beats.empty()) beats.push_back(0);
  return beats;
}

std::optional<Failure> CheckOptions(const SkeletonView& skeleton, const MixerOptions& options) {
  if (std::optional<Failure> failure = CheckCounts(options)) return failure;
  std::size_t morph_count = options.morph_rest.size();
  for (std::size_t c = 0; c < options.clips.size(); ++c) {
    const ClipView& clip = options.clips[c];
    const std::string place = "/clips/" + Text(c);
    if (clip.joint_bound() > skeleton.joint_count()) {
      return Invalid(place, "moves a joint that the skeleton does not have");
    }
    if (!clip.is_for(skeleton)) {
      return Invalid(place, clip.exact() != nullptr
                                ? "is bound to another skeleton; see BindClip and Clip::skeleton_id"
                                : "was packed for another skeleton");
    }
    morph_count = std::max<std::size_t>(morph_count, clip.morph_bound());
  }
  for (std::size_t l = 0; l < options.layers.size(); ++l) {
    if (std::optional<Failure> failure =
            CheckLayer(skeleton, options.layers[l], morph_count, "/layers/" + Text(l))) {
      return failure;
    }
  }
  if (std::optional<Failure> failure = CheckGroups(options)) return failure;
  if (std::optional<Failure> failure = CheckSpaces(options)) return failure;
  return std::nullopt;
}

}  // namespace sinew::mixing

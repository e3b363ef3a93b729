// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/clip.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/checked_clip.h"
#include "model/checks.h"
#include "sinew/assertion.h"

namespace sinew {
namespace {

using model::At;
using model::Broken;
using model::TextOf;

constexpr std::uint32_t kLastTarget = std::numeric_limits<std::uint32_t>::max();

std::size_t ValuesPerKey(const TrackRange& track) {
  return track.interpolation == Interpolation::kCubicSpline ? std::size_t{3} * track.width
                                                            : std::size_t{track.width};
}

std::size_t ValueCount(const TrackRange& track) { return ValuesPerKey(track) * track.key_count; }

// Invariant 1, and targets that can be counted. Nothing is multiplied before it is bounded.
std::optional<Failure> CheckRange(const Clip::Parts& parts, std::size_t index) {
  const TrackRange& track = parts.tracks[index];
  const auto place = [index] { return At("tracks", index); };  // Made only to complain.
  if (track.property > Property::kMorphWeights ||
      track.interpolation > Interpolation::kCubicSpline) {
    return Broken(place(), "found a property or interpolation that does not exist");
  }
  const bool is_morph = track.property == Property::kMorphWeights;
  const std::uint32_t width = is_morph                                ? track.width
                              : track.property == Property::kRotation ? 4u
                                                                      : 3u;
  if (track.width != width || width == 0) {
    return Broken(place() + "/width", "found " + std::to_string(track.width) +
                                          " floats a value of " + PropertyName(track.property) +
                                          ", expected " +
                                          (is_morph ? "at least 1" : std::to_string(width)));
  }
  if (track.target == kLastTarget || (is_morph && width > kLastTarget - track.target)) {
    return Broken(place() + "/target", "found target " + std::to_string(track.target) +
                                           ", expected one whose end 32 bits hold");
  }
  if (track.key_count == 0)
    return Broken(place() + "/key_count", "found 0 keys, expected 1 or more");
  if (track.first_time > parts.times.size() ||
      track.key_count > parts.times.size() - track.first_time) {
    return Broken(place() + "/first_time", "found " + std::to_string(track.key_count) +
                                               " times from " + std::to_string(track.first_time) +
                                               ", expected them within " +
                                               std::to_string(parts.times.size()));
  }
  if (track.first_value > parts.values.size() ||
      track.key_count > (parts.values.size() - track.first_value) / ValuesPerKey(track)) {
    return Broken(place() + "/first_value",
                  "found " + std::to_string(track.key_count) + " keys of " +
                      std::to_string(ValuesPerKey(track)) + " values from " +
                      std::to_string(track.first_value) + ", expected them within " +
                      std::to_string(parts.values.size()));
  }
  return std::nullopt;
}

// Whole arrays are scanned at once; only a broken number is traced back to its track.
std::optional<Failure> CheckNumbers(const Clip::Parts& parts) {
  if (const auto index = model::FirstUnusable(parts.times)) {
    for (std::size_t t = 0; t < parts.tracks.size(); ++t) {
      const TrackRange& track = parts.tracks[t];
      if (*index >= track.first_time && *index - track.first_time < track.key_count) {
        return Broken(At(At("tracks", t), "times", *index - track.first_time), model::kNotUsable);
      }
    }
    return Broken(At("times", *index), model::kNotUsable);
  }
  if (const auto index = model::FirstUnusable(parts.values)) {
    for (std::size_t t = 0; t < parts.tracks.size(); ++t) {
      const TrackRange& track = parts.tracks[t];
      if (*index >= track.first_value && *index - track.first_value < ValueCount(track)) {
        return Broken(At(At("tracks", t), "values", *index - track.first_value), model::kNotUsable);
      }
    }
    return Broken(At("values", *index), model::kNotUsable);
  }
  return std::nullopt;
}

std::optional<Failure> CheckTimes(const Clip::Parts& parts, std::size_t index) {
  const TrackRange& track = parts.tracks[index];
  const float* times = parts.times.data() + track.first_time;
  if (times[0] < 0.0f) {
    return Broken(At(At("tracks", index), "times", 0),
                  "found " + TextOf(times[0]) + " s, expected no negative time");
  }
  for (std::uint32_t key = 1; key < track.key_count; ++key) {
    if (!(times[key - 1] < times[key])) {
      return Broken(At(At("tracks", index), "times", key),
                    "found " + TextOf(times[key]) + " s after " + TextOf(times[key - 1]) +
                        " s, expected strictly increasing times");
    }
  }
  return std::nullopt;
}

std::optional<Failure> CheckRotations(const Clip::Parts& parts, std::size_t index) {
  const TrackRange& track = parts.tracks[index];
  if (track.property != Property::kRotation || track.interpolation == Interpolation::kCubicSpline) {
    return std::nullopt;
  }
  const auto values = std::span(parts.values).subspan(track.first_value, ValueCount(track));
  if (const auto key = model::FirstBadRotationKey(values)) {
    const float* q = values.data() + *key * 4;
    return Broken(At(At("tracks", index), "values", *key * 4),
                  "found rotation " + TextOf(Quat{q[0], q[1], q[2], q[3]}) +
                      ", expected unit length within 0.0076");
  }
  return std::nullopt;
}

// A run of joint properties or morph slots that one track writes. Joints use one slot a property,
// so that the one check serves both kinds.
struct Written {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::size_t track = 0;
};

Written WrittenBy(const TrackRange& track, std::size_t index) {
  constexpr std::uint64_t kMorphs = std::uint64_t{1} << 40;  // Beyond every joint's properties.
  if (track.property == Property::kMorphWeights) {
    return {kMorphs + track.target, kMorphs + track.target + track.width, index};
  }
  const std::uint64_t slot =
      std::uint64_t{track.target} * 3 + static_cast<std::uint64_t>(track.property);
  return {slot, slot + 1, index};
}

// Settles the ordinary clip without sorting: one bit a joint property. False where a target
// repeats, and where the targets are too far apart for a table or are morph slots.
bool SurelyNoneTwice(std::span<const TrackRange> tracks) {
  const std::size_t bit_count = tracks.size() * 64;
  std::vector<std::uint64_t> seen(tracks.size(), 0);
  for (const TrackRange& track : tracks) {
    const std::uint64_t slot = WrittenBy(track, 0).first;
    if (slot >= bit_count) return false;
    const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
    std::uint64_t& word = seen[static_cast<std::size_t>(slot / 64)];
    if ((word & bit) != 0) return false;
    word |= bit;
  }
  return true;
}

std::optional<Failure> CheckNoneTwice(const Clip::Parts& parts) {
  if (SurelyNoneTwice(parts.tracks)) return std::nullopt;
  const auto less = [](const Written& a, const Written& b) {
    return a.first != b.first ? a.first < b.first : a.track < b.track;
  };
  std::vector<Written> written;
  written.reserve(parts.tracks.size());
  for (std::size_t t = 0; t < parts.tracks.size(); ++t) {
    written.push_back(WrittenBy(parts.tracks[t], t));
  }
  std::sort(written.begin(), written.end(), less);
  for (std::size_t i = 1; i < written.size(); ++i) {
    if (written[i].first >= written[i - 1].end) continue;
    const std::size_t later = std::max(written[i].track, written[i - 1].track);
    const std::size_t earlier = std::min(written[i].track, written[i - 1].track);
    return Broken(At("tracks", later),
                  std::string("found ") + PropertyName(parts.tracks[later].property) + " of " +
                      std::to_string(parts.tracks[later].target) + ", which track " +
                      std::to_string(earlier) + " writes, expected another target");
  }
  return std::nullopt;
}

std::optional<Failure> CheckDurationAndEvents(const Clip::Parts& parts) {
  if (!IsUsable(parts.duration_s) || parts.duration_s < 0.0f) {
    return Broken("duration_s", "found " + TextOf(parts.duration_s) +
                                    " s, expected a usable number, not negative");
  }
  for (std::size_t t = 0; t < parts.tracks.size(); ++t) {
    const TrackRange& track = parts.tracks[t];
    const float last = parts.times[track.first_time + std::size_t{track.key_count} - 1];
    if (parts.duration_s < last) {
      return Broken("duration_s", "found " + TextOf(parts.duration_s) + " s, expected at least " +
                                      TextOf(last) + " s, the last key of track " +
                                      std::to_string(t));
    }
  }
  float previous = 0.0f;
  for (std::size_t e = 0; e < parts.events.size(); ++e) {
    const float time = parts.events[e].time_s;
    if (!IsUsable(time) || time < previous || time > parts.duration_s) {
      return Broken(At("events", e), "found " + TextOf(time) +
                                         " s, expected ascending times from " + TextOf(previous) +
                                         " s to " + TextOf(parts.duration_s) + " s");
    }
    previous = time;
  }
  return std::nullopt;
}

// All that Clip promises.
std::optional<Failure> Check(const Clip::Parts& parts) {
  for (std::size_t t = 0; t < parts.tracks.size(); ++t) {
    if (auto failure = CheckRange(parts, t)) return failure;
  }
  if (auto failure = CheckNumbers(parts)) return failure;
  for (std::size_t t = 0; t < parts.tracks.size(); ++t) {
    const bool same_times = t > 0 && parts.tracks[t].first_time == parts.tracks[t - 1].first_time &&
                            parts.tracks[t].key_count == parts.tracks[t - 1].key_count;
    if (!same_times) {
      if (auto failure = CheckTimes(parts, t)) return failure;
    }
    if (auto failure = CheckRotations(parts, t)) return failure;
  }
  if (auto failure = CheckNoneTwice(parts)) return failure;
  return CheckDurationAndEvents(parts);
}

}  // namespace

const char* InterpolationName(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::kStep:
      return "STEP";
    case Interpolation::kLinear:
      return "LINEAR";
    case Interpolation::kCubicSpline:
      return "CUBICSPLINE";
  }
  return "unknown";
}

const char* PropertyName(Property property) {
  switch (property) {
    case Property::kTranslation:
      return "translation";
    case Property::kRotation:
      return "rotation";
    case Property::kScale:
      return "scale";
    case Property::kMorphWeights:
      return "weights";
  }
  return "unknown";
}

Result<Clip> Clip::Create(Parts parts) {
  if (auto failure = Check(parts)) return *std::move(failure);
  return Clip(std::move(parts));
}

Clip CheckedClip::Make(Clip::Parts parts) {
  SINEW_ASSERT(!Check(parts));
  return Clip(std::move(parts));
}

Clip::Clip(Parts parts) : parts_(std::move(parts)) {
  for (const TrackRange& track : parts_.tracks) {
    if (track.property == Property::kMorphWeights) {
      morph_bound_ = std::max(morph_bound_, track.target + track.width);
    } else {
      joint_bound_ = std::max(joint_bound_, track.target + 1);
    }
  }
}

Track Clip::track(std::uint32_t index) const& {
  SINEW_ASSERT(index < track_count());
  const TrackRange& range = parts_.tracks[index];
  return {.target = range.target,
          .property = range.property,
          .interpolation = range.interpolation,
          .width = range.width,
          .times = std::span(parts_.times).subspan(range.first_time, range.key_count),
          .values = std::span(parts_.values).subspan(range.first_value, ValueCount(range))};
}

std::size_t Clip::size_bytes() const {
  return parts_.times.size() * sizeof(float) + parts_.values.size() * sizeof(float) +
         parts_.tracks.size() * sizeof(TrackRange);
}

}  // namespace sinew

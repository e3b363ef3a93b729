// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/exact_bytes.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

#include "math/usable.h"
#include "model/checks.h"
#include "sinew/math.h"

namespace sinew {
namespace {

std::uint64_t FloatsPerKey(const TrackRange& track) {
  const std::uint64_t values = track.interpolation == Interpolation::kCubicSpline ? 3 : 1;
  return values * track.width;
}

bool IsOfMorphs(const TrackRange& track) { return track.property == Property::kMorphWeights; }

// The order of tracks in the bytes.
std::vector<std::uint32_t> InByteOrder(const Clip& clip) {
  std::vector<std::uint32_t> order(clip.track_count());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) {
    const TrackRange& track = clip.track_ranges()[i];
    return std::tuple(IsOfMorphs(track), track.target, track.property);
  };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  return order;
}

void PutTrack(const TrackRange& track, std::byte* place) {  // Without what is between the fields.
  const std::uint32_t numbers[] = {
      track.target, 0, track.width, track.first_time, track.key_count, track.first_value};
  std::memcpy(place, numbers, sizeof numbers);
  place[offsetof(TrackRange, property)] = static_cast<std::byte>(track.property);
  place[offsetof(TrackRange, interpolation)] = static_cast<std::byte>(track.interpolation);
}

void PutFloats(std::span<const float> floats, std::byte* place) {
  if (!floats.empty()) std::memcpy(place, floats.data(), floats.size_bytes());
}

struct ExactParts {
  std::span<const TrackRange> tracks;
  std::span<const float> times, values;
};

ExactParts PartsOfBytes(std::span<const std::byte> bytes) {
  const auto& header = *reinterpret_cast<const ExactHeader*>(bytes.data());
  const auto* const tracks =
      reinterpret_cast<const TrackRange*>(bytes.data() + sizeof(ExactHeader));
  const auto* const floats = reinterpret_cast<const float*>(tracks + header.track_count);
  return {{tracks, header.track_count},
          {floats, header.time_count},
          {floats + header.time_count, header.value_count}};
}

// --- checks ---

Failure BrokenHeader(const char* message) { return {FailureCode::kInvalid, "header", message}; }
Failure BrokenTrack(std::size_t track, const char* message) {
  return {FailureCode::kInvalid, model::At("tracks", track), message};
}

bool HasWidth(const TrackRange& track) {
  if (IsOfMorphs(track)) return track.width > 0;
  return track.width == (track.property == Property::kRotation ? 4u : 3u);
}

// Tracks come in ascending order of what they write, so that none writes what another does.
class TargetChecker {
 public:
  TargetChecker(std::uint32_t joint_bound, std::uint32_t morph_bound)
      : joint_bound_(joint_bound), morph_bound_(morph_bound) {}

  bool Takes(const TrackRange& track) {
    if (!IsOfMorphs(track)) {
      const std::uint64_t slot =
          std::uint64_t{track.target} * 3 + static_cast<std::uint64_t>(track.property);
      if (in_morphs_ || track.target >= joint_bound_ || slot < next_property_) return false;
      next_property_ = slot + 1;
      return true;
    }
    if (track.target > morph_bound_ || track.width > morph_bound_ - track.target) return false;
    if (track.target < next_morph_) return false;
    in_morphs_ = true;
    next_morph_ = track.target + track.width;
    return true;
  }

 private:
  std::uint32_t joint_bound_, morph_bound_;
  std::uint64_t next_property_ = 0;
  std::uint32_t next_morph_ = 0;
  bool in_morphs_ = false;  // From the first morph track on.
};

// Whether a spline stays usable from key to key. Its values are a mean of two keys', and of the two
// tangents in units a second at most 4/27 of the segment's length each.
bool StaysUsable(const TrackRange& track, std::span<const float> times,
                 std::span<const float> values) {
  constexpr double kMost = 1.001 * kLargest;
  const auto magnitude = [&](std::size_t key, std::size_t part, std::size_t i) {
    const double v = values[(key * 3 + part) * track.width + i];
    return v < 0.0 ? -v : v;
  };
  for (std::size_t key = 1; key < times.size(); ++key) {
    const double segment_s = static_cast<double>(times[key]) - static_cast<double>(times[key - 1]);
    for (std::size_t i = 0; i < track.width; ++i) {
      const double a = magnitude(key - 1, 1, i), b = magnitude(key, 1, i);
      const double tangents = magnitude(key - 1, 2, i) + magnitude(key, 0, i);
      if (!((a > b ? a : b) + tangents * segment_s * (4.0 / 27.0) <= kMost)) return false;
    }
  }
  return true;
}

bool AreTimes(std::span<const float> times, float duration_s) {
  if (!(times.front() >= 0.0f) || !(times.back() <= duration_s)) return false;
  for (std::size_t key = 1; key < times.size(); ++key) {
    if (!(times[key - 1] < times[key])) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::byte>> ExactBytesOf(const Clip& clip) {
  std::vector<TrackRange> tracks;
  std::vector<float> times, values;
  std::map<std::vector<float>, std::uint32_t> known_times;
  for (const std::uint32_t index : InByteOrder(clip)) {
    const Track track = clip.track(index);
    std::vector<float> of_track(track.times.begin(), track.times.end());
    TrackRange range = clip.track_ranges()[index];
    const auto [known, is_new] =
        known_times.try_emplace(std::move(of_track), static_cast<std::uint32_t>(times.size()));
    if (is_new) times.insert(times.end(), track.times.begin(), track.times.end());
    range.first_time = known->second;
    range.first_value = static_cast<std::uint32_t>(values.size());
    values.insert(values.end(), track.values.begin(), track.values.end());
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (values.size() > kMost || times.size() > kMost) return std::nullopt;
    tracks.push_back(range);
  }
  const ExactHeader header{.track_count = clip.track_count(),
                           .time_count = static_cast<std::uint32_t>(times.size()),
                           .value_count = static_cast<std::uint32_t>(values.size()),
                           .zero = 0};
  const std::size_t first_time = sizeof header + tracks.size() * sizeof(TrackRange);
  std::vector<std::byte> bytes(first_time + (times.size() + values.size()) * sizeof(float));
  std::memcpy(bytes.data(), &header, sizeof header);
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    PutTrack(tracks[t], bytes.data() + sizeof header + t * sizeof(TrackRange));
  }
  PutFloats(times, bytes.data() + first_time);
  PutFloats(values, bytes.data() + first_time + times.size() * sizeof(float));
  return bytes;
}

std::optional<Failure> CheckExactBytes(std::span<const std::byte> bytes, float duration_s,
                                       std::uint32_t joint_bound, std::uint32_t morph_bound) {
  if (bytes.size() < sizeof(ExactHeader)) return BrokenHeader("found fewer bytes than it has");
  const auto& header = *reinterpret_cast<const ExactHeader*>(bytes.data());
  // Sums of a few products of 32 bits: 64 hold them.
  const std::uint64_t size =
      sizeof(ExactHeader) + std::uint64_t{header.track_count} * sizeof(TrackRange) +
      (std::uint64_t{header.time_count} + header.value_count) * sizeof(float);
  if (size != bytes.size() || header.zero != 0) {
    return BrokenHeader("found counts that do not make up the bytes");
  }
  const auto [tracks, times, values] = PartsOfBytes(bytes);
  if (!scalar::AllUsable(times) || !scalar::AllUsable(values)) {
    return BrokenHeader(model::kNotUsable);
  }
  TargetChecker targets(joint_bound, morph_bound);
  std::uint64_t next_value = 0;
  for (std::size_t t = 0; t < tracks.size(); ++t) {
    const TrackRange& track = tracks[t];
    std::uint16_t between = 0;
    std::memcpy(&between, reinterpret_cast<const std::byte*>(&track) + 6, sizeof between);
    if (track.property > Property::kMorphWeights ||
        track.interpolation > Interpolation::kCubicSpline || between != 0 || !HasWidth(track)) {
      return BrokenTrack(t, "found a property, interpolation or width that does not exist");
    }
    if (!targets.Takes(track)) {
      return BrokenTrack(t, "found a target beyond the clip's, or not after the one before");
    }
    if (track.key_count == 0 || track.first_time > times.size() ||
        track.key_count > times.size() - track.first_time || track.first_value != next_value ||
        track.key_count > (values.size() - next_value) / FloatsPerKey(track)) {
      return BrokenTrack(t, "found keys that do not lie in the arrays one after another");
    }
    // Every key has values of its own, so however times are shared, this is linear in the bytes.
    if (!AreTimes(times.subspan(track.first_time, track.key_count), duration_s)) {
      return BrokenTrack(t, "found times that do not ascend from 0 to the duration");
    }
    const auto count = static_cast<std::size_t>(FloatsPerKey(track) * track.key_count);
    const std::span<const float> of_track = values.subspan(track.first_value, count);
    if (track.interpolation != Interpolation::kCubicSpline) {
      if (track.property == Property::kRotation && model::FirstBadRotationKey(of_track)) {
        return BrokenTrack(t, "found a rotation that is not of unit length");
      }
    } else if (track.property != Property::kRotation &&
               !StaysUsable(track, times.subspan(track.first_time, track.key_count), of_track)) {
      return BrokenTrack(t, "found a spline that leaves the usable range");
    }
    next_value += count;
  }
  if (next_value != values.size()) return BrokenHeader("found values that no track has");
  return std::nullopt;
}

ExactTracks::ExactTracks(std::span<const std::byte> bytes) {
  const ExactParts parts = PartsOfBytes(bytes);
  tracks_ = parts.tracks;
  times_ = parts.times;
  values_ = parts.values;
}

Track ExactTracks::operator[](std::uint32_t index) const {
  const TrackRange& track = tracks_[index];
  const auto count = static_cast<std::size_t>(FloatsPerKey(track) * track.key_count);
  return {.target = track.target,
          .property = track.property,
          .interpolation = track.interpolation,
          .width = track.width,
          .times = times_.subspan(track.first_time, track.key_count),
          .values = values_.subspan(track.first_value, count)};
}

std::optional<ExactTracks> ExactTracksOf(const ClipView& clip) {
  if (clip.exact() != nullptr) return ExactTracks(*clip.exact());
  if (clip.packed()->form() == ClipForm::kExact) return ExactTracks(clip.packed()->bytes());
  return std::nullopt;
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A clip's tracks in one run of little-endian bytes that are sampled where they lie, with the bits
// of the Clip itself: for clips that take fewer bytes so than packed.
//
//   header   ExactHeader
//   tracks   TrackRange each: first those of joints, by joint and property, then those of morph
//            weights, by slot; none writes what another does
//   times    float32; tracks with equal times share them
//   values   float32, track after track
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sinew/clip.h"
#include "sinew/result.h"
#include "sinew/sampling.h"

namespace sinew {

struct ExactHeader {
  std::uint32_t track_count;
  std::uint32_t time_count;
  std::uint32_t value_count;
  std::uint32_t zero;
};
static_assert(sizeof(ExactHeader) == 16);
// A track lies in the bytes as TrackRange lies in memory; what is between its fields is zero.
static_assert(sizeof(TrackRange) == 24 && offsetof(TrackRange, target) == 0 &&
              offsetof(TrackRange, property) == 4 && offsetof(TrackRange, interpolation) == 5 &&
              offsetof(TrackRange, width) == 8 && offsetof(TrackRange, first_time) == 12 &&
              offsetof(TrackRange, key_count) == 16 && offsetof(TrackRange, first_value) == 20);

// Nothing where 32 bits do not count the clip's values.
std::optional<std::vector<std::byte>> ExactBytesOf(const Clip& clip);

// Whether bytes from outside, at an address that four divides, are tracks as a Clip has them
// (clip.h), of joints and morph slots below these bounds and within the duration: the first rule
// that they break, or nothing. Allocates nothing where they break none.
std::optional<Failure> CheckExactBytes(std::span<const std::byte> bytes, float duration_s,
                                       std::uint32_t joint_bound, std::uint32_t morph_bound);

// Tracks that are sampled exactly: a Clip's, or those of checked bytes. Borrowed.
class ExactTracks {
 public:
  explicit ExactTracks(const Clip& clip)
      : tracks_(clip.track_ranges()), times_(clip.parts().times), values_(clip.parts().values) {}
  explicit ExactTracks(std::span<const std::byte> bytes);

  std::uint32_t size() const { return static_cast<std::uint32_t>(tracks_.size()); }
  const TrackRange& range(std::uint32_t index) const { return tracks_[index]; }
  Track operator[](std::uint32_t index) const;

 private:
  std::span<const TrackRange> tracks_;
  std::span<const float> times_, values_;
};

// Those of a clip that is sampled exactly; nothing of one that is packed.
std::optional<ExactTracks> ExactTracksOf(const ClipView& clip);

}  // namespace sinew

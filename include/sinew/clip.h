// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A clip is what the file says: tracks of keys, each with its own times and its own way of going
// from key to key. It is exact, immutable and shared between all that play it (L3, L4).
//
//   Units    key times in seconds from the clip's first instant, never negative; values in the
//            asset's unit; rotations are quaternions x, y, z, w.
//   Layout   all times in one array, all values in another, so that a clip is three allocations;
//            tracks with equal times may share them.
//   Cubic    a CUBICSPLINE key holds three values: in-tangent, value, out-tangent.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/result.h"

namespace sinew {

enum class Interpolation : std::uint8_t { kStep, kLinear, kCubicSpline };
enum class Property : std::uint8_t { kTranslation, kRotation, kScale, kMorphWeights };

// "STEP", "LINEAR", "CUBICSPLINE"; "translation", "rotation", "scale", "weights".
const char* InterpolationName(Interpolation interpolation);
const char* PropertyName(Property property);

// Where one track's data lie in the clip's arrays.
struct TrackRange {
  std::uint32_t target = 0;  // A joint; for kMorphWeights the first of `width` morph slots.
  Property property = Property::kTranslation;
  Interpolation interpolation = Interpolation::kLinear;
  std::uint32_t width = 3;  // Floats a value: 3, 4 for rotations, the slot count for morph weights.
  std::uint32_t first_time = 0;   // Into times.
  std::uint32_t key_count = 0;    // At least 1.
  std::uint32_t first_value = 0;  // Into values: width * key_count floats, if cubic thrice that.
};

// A track as its readers see it: borrowed from the clip.
struct Track {
  std::uint32_t target;
  Property property;
  Interpolation interpolation;
  std::uint32_t width;
  std::span<const float> times;
  std::span<const float> values;
};

// Something that happens at a moment of the clip: a footstep, a hit.
struct ClipEvent {
  float time_s = 0.0f;
  std::string name{};
};

// Invariants, checked by Create:
//   1. Every track lies inside the arrays; key_count >= 1; width as its property needs.
//   2. Times are usable, not negative, and strictly increasing within a track.
//   3. Values are usable; rotation keys that are not cubic have unit length within 0.0076, what
//      files may be off by. They are interpolated as they are; what comes out is unit (C74).
//   4. No two tracks write the same property of the same joint, or the same morph slot.
//   5. duration_s is usable and not less than the last key of any track.
//   6. Events are usable, within [0, duration_s], in ascending time.
class Clip {
 public:
  struct Parts {
    std::string name{};
    float duration_s = 0.0f;
    std::vector<float> times{};
    std::vector<float> values{};
    std::vector<TrackRange> tracks{};
    std::vector<ClipEvent> events{};
    std::optional<std::uint32_t> root_motion_joint{};
    std::uint64_t skeleton_id = 0;  // Of the skeleton whose joints the tracks name (Skeleton::id);
                                    // 0: of any that has those joints.
  };

  Clip() = default;  // No tracks, no time.
  static Result<Clip> Create(Parts parts);

  const std::string& name() const& { return parts_.name; }
  float duration_s() const { return parts_.duration_s; }
  std::uint32_t track_count() const { return static_cast<std::uint32_t>(parts_.tracks.size()); }
  Track track(std::uint32_t index) const&;
  std::span<const TrackRange> track_ranges() const& { return parts_.tracks; }
  std::span<const ClipEvent> events() const& { return parts_.events; }
  std::optional<std::uint32_t> root_motion_joint() const { return parts_.root_motion_joint; }
  // Whose joints it moves: Skeleton::id, or 0: not bound to a skeleton yet, as a clip that is made
  // by hand. A Model binds its clips; jobs and mixers refuse one that is bound to another skeleton.
  std::uint64_t skeleton_id() const { return parts_.skeleton_id; }
  void set_skeleton_id(std::uint64_t id) { parts_.skeleton_id = id; }
  // One more than the largest joint that a track writes; likewise for morph slots. 0: none.
  std::uint32_t joint_bound() const { return joint_bound_; }
  std::uint32_t morph_bound() const { return morph_bound_; }
  // Of times, values and tracks.
  std::size_t size_bytes() const;

  const Parts& parts() const& { return parts_; }
  Parts parts() && { return std::move(parts_); }
  Parts TakeParts() && { return std::move(parts_); }  // To edit and Create anew.

  // Of a temporary these would be gone at the end of the statement.
  const std::string& name() const&& = delete;
  Track track(std::uint32_t index) const&& = delete;
  std::span<const TrackRange> track_ranges() const&& = delete;
  std::span<const ClipEvent> events() const&& = delete;
  const Parts& parts() const&& = delete;

 private:
  friend struct CheckedClip;  // Of the library itself, for parts that were checked as they came.
  explicit Clip(Parts parts);

  Parts parts_;
  std::uint32_t joint_bound_ = 0;
  std::uint32_t morph_bound_ = 0;
};

}  // namespace sinew

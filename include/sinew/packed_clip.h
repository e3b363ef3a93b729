// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A clip in the form that plays fast: built from a Clip, with an error that is known and bounded.
//
//   Knots    its samples stand at knots: moments at which every moving channel has a value. Between
//            two knots components are interpolated linearly. A STEP is two knots at one moment.
//   Blocks   joints lie eight to a block, as in a pose. A block's translations are a stream, and so
//            are its rotations and its scales: at rest (nothing stored), constant, or moving, in
//            float32 or 16, 12 or 8 bits.
//   Rotation three components are stored where the fourth follows from unit length without loss,
//            else all four. Where rows are near each other the three are mixed and the fourth
//            follows from the mixture; else all four are mixed and made unit.
//   Error    guaranteed: the largest distance, in model space, between where the exact clip and
//            this one put any point within point_distance of its joint, or within that joint's own
//            distance where it is farther. With JointReach (joint_reach.h) for these, that is a
//            bound of the vertices of a model that is skinned by linear blend.
//   Exact    a clip of few keys may take fewer bytes as it is: then its tracks are kept, in bytes
//   that
//            are sampled as a Clip is, to the bit (ClipForm::kExact; PackClips in pack.h chooses).
//   Rest     is a part of it: it plays on the skeleton it was made for, or one whose joints rest
//            exactly as that one's do (Skeleton::rest_hash). Jobs refuse others (kOtherSkeleton).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/clip.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace sinew {

// Lengths are in the asset's unit. Those that are not given are a share of the size at rest, so
// that centimetres are packed as metres are: the diagonal of the box around the model's vertices
// (PackClips and WriteRuntimeFile in pack.h), or, where a clip is packed alone, around the joints.
struct PackOptions {
  std::optional<float> error_bound{};  // In model space. Default: 1/10000 of the size.
  // How far from any joint, in its own space, the points stand that the bound is for. Default: 1/60
  // of the size.
  std::optional<float> point_distance{};
  // One per joint, or empty, for those whose points stand farther off.
  std::span<const float> joint_point_distance{};
  float morph_error = 1e-3f;  // How far a morph weight may be off.
  enum class Storage : std::uint8_t {
    kSmallest,  // Few bytes that keep the bound, stream by stream; some more where that is much
                // faster to sample.
    kFloat32,   // Fastest to sample, about three times the bytes.
  } storage = Storage::kSmallest;
  // Whether PackClips, ClipPacker and WriteRuntimeFile keep clips exact that take fewer bytes so,
  // or whose bound cannot be kept otherwise. Those are slower to sample; kFloat32 keeps none.
  bool keep_exact = true;
  // Memory that packing may use, the result included. Counted beforehand, for the worst case.
  std::uint64_t max_pack_bytes = std::uint64_t{1} << 30;
};

// What a packed clip's bytes are.
enum class ClipForm : std::uint8_t {
  kPacked,  // Knots and streams.
  kExact,   // The tracks of the Clip.
};

// What packing did.
struct PackReport {
  float worst_error = 0.0f;  // As found on a grid of times, never above the bound.
  std::uint32_t worst_joint = 0;
  float worst_time_s = 0.0f;
  float worst_morph_error = 0.0f;
  std::uint32_t knot_count = 0;
  std::uint32_t constant_streams = 0, float32_streams = 0, u16_streams = 0, u12_streams = 0,
                u8_streams = 0;
  std::size_t size_bytes = 0;    // Of all that is stored.
  std::size_t source_bytes = 0;  // Of the exact clip: Clip::size_bytes.
  // Poses sampled, exact ones and packed ones, and points held against lines: what it cost, the
  // same on every machine.
  std::uint64_t work = 0;
};

// Immutable and shared, like Clip. All motion is in one block of little-endian bytes.
class PackedClip {
 public:
  // Fails where the clip does not fit the skeleton, where options are not usable numbers, where the
  // bound cannot be kept in float32 (the message says how near it came), or, with kLimit, where it
  // would take more memory than max_pack_bytes.
  static Result<PackedClip> Create(const Skeleton& skeleton, const Clip& clip,
                                   const PackOptions& options = {});
  // The same without packing: the clip's own tracks, so that nothing is off (ClipForm::kExact).
  static Result<PackedClip> KeepExact(const Skeleton& skeleton, const Clip& clip,
                                      const PackOptions& options = {});

  ClipForm form() const { return form_; }
  const std::string& name() const& { return name_; }
  float duration_s() const { return duration_s_; }
  std::uint32_t joint_bound() const { return joint_bound_; }
  std::uint32_t morph_bound() const { return morph_bound_; }
  std::span<const ClipEvent> events() const& { return events_; }  // As the exact clip's.
  std::optional<std::uint32_t> root_motion_joint() const { return root_motion_joint_; }
  std::uint64_t rest_hash() const { return rest_hash_; }  // Of the skeleton it was made for.
  std::size_t size_bytes() const { return bytes_.size(); }
  std::span<const std::byte> bytes() const& { return bytes_; }
  const PackReport& report() const& { return report_; }
  PackReport report() && { return report_; }
  float error_bound() const { return error_bound_; }
  float point_distance() const { return point_distance_; }  // Of any joint; see PackOptions.
  // One per joint of the skeleton: how far from it the bound holds. Empty where the clip is exact,
  // and the bound holds everywhere.
  std::span<const float> joint_point_distance() const& { return joint_point_distance_; }
  float morph_error() const { return morph_error_; }  // The bound; see PackOptions.

  // Of a temporary these would be gone at the end of the statement.
  const std::string& name() const&& = delete;
  std::span<const ClipEvent> events() const&& = delete;
  std::span<const std::byte> bytes() const&& = delete;
  std::span<const float> joint_point_distance() const&& = delete;

 private:
  PackedClip() = default;
  // All but the bytes and what is said of them.
  static Result<PackedClip> Begin(const Skeleton& skeleton, const Clip& clip,
                                  const PackOptions& options);

  ClipForm form_ = ClipForm::kPacked;
  std::string name_;
  float duration_s_ = 0.0f;
  float error_bound_ = 0.0f;
  float point_distance_ = 0.0f;
  std::vector<float> joint_point_distance_;
  float morph_error_ = 0.0f;
  std::uint32_t joint_bound_ = 0;
  std::uint32_t morph_bound_ = 0;
  std::uint64_t rest_hash_ = 0;
  std::vector<ClipEvent> events_;
  std::optional<std::uint32_t> root_motion_joint_;
  std::vector<std::byte> bytes_;
  PackReport report_;
};

}  // namespace sinew

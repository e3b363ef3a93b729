// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Sampling a packed clip, a joint at a time: the specification of the kernels.
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/arithmetic.h"
#include "pose/exact_bytes.h"
#include "pose/packed/layout.h"
#include "pose/sample_exact.h"
#include "pose/spec.h"
#include "sinew/clip.h"

namespace sinew::spec {
namespace {

float FloatAt(const std::uint8_t* bytes) {
  float value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

float RowOf(const PackedView& packed, const PackedStream& stream, std::uint32_t row,
            std::uint32_t lane) {
  return FloatAt(packed.bytes + stream.values_offset + 4 * (row * kBlockSize + lane));
}

// The code, or the float itself, of one component at one row.
float StoredAt(const PackedStream& stream, const std::uint8_t* component, std::uint32_t lane) {
  const auto byte = [&](std::uint32_t i) -> std::uint32_t {
    const std::uint8_t from = stream.lane_bytes[i];
    return (from & 0x80) != 0 ? 0u : component[from];
  };
  const auto pair = [&] { return byte(2 * lane) | byte(2 * lane + 1) << 8; };
  switch (stream.storage) {
    case PackedStorage::kConstant:
      return 0.0f;
    case PackedStorage::kFloat32:
      return FloatAt(component + 4 * lane);
    case PackedStorage::kU16:
      return static_cast<float>(pair());
    case PackedStorage::kU12:
      return static_cast<float>(pair() & (lane % 2 == 0 ? kU12EvenBits : kU12OddBits));
    case PackedStorage::kU8:
      return static_cast<float>(byte(lane));
  }
  return 0.0f;
}

// What a code means; floats mean themselves.
float ValueOf(const PackedView& packed, const PackedStream& stream, std::uint32_t component,
              std::uint32_t lane, float stored) {
  if (stream.storage == PackedStorage::kFloat32) return stored;
  const float zero = RowOf(packed, stream, component, lane);
  const float step = RowOf(packed, stream, component + stream.component_count, lane);
  return zero + stored * step;
}

float StoredAt(const PackedView& packed, const PackedStream& stream, std::uint32_t row,
               std::uint32_t component, std::uint32_t lane) {
  return StoredAt(stream,
                  packed.bytes + stream.rows_offset + std::size_t{row} * stream.row_bytes +
                      std::size_t{component} * stream.component_bytes,
                  lane);
}

float Mix(float a, float b, float blend) { return a + (b - a) * blend; }

// Codes are mixed before they become values.
float MixedAt(const PackedView& packed, const PackedStream& stream, const RowPlace& place,
              std::uint32_t component, std::uint32_t lane) {
  const float a = StoredAt(packed, stream, place.row, component, lane);
  const float b = StoredAt(packed, stream, place.next_row, component, lane);
  return ValueOf(packed, stream, component, lane, Mix(a, b, place.blend));
}

// What three components leave of one.
float FourthOf(const std::array<float, 4>& q) {
  const float left = 1.0f - (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  return std::sqrt(left < 0.0f ? 0.0f : left);
}

// The three that are stored at one row, and the fourth.
std::array<float, 4> RotationAt(const PackedView& packed, const PackedStream& stream,
                                std::uint32_t row, std::uint32_t lane) {
  std::array<float, 4> q{};
  for (std::uint32_t i = 0; i < 3; ++i) {
    q[i] = ValueOf(packed, stream, i, lane, StoredAt(packed, stream, row, i, lane));
  }
  q[3] = FourthOf(q);
  return q;
}

// Unit, and each component in its place.
std::array<float, 4> FinishedRotation(const PackedStream& stream, std::uint32_t lane,
                                      std::array<float, 4> q) {
  if (stream.fourth == PackedFourth::kOfMixed) {
    q[3] = FourthOf(q);
  } else {
    const float scale = 1.0f / std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (float& component : q) component = component * scale;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if ((stream.left_out[i] >> lane & 1) != 0) std::swap(q[i], q[3]);
  }
  return q;
}

void SampleExactly(const ExactTracks& tracks, double time_s, PoseView pose) {
  for (std::uint32_t i = 0; i < tracks.size(); ++i) {
    const Track track = tracks[i];
    if (track.property == Property::kMorphWeights) {
      if (pose.morphs.empty()) continue;
      SampleTrack(track, time_s, pose.morphs.subspan(track.target, track.width));
      continue;
    }
    Transform joint = pose.joint(track.target);
    SampleJointTrack(track, time_s, joint);
    pose.set_joint(track.target, joint);
  }
}

}  // namespace

std::array<float, 4> PackedValue(const PackedView& packed, const PackedStream& stream,
                                 std::uint32_t lane, std::uint32_t knot, double time_s) {
  if (stream.storage == PackedStorage::kConstant) {
    std::array<float, 4> value{};
    for (std::uint32_t i = 0; i < stream.component_count; ++i) {
      value[i] = RowOf(packed, stream, i, lane);
    }
    return value;
  }
  const RowPlace place = stream.kept_offset == kAllKept ? PlaceOfAll(packed, knot, time_s)
                                                        : PlaceOfKept(packed, stream, knot, time_s);
  const bool is_rotation = stream.property == static_cast<std::uint8_t>(Property::kRotation);
  std::array<float, 4> value{};
  if (stream.fourth == PackedFourth::kOfRows) {
    const std::array<float, 4> from = RotationAt(packed, stream, place.row, lane);
    const std::array<float, 4> to = RotationAt(packed, stream, place.next_row, lane);
    for (std::size_t i = 0; i < 4; ++i) value[i] = Mix(from[i], to[i], place.blend);
  } else {
    for (std::uint32_t i = 0; i < stream.component_count; ++i) {
      value[i] = MixedAt(packed, stream, place, i, lane);
    }
  }
  return is_rotation ? FinishedRotation(stream, lane, value) : value;
}

void SamplePacked(const SkeletonView& skeleton, const PackedClipView& clip, double time_s,
                  PoseView pose) {
  CopyTransforms(skeleton.rest(), pose);
  if (clip.form() == ClipForm::kExact)
    return SampleExactly(ExactTracks(clip.bytes()), time_s, pose);
  const PackedView packed = ViewOfPacked(clip.bytes().data());
  const std::uint32_t knot = KnotAt(packed, time_s);
  const std::uint32_t joint_streams = packed.header->joint_stream_count;
  const std::uint32_t count = joint_streams + packed.header->morph_stream_count;
  for (std::uint32_t i = 0; i < count; ++i) {
    const PackedStream& stream = packed.streams[i];
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      const std::uint32_t target = stream.block * kBlockSize + lane;
      if (i >= joint_streams) {
        if ((stream.written_lanes >> lane & 1) == 0 || pose.morphs.empty()) continue;
        pose.morphs[target] = PackedValue(packed, stream, lane, knot, time_s)[0];
        continue;
      }
      if (target >= skeleton.joint_count()) break;
      Transform joint = pose.joint(target);
      StoreValue(PackedValue(packed, stream, lane, knot, time_s),
                 static_cast<Property>(stream.property), joint);
      pose.set_joint(target, joint);
    }
  }
}

}  // namespace sinew::spec

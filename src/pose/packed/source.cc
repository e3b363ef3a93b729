// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/source.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/arithmetic.h"

namespace sinew::packing {

std::array<float, 4> Source::At(const StreamSource& stream, std::uint32_t grid,
                                std::uint32_t lane) const {
  if (stream.property == Property::kMorphWeights) {
    const std::uint32_t slot = stream.block * kBlockSize + lane;
    return {slot < morph_count ? morphs[std::size_t{grid} * morph_count + slot] : 0.0f};
  }
  const Transform t = TransformAt(poses[std::size_t{grid} * block_count + stream.block], lane);
  switch (stream.property) {
    case Property::kTranslation:
      return {t.translation.x, t.translation.y, t.translation.z};
    case Property::kRotation:
      return {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
    default:
      return {t.scale.x, t.scale.y, t.scale.z};
  }
}

float Displacement(const Source& source, const StreamSource& stream, std::uint32_t lane,
                   const std::array<float, 4>& a, const std::array<float, 4>& b) {
  float sign = 1.0f;
  if (stream.property == Property::kRotation &&
      a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0f) {
    sign = -1.0f;
  }
  float squared = 0.0f;
  for (std::uint32_t i = 0; i < stream.width(); ++i) {
    const float difference = a[i] - sign * b[i];
    squared = squared + difference * difference;
  }
  const float distance = std::sqrt(squared);
  if (stream.property == Property::kMorphWeights) return distance * source.morph_scale;
  const Reach& reach = source.reach[std::size_t{stream.block} * kBlockSize + lane];
  switch (stream.property) {
    case Property::kTranslation:
      return distance * reach.of_translation;
    case Property::kRotation:
      return 2.0f * distance * reach.of_turn;  // |a - b| is the sine of half the angle, nearly.
    default:
      return distance * reach.of_turn;
  }
}

namespace {

// What a property of a joint does, or a morph slot.
enum class Motion : std::uint8_t { kRest, kConstant, kMoving };

// Whether lane `lane` of a stream varies over the samples so far, or differs from rest.
Motion MotionOf(const Source& source, const StreamSource& stream, std::uint32_t lane, float still) {
  const std::array<float, 4> first = source.At(stream, 0, lane);
  for (std::uint32_t grid = 1; grid < source.grid_count(); ++grid) {
    if (Displacement(source, stream, lane, first, source.At(stream, grid, lane)) > still) {
      return Motion::kMoving;
    }
  }
  if (stream.property == Property::kMorphWeights) return Motion::kConstant;
  const Transform& rest = source.skeleton.rest()[std::size_t{stream.block} * kBlockSize + lane];
  std::array<float, 4> at_rest{rest.translation.x, rest.translation.y, rest.translation.z};
  if (stream.property == Property::kRotation) {
    at_rest = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  } else if (stream.property == Property::kScale) {
    at_rest = {rest.scale.x, rest.scale.y, rest.scale.z};
  }
  return Displacement(source, stream, lane, first, at_rest) > still ? Motion::kConstant
                                                                    : Motion::kRest;
}

// The order of Source::streams: joints before morphs, then by block and property.
using StreamOrder = std::tuple<bool, std::uint32_t, Property>;

StreamOrder OrderOf(std::uint32_t block, Property property) {
  return {property == Property::kMorphWeights, block, property};
}

// Sorts every lane that a track writes into moving, constant and at rest, by the samples at keys
// and half-way between them.
void FindStreams(Source& source, float still) {
  std::map<StreamOrder, StreamSource> streams;
  for (const TrackRange& track : source.clip.track_ranges()) {
    const bool is_morph = track.property == Property::kMorphWeights;
    for (std::uint32_t i = 0; i < (is_morph ? track.width : 1u); ++i) {
      const std::uint32_t target = track.target + i;
      const std::uint32_t block = target / kBlockSize;
      StreamSource& stream = streams[OrderOf(block, track.property)];
      stream.block = block;
      stream.property = track.property;
      const std::uint32_t lane = target % kBlockSize;
      const auto bit = static_cast<std::uint8_t>(1u << lane);
      const Motion motion = MotionOf(source, stream, lane, still);
      if (motion == Motion::kMoving) stream.moving_lanes |= bit;
      if (motion != Motion::kRest) stream.written_lanes |= bit;
    }
  }
  source.streams.reserve(streams.size());
  for (auto& [order, stream] : streams) {
    if (stream.written_lanes != 0) source.streams.push_back(std::move(stream));
  }
}

// Marks the two knots of every jump in the streams that jump.
void FindJumps(Source& source) {
  for (const TrackRange& track : source.clip.track_ranges()) {
    if (track.interpolation != Interpolation::kStep || track.key_count < 2) continue;
    const std::span<const float> times =
        std::span(source.clip.parts().times).subspan(track.first_time + 1, track.key_count - 1);
    const bool is_morph = track.property == Property::kMorphWeights;
    const std::uint32_t last = track.target + (is_morph ? track.width - 1 : 0u);
    auto stream = std::lower_bound(source.streams.begin(), source.streams.end(),
                                   OrderOf(track.target / kBlockSize, track.property),
                                   [](const StreamSource& each, const StreamOrder& order) {
                                     return OrderOf(each.block, each.property) < order;
                                   });
    // Those of the blocks after it lie next to it if they are of morphs.
    for (; stream != source.streams.end() && stream->property == track.property &&
           stream->block <= last / kBlockSize;
         ++stream) {
      stream->must_keep.resize(source.knots.size());
      for (const float time_s : times) {
        const auto after = std::upper_bound(source.knots.begin(), source.knots.end(), time_s);
        const auto knot = static_cast<std::size_t>(after - source.knots.begin()) - 1;
        if (knot > 0) stream->must_keep[knot - 1] = stream->must_keep[knot] = true;
      }
    }
  }
}

}  // namespace

Source ReadSource(const Skeleton& skeleton, const Clip& clip, std::span<const Moment> keys,
                  const SourceOptions& options) {
  Source source{.skeleton = skeleton, .clip = clip};
  source.block_count = static_cast<std::uint32_t>(BlockCount(skeleton.joint_count()));
  source.morph_count = clip.morph_bound();
  source.morph_scale = options.error_bound / options.morph_error;
  SampleGrid(keys, source);
  source.reach = FindReach(source, options.point_distance);
  FindStreams(source, options.error_bound * options.still_share);
  const std::vector<Moment> moments =
      Refined(keys, options.error_bound * options.refine_share, options.most_knots, source);
  if (moments.size() != keys.size()) SampleGrid(moments, source);
  FindJumps(source);
  return source;
}

}  // namespace sinew::packing

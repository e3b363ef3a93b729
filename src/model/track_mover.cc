// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/track_mover.h"

#include <utility>

namespace sinew::model {

TrackMover::TrackMover(const Clip& source)
    : source_(source), times_(source.parts().times), values_(source.parts().values) {}

void TrackMover::Move(std::uint32_t track, std::uint32_t target) {
  TrackRange range = source_.track_ranges()[track];
  range.target = target;
  range.first_time = times_.Copy(range.first_time, range.key_count);
  range.first_value = values_.Copy(range.first_value, source_.track(track).values.size());
  tracks_.push_back(range);
}

void TrackMover::MoveColumns(std::uint32_t track, std::uint32_t target,
                             std::span<const std::uint32_t> columns) {
  TrackRange range = source_.track_ranges()[track];
  const std::span<const float> values = source_.track(track).values;
  std::vector<float> moved;
  moved.reserve(values.size() / range.width * columns.size());
  for (std::size_t row = 0; row < values.size(); row += range.width) {
    for (const std::uint32_t column : columns) moved.push_back(values[row + column]);
  }
  range.target = target;
  range.width = static_cast<std::uint32_t>(columns.size());
  range.first_time = times_.Copy(range.first_time, range.key_count);
  range.first_value = values_.Append(moved);
  tracks_.push_back(range);
}

Result<Clip> TrackMover::Finish(std::optional<std::uint32_t> root_motion_joint) && {
  Clip::Parts parts;
  parts.name = source_.name();
  parts.duration_s = source_.duration_s();
  parts.events = source_.parts().events;
  parts.root_motion_joint = root_motion_joint;
  parts.times = std::move(times_).Take();
  parts.values = std::move(values_).Take();
  parts.tracks = std::move(tracks_);
  return Clip::Create(std::move(parts));
}

}  // namespace sinew::model

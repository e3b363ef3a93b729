// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Makes a clip of some of another's tracks, with other targets. Keys that tracks shared stay
// shared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/range_copier.h"
#include "sinew/clip.h"

namespace sinew::model {

class TrackMover {
 public:
  // `source` must outlive it.
  explicit TrackMover(const Clip& source);

  // A track as it is, to another joint or run of morph slots.
  void Move(std::uint32_t track, std::uint32_t target);

  // Some columns of a track of morph weights: slot `target + i` gets what column columns[i] was.
  void MoveColumns(std::uint32_t track, std::uint32_t target,
                   std::span<const std::uint32_t> columns);

  // Name, duration and events are the source's.
  Result<Clip> Finish(std::optional<std::uint32_t> root_motion_joint) &&;

 private:
  const Clip& source_;
  RangeCopier times_, values_;
  std::vector<TrackRange> tracks_;
};

}  // namespace sinew::model

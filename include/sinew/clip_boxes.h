// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The box of a whole model over a whole clip: the boxes of its meshes (bounds.h) as they hang on
// its joints, swept through the clip (clip_bounds.h). What `inspect` shows and a runtime file
// holds.
//
//   Promise  that of SweepClip: no vertex that linear blend moves leaves the box, at any moment.
//   Memory   offline: allocates.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/bounds.h"
#include "sinew/clip_bounds.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

class ClipBoxes {
 public:
  // Borrows the model.
  explicit ClipBoxes(const Model& model);
  ClipBoxes(const Model&&) = delete;

  // How many boxes there are at most; meshes that hang alike several times count once.
  std::uint64_t box_count() const { return box_count_; }
  // What a clip of so many tracks costs at least, in the unit of SweepOptions::most_work.
  std::uint64_t LeastWork(const Clip& clip) const;
  // As wide as the clip's morph weights make them, where those may be off by `morph_error`.
  Result<std::vector<CarriedBox>> Of(const Clip& clip, float morph_error = 0.0f) const;
  // The box of the clip, which is one of the model's.
  Result<ClipSweep> Sweep(const Clip& clip, const SweepOptions& options = {},
                          float morph_error = 0.0f) const;

 private:
  const Model& model_;
  std::vector<SkinBounds> bounds_;       // By mesh.
  std::vector<MeshInstance> instances_;  // Of those that hang alike, the first.
  std::uint64_t box_count_ = 0;
};

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The boxes of a model that hang on its joints, for the box of a whole clip.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sinew/bounds.h"
#include "sinew/clip_bounds.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

// Why a model cannot be posed, in words.
std::string NotPosable(Error error);

class JointBoxes {
 public:
  // Borrows the model.
  explicit JointBoxes(const Model& model);

  // How many boxes there are at most; meshes that hang alike several times count once.
  std::uint64_t box_count() const { return box_count_; }
  // What a clip of so many tracks costs at least, in the unit of SweepOptions::most_work.
  std::uint64_t MinWork(const Clip& clip) const;
  // As wide as the clip's morph weights make them. Fails where a number is not usable.
  Result<std::vector<CarriedBox>> Of(const Clip& clip) const;

 private:
  const Model& model_;
  std::vector<SkinBounds> bounds_;       // By mesh.
  std::vector<MeshInstance> instances_;  // Of those that hang alike, the first.
  std::uint64_t box_count_ = 0;
};

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The weights of another model, for a skin of ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rig/model_weights/gather_meshes.h"

namespace sinew::weights {

// Its skinned meshes under the skin that its first skinned instance has.
class TransferSource {
 public:
  // Fails ("/options/from") where there is none with weights. `other` must outlive it.
  static Result<TransferSource> Create(const Model& other);

  const Gathered& all() const { return all_; }

  struct Renamed {
    Influences influences{};
    std::vector<std::string> moved{};  // Joints whose weights one above them has.
  };
  // The influences with entries of `skin`: those of the joints with the same names. A joint without
  // a namesake gives its weights to the nearest above it that has one. Names that the file does not
  // have (a node's number stands for it) are none. Fails ("/options/from") where a joint that has
  // weights finds nobody.
  Result<Renamed> For(const Skeleton& skeleton, const Skin& skin) const;

 private:
  explicit TransferSource(const Model& other) : other_(&other) {}

  const Model* other_;
  std::uint32_t skin_ = 0;
  Gathered all_{};
  std::vector<bool> has_weight_{};  // By entry.
};

}  // namespace sinew::weights

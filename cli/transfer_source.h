// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The weights of another model, for a skin of ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gather_meshes.h"

namespace sinew::cli {

// Its skinned meshes under the skin that its first skinned instance has.
class TransferSource {
 public:
  // Throws CommandError (kUsage) where there is none with weights. `other` must outlive it.
  explicit TransferSource(const Model& other);

  const Gathered& all() const { return all_; }

  struct Renamed {
    Influences influences{};
    std::vector<std::string> moved{};  // Joints whose weights one above them has.
  };
  // The influences with entries of `skin`: those of the joints with the same names. A joint without
  // a namesake gives its weights to the nearest above it that has one. Names that the file does not
  // have (a node's number stands for it) are none. Throws CommandError (kUsage) where a joint that
  // has weights finds nobody.
  Renamed For(const Skeleton& skeleton, const Skin& skin) const;

 private:
  const Model& other_;
  std::uint32_t skin_ = 0;
  Gathered all_{};
  std::vector<bool> has_weight_{};  // By entry.
};

}  // namespace sinew::cli

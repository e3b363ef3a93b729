// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Compares the way that a game plays (AssetPose, on the chosen instruction set) with the scalar
// specifications, bit for bit: how `sinew hash` knows that the hash is not a mistake of this
// machine's kernels, or of what calls them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "scene_walk.h"
#include "sinew/dual_quaternion.h"
#include "spec_walk.h"

namespace sinew::cli {

class KernelCheck {
 public:
  // Borrows both. The specification's scene is of the loaded asset's model.
  KernelCheck(const LoadedAsset& loaded, const SpecScene& by_spec);

  // Of the moment that the specification's scene is posed at, by `clip` where that is not null.
  // What differs first, in words; empty where nothing does.
  std::string ComparePose(const ClipView* clip, double time_s);
  // Of the vertices that the specification gave for one primitive of an instance (by its place in
  // file order).
  std::string CompareVertices(std::size_t instance, std::size_t primitive,
                              const PosedPrimitive& vertices);

 private:
  std::string CompareOtherWays(std::size_t instance, std::size_t primitive);
  Error Pose(PosedScene& scene) const;

  const LoadedAsset& loaded_;
  const SpecScene& by_spec_;
  PosedScene fast_;
  const ClipView* clip_ = nullptr;  // Of the moment.
  double time_s_ = 0.0;
  bool dual_is_posed_ = false;
  std::optional<PosedScene> dual_;  // By dual quaternions; made when it is first needed.
  std::vector<DualJoint> dual_palette_;
  // Mesh, primitive, whether under a skin: whose other ways were compared already.
  std::set<std::tuple<std::uint32_t, std::size_t, bool>> seen_;
  PosedPrimitive vertices_;
};

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Compares the way that a game plays (AssetPose, on the chosen instruction set) with the scalar
// specifications, bit for bit: a hash that was computed here is then not a mistake of this
// machine's kernels, or of what calls them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "compare/spec_scene.h"
#include "sinew/dual_quaternion.h"
#include "sinew/posed_scene.h"

namespace sinew {

class KernelCheck {
 public:
  // Borrows the specification's scene, which is of the asset's model.
  KernelCheck(const Asset& asset, const SpecScene& by_spec);

  // Both compare with the specification's scene. They return the first error of a job; `different`
  // says in words what has other bits, and is left alone where nothing has.

  // The moment that it is posed at, by `clip` where that is not null.
  Error ComparePose(const ClipView* clip, double time_s, std::string& different);
  // The vertices that it gave for a primitive of an instance (by its place in file order).
  Error CompareVertices(std::size_t instance, std::size_t primitive, const PosedPrimitive& vertices,
                        std::string& different);

 private:
  Error CompareOtherWays(std::size_t instance, std::size_t primitive, std::string& different);
  Error CompareWay(const PosedScene& scene, std::size_t instance, std::size_t primitive,
                   NormalRule rule, std::span<const DualJoint> dual_palette,
                   std::string& different);
  Error Pose(PosedScene& scene) const;

  const SpecScene& by_spec_;
  PosedScene fast_;
  const ClipView* clip_ = nullptr;  // Of the moment.
  double time_s_ = 0.0;
  bool dual_is_posed_ = false;
  std::optional<PosedScene> dual_;  // By dual quaternions; made when it is first needed.
  std::vector<DualJoint> dual_palette_;
  // Mesh, primitive, whether under a skin: whose other ways were compared already.
  std::set<std::tuple<std::uint32_t, std::size_t, bool>> seen_;
  PosedPrimitive vertices_, by_spec_vertices_;
};

}  // namespace sinew

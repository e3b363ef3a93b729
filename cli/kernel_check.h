// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Holds what the chosen kernels make of a moment against the scalar specifications, bit for bit:
// how `sinew hash` knows that the hash is not a mistake of this machine's instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scene_walk.h"
#include "sinew/dual_quaternion.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/skinned_mesh.h"

namespace sinew::cli {

class KernelCheck {
 public:
  explicit KernelCheck(const PosedScene& scene);

  // Of the moment that the scene is posed at, by `clip` where that is not null (exact clips are
  // sampled by their specification anyway). What differs first, in words; empty where nothing does.
  std::string ComparePose(const PackedClip* clip, double time_s);
  // Of the vertices that the specification, spec::Skin, gave for one primitive.
  std::string CompareVertices(const PosedInstance& posed, std::size_t primitive,
                              const PosedPrimitive& vertices);

 private:
  const PosedScene& scene_;
  Pose pose_;
  std::vector<Affine> matrices_;
  std::vector<DualJoint> dual_palette_;
  std::map<std::pair<std::uint32_t, std::size_t>, SkinnedMesh> meshes_;  // By mesh and primitive.
  PosedPrimitive vertices_;
};

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "bounds.h"

#include <algorithm>
#include <cmath>

#include "text/pick_clip.h"

namespace sinew::cli {

void Bounds::Add(const Vec3& point) {
  min = {std::min(min.x, point.x), std::min(min.y, point.y), std::min(min.z, point.z)};
  max = {std::max(max.x, point.x), std::max(max.y, point.y), std::max(max.z, point.z)};
}

void Bounds::Add(const std::optional<Bounds>& other) {
  if (!other) return;
  Add(other->min);
  Add(other->max);
}

std::optional<Bounds> VertexBounds(const PosedScene& scene, PosedPrimitive& scratch) {
  std::optional<Bounds> bounds;
  for (const PosedInstance& posed : scene.instances()) {
    for (std::size_t p = 0; p < posed.primitives.size(); ++p) {
      Require(scene.SkinPrimitive(posed, p, scratch));
      for (const Vec3& position : scratch.positions) {
        if (!bounds) bounds = Bounds{position, position};
        bounds->Add(position);
      }
    }
  }
  return bounds;
}

float RestSize(const LoadedAsset& loaded) {
  PosedScene scene(loaded);
  Require(scene.PoseAtRest());
  PosedPrimitive scratch;
  std::optional<Bounds> bounds = VertexBounds(scene, scratch);
  if (!bounds) {
    for (const Affine& joint : scene.model_from_joint()) {
      const Vec3 place{joint.m[0][3], joint.m[1][3], joint.m[2][3]};
      if (!bounds) bounds = Bounds{place, place};
      bounds->Add(place);
    }
  }
  if (!bounds) return 0.0f;
  const float x = bounds->max.x - bounds->min.x, y = bounds->max.y - bounds->min.y;
  const float z = bounds->max.z - bounds->min.z;
  return std::sqrt(x * x + y * y + z * z);
}

}  // namespace sinew::cli

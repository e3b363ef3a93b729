// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The box around what a model shows.
#pragma once

#include <optional>

#include "scene_walk.h"
#include "sinew/math.h"

namespace sinew::cli {

struct Bounds {
  Vec3 min, max;
  void Add(const Vec3& point);
  void Add(const std::optional<Bounds>& other);
};

// Around all vertices of the moment that the scene is posed at; nothing where there are none.
// `scratch` is reused from call to call.
std::optional<Bounds> VertexBounds(const PosedScene& scene, PosedPrimitive& scratch);

// How large a model is at rest: the diagonal of the box around its vertices, or around its joints
// where it has no vertices.
float RestSize(const LoadedAsset& loaded);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A posed scene as a model that no longer moves.
#pragma once

#include "scene_walk.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew::cli {

// Every instance becomes a mesh of its own at a root node of its node's name, vertices where the
// pose put them; no skins, morphs or clips. Materials, textures and images are kept. Instances that
// were mirrored get their triangles turned, so that they still face outward.
// Fails where a vertex is not where a model may hold it.
Result<Model> FreezeScene(const PosedScene& scene);

// What the frozen meshes will take, before any of it is made.
double FrozenBytes(const Model& model);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which skin entries move a mesh's vertices, and where those are: found once per mesh, so that
// nothing later takes time in proportion to vertices times instances.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/box.h"
#include "sinew/mesh.h"
#include "sinew/skeleton.h"

namespace sinew::model {

struct MeshUses {
  struct Entry {
    std::uint32_t entry = 0;
    std::uint64_t influence_count = 0;
    Box box{};  // Of the vertices that it moves.
  };
  std::vector<Entry> entries{};   // That move vertices, ascending.
  std::uint64_t rigid_count = 0;  // Vertices that follow the joint of the instance.
  Box rigid_box{};
};

// Without a skin all vertices are rigid; with one, those of primitives without influences.
MeshUses UsesOf(const Mesh& mesh, bool has_skin);

// model_from_joint at rest, one per joint. May overflow where the rest pose is absurd.
std::vector<Affine> RestMatrices(const Skeleton& skeleton);

// How far apart two matrices put a point of the box, at most; 0 where it is empty, kLargest where
// they put it out of range.
float FarthestApart(const Affine& a, const Affine& b, const Box& box);

}  // namespace sinew::model

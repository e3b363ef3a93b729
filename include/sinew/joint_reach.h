// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How far from its joints a model's vertices stand: what makes the bound of a packed clip one of
// vertices.
//
//   Space    of each joint its own; in the asset's unit, as large as it is there.
//   Why      linear blend puts a vertex between the places that its joints give it alone. So it is
//            off by no more than the worst of those, and a clip that keeps its bound for every
//            point within a joint's reach keeps it for the vertices:
//              const std::vector<float> reach = JointReach(model);
//              PackedClip::Create(model.skeleton(), clip, {.joint_point_distance = reach});
//   Morphs   count as far as the rest weights and the clips of the model take them, each for
//            itself. That packed morph weights are off too (PackOptions::morph_error) comes on top.
//   Memory   offline: allocates of the order of joints and morph slots.
#pragma once

#include <vector>

#include "sinew/model.h"

namespace sinew {

// One a joint: the distance of the farthest vertex that it moves, alone or with others, through
// any skin, or as the node that carries a mesh without one. 0 where it moves none. At most 1e18.
std::vector<float> JointReach(const Model& model);

}  // namespace sinew

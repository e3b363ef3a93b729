// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A character of our own, made by code when it is asked for: a person in a T-shirt, with a
// skeleton, a skin and clips to try everything on.
//
//   Size     1.75 m tall. Y is up, it looks along +Z, its left is at +X (glTF). Feet at y = 0.
//   Joints   root, hips, spine, chest, neck, head; shoulder, upper_arm, lower_arm, hand, fingers,
//            upper_leg, lower_leg, foot, toe, each with _l and _r. None is turned at rest:
//            rotations of clips are about the model's axes. A node "character" carries the mesh.
//   Rest     arms hang at about 42 degrees (an A-pose); the mesh is bound there.
//   Mesh     one closed surface, exactly mirror-symmetric; vertices are split only where colours or
//            texture coordinates change, and split ones have the same place, normal and weights.
//            Weights are HeatWeights of weights.h, at most four a vertex. Colours are at the
//            vertices; a small texture, which multiplies them, has the stripes of the shirt.
//   Clips    idle, walk, run (these repeat), wave, jump, turn (these begin and end standing as idle
//            does). root carries the root motion and is each clip's root_motion_joint; the events
//            "left_foot" and "right_foot" tell when a foot comes down. WriteGlb keeps both.
//   Bits     the same on every machine.
//   Memory   offline: allocates, and takes about a second.
#pragma once

#include <cstdint>
#include <functional>

#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

struct CharacterOptions {
  bool clips = true;                 // Else the model has none.
  std::uint32_t max_influences = 4;  // Of a vertex; 0: any number.
  // How much is made, from 0 up to 1. Called now and then, from within.
  std::function<void(float share)> progress{};
};

Result<Model> MakeCharacter(const CharacterOptions& options = {});

// A small rig: a cylinder 3 high with four joints above one another, and the clips "bend" (2 s,
// linear, ends as it starts) and "twist" (1.5 s, a cubic and a step track).
Result<Model> MakeCylinder();
inline constexpr std::uint32_t kCylinderTip = 4;  // The joint at its end.

}  // namespace sinew

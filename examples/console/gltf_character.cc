// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A character from a glTF file, as constants in the game's source: the game samples a clip, walks
// the hierarchy and draws two instances with one set of bones. The constants are made by
//   sinew export character.glb --lang cpp --prefix hero --all hero
//
// Prints:
//   frame 30: 23 bones uploaded
//     mesh 1, bound, bones  0 to 23: x -0.25 to  0.26, y  0.00 to  1.72
//     mesh 1, bound, bones  0 to 23: x  4.75 to  5.26, y  0.00 to  1.72
//   frame 60: 23 bones uploaded
//     mesh 1, bound, bones  0 to 23: x -0.26 to  0.25, y  0.00 to  1.72
//     mesh 1, bound, bones  0 to 23: x  4.74 to  5.25, y  0.00 to  1.72
#include <array>
#include <cstdio>

#include "draw_list.h"
#include "hero/character.hpp"
#include "hero/walk.hpp"
#include "keyframes.h"
#include "sinew/device.h"

namespace {

using namespace sinew;
using namespace console_examples;

// The game's memory: rolling back is copying it.
struct Game {
  std::uint32_t mesh = 0, skeleton = 0;
  std::array<Affine, hero::BONE_COUNT> local{}, model{};
  float time_s = 0.0f;
};

void Init(Game& game, Device& device) {
  game.mesh = device.LoadMeshIndexedPacked(hero::VERTICES, hero::VERTEX_COUNT, hero::INDICES,
                                           hero::VERTEX_FORMAT);
  game.skeleton = device.LoadSkeleton(hero::INVERSE_BIND_MATRICES, hero::BONE_COUNT);
}

void Update(Game& game) {
  game.time_s += 1.0f / 60.0f;
  while (game.time_s >= hero::walk::ANIMATION_DURATION) {
    game.time_s -= hero::walk::ANIMATION_DURATION;
  }
  SampleClip({hero::walk::KEYFRAME_TIMES, hero::walk::KEYFRAMES_TRS}, game.time_s, game.local);
  WalkHierarchy(hero::BONE_PARENTS, game.local, game.model);
}

void Render(const Game& game, Device& device) {
  device.BeginFrame();
  device.BindSkeleton(game.skeleton);
  if (device.SetBones(game.model) != Error::kNone) return;
  device.TransformIdentity();
  device.DrawMesh(game.mesh);
  device.TransformSetPosition(5, 0, 0);  // The same bones again.
  device.DrawMesh(game.mesh);
}

}  // namespace

int main() {
  Device device({.log = {.function = &PrintMessage}});
  Game game;
  Init(game, device);
  for (int frame = 0; frame < 60; ++frame) {
    Update(game);
    Render(game, device);
    if (frame % 30 != 29) continue;
    std::printf("frame %d: %zu bones uploaded\n", frame + 1, device.bones().size());
    PrintDraws(device);
  }
}

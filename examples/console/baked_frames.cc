// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Frames computed at export time, as fighting games have them: final matrices in raw mode, without
// a skeleton. Beside it the same clip in bound mode: the vertices are the same but for rounding.
// The frames are made by
//   sinew export clip character.glb --clip run --bake --lang cpp --prefix attack -o attack.hpp
//
// Prints:
//   21 frames, 6879 vertices: raw and bound mode differ by less than 0.00001 m
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "attack.hpp"
#include "draw_list.h"
#include "hero/character.hpp"
#include "hero/run.hpp"
#include "keyframes.h"
#include "sinew/device.h"

using namespace sinew;
using namespace console_examples;

int main() {
  Device device({.log = {.function = &PrintMessage}});
  const std::uint32_t mesh = device.LoadMeshIndexedPacked(hero::VERTICES, hero::VERTEX_COUNT,
                                                          hero::INDICES, hero::VERTEX_FORMAT);
  const std::uint32_t skeleton = device.LoadSkeleton(hero::INVERSE_BIND_MATRICES, hero::BONE_COUNT);
  float largest = 0.0f;
  for (std::uint32_t frame = 0; frame < attack::ANIMATION_FRAME_COUNT; ++frame) {
    device.BeginFrame();
    device.BindSkeleton(0);
    device.SetBones(std::span(&attack::FRAMES[frame][0][0], 12 * hero::BONE_COUNT),
                    hero::BONE_COUNT);
    device.DrawMesh(mesh);

    std::array<Affine, hero::BONE_COUNT> local, model;
    SampleClip({hero::run::KEYFRAME_TIMES, hero::run::KEYFRAMES_TRS},
               hero::run::KEYFRAME_TIMES[frame], local);
    WalkHierarchy(hero::BONE_PARENTS, local, model);
    device.BindSkeleton(skeleton);
    if (device.SetBones(model) != Error::kNone) return 1;
    device.DrawMesh(mesh);

    const std::vector<Vec3> raw = VerticesOf(device, device.draws()[0]);
    const std::vector<Vec3> bound = VerticesOf(device, device.draws()[1]);
    for (std::size_t v = 0; v < raw.size(); ++v) {
      largest = std::max({largest, std::abs(raw[v].x - bound[v].x), std::abs(raw[v].y - bound[v].y),
                          std::abs(raw[v].z - bound[v].z)});
    }
  }
  std::printf("%u frames, %u vertices: raw and bound mode differ by less than %s\n",
              attack::ANIMATION_FRAME_COUNT, hero::VERTEX_COUNT,
              largest < 1e-5f ? "0.00001 m" : "PROMISED");
}

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Two characters with different skeletons and a static prop in one frame. Every draw keeps the
// skeleton and the bones that it was made with.
//
// Prints:
//     mesh 1, bound, bones  0 to 23: x -0.29 to  0.30, y  0.00 to  1.75
//     mesh 2, bound, bones 23 to 27: x  2.64 to  4.38, y  0.00 to  2.86
//     mesh 3, raw  , bones  0 to  0: x -3.00 to -1.00, y  0.00 to  0.00
#include <array>

#include "draw_list.h"
#include "hero/character.hpp"
#include "hero/idle.hpp"
#include "keyframes.h"
#include "post/bend.hpp"
#include "post/character.hpp"
#include "sinew/device.h"

namespace {

using namespace sinew;
using namespace console_examples;

// A square on the ground: nine floats per triangle, format 0.
constexpr float kGround[18] = {-1, 0, -1, 1, 0, 1, 1, 0, -1, -1, 0, -1, -1, 0, 1, 1, 0, 1};

}  // namespace

int main() {
  Device device({.log = {.function = &PrintMessage}});
  const std::uint32_t hero_mesh = device.LoadMeshIndexedPacked(hero::VERTICES, hero::VERTEX_COUNT,
                                                               hero::INDICES, hero::VERTEX_FORMAT);
  const std::uint32_t post_mesh = device.LoadMeshIndexedPacked(post::VERTICES, post::VERTEX_COUNT,
                                                               post::INDICES, post::VERTEX_FORMAT);
  const std::uint32_t ground = device.LoadMesh(kGround, 6, 0);
  const std::uint32_t hero_bones =
      device.LoadSkeleton(hero::INVERSE_BIND_MATRICES, hero::BONE_COUNT);
  const std::uint32_t post_bones =
      device.LoadSkeleton(post::INVERSE_BIND_MATRICES, post::BONE_COUNT);

  std::array<Affine, hero::BONE_COUNT> hero_local, hero_model;
  SampleClip({hero::idle::KEYFRAME_TIMES, hero::idle::KEYFRAMES_TRS}, 1.0f, hero_local);
  WalkHierarchy(hero::BONE_PARENTS, hero_local, hero_model);
  std::array<Affine, post::BONE_COUNT> post_local, post_model;
  SampleClip({post::bend::KEYFRAME_TIMES, post::bend::KEYFRAMES_TRS}, 0.5f, post_local);
  WalkHierarchy(post::BONE_PARENTS, post_local, post_model);

  device.BeginFrame();
  device.BindSkeleton(hero_bones);
  if (device.SetBones(hero_model) != Error::kNone) return 1;
  device.TransformSetPosition(0, 0, 0);
  device.DrawMesh(hero_mesh);

  device.BindSkeleton(post_bones);
  if (device.SetBones(post_model) != Error::kNone) return 1;
  device.TransformSetPosition(3, 0, 0);
  device.DrawMesh(post_mesh);

  device.BindSkeleton(0);  // The prop has no bones.
  device.TransformSetPosition(-2, 0, 0);
  device.DrawMesh(ground);
  PrintDraws(device);
}

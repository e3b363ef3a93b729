// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A small model for the tests here: a triangle on two bones.
//
//          2 (0, 2)      bones  root at y = 0, tip at y = 1, a child of root
//         / \            skin   vertices 0 and 1 follow root, vertex 2 follows tip
//        0---1           clips  "rise": tip goes up from y = 1 to y = 3 within 1 s
//   (-1, 0) (1, 0)              "drift": root goes along x from 0 to 4 within 0.5 s
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sinew/model.h"

namespace sinew {

inline Clip SlidingClip(std::string name, std::uint32_t joint, float duration_s, Vec3 from,
                        Vec3 to) {
  Clip::Parts clip{.name = std::move(name), .duration_s = duration_s};
  clip.tracks.push_back({.target = joint,
                         .property = Property::kTranslation,
                         .interpolation = Interpolation::kLinear,
                         .width = 3,
                         .first_time = 0,
                         .key_count = 2,
                         .first_value = 0});
  clip.times = {0.0f, duration_s};
  clip.values = {from.x, from.y, from.z, to.x, to.y, to.z};
  return Clip::Create(std::move(clip)).value();
}

struct TwoBonesOptions {
  float tip_x = 0.0f;  // Of the top vertex.
  std::uint32_t instance_count = 1;
};

inline Model TwoBones(const TwoBonesOptions& options = {}) {
  Transform one_up;
  one_up.translation = {0, 1, 0};
  Affine one_down;
  one_down.m[1][3] = -1.0f;
  Primitive triangle;
  triangle.positions = {{-1, 0, 0}, {1, 0, 0}, {options.tip_x, 2, 0}};
  triangle.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  triangle.influences = {.begins = {0, 1, 2, 3}, .list = {{0, 1.0f}, {0, 1.0f}, {1, 1.0f}}};
  triangle.material = 0;
  Model::Parts parts;
  parts.skeleton = Skeleton::Create({.parents = {kNoParent, 0},
                                     .rest = {Transform{}, one_up},
                                     .names = {"root", "tip"},
                                     .file_nodes = {0, 1}})
                       .value();
  parts.skins.push_back(
      Skin::Create({.name = "skin", .joints = {0, 1}, .inverse_bind = {Affine{}, one_down}}, 2)
          .value());
  parts.meshes.push_back(
      Mesh::Create({.name = "blade", .primitives = {std::move(triangle)}}).value());
  for (std::uint32_t i = 0; i < options.instance_count; ++i) {
    parts.instances.push_back({.joint = 0, .mesh = 0, .skin = 0});
  }
  parts.clips.push_back(SlidingClip("rise", 1, 1.0f, {0, 1, 0}, {0, 3, 0}));
  parts.clips.push_back(SlidingClip("drift", 0, 0.5f, {0, 0, 0}, {4, 0, 0}));
  parts.materials.push_back({.name = "steel"});
  return Model::Create(std::move(parts)).value();
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Small .js3d scenes, written the way Scotty3D writes them: half-edges in twinned pairs, arrays
// packed as base64 without padding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/math.h"

namespace sinew::testing {

// "uint32:AQAAAA", with its quotes; likewise of floats, vectors and flags.
std::string Packed(const std::vector<std::uint32_t>& values);
std::string PackedFloats(std::string_view type, const std::vector<float>& values);
std::string PackedFlags(const std::vector<bool>& flags);

// Polygons and their weights as a mesh object. Edges that only one face has get a boundary.
struct Js3dMesh {
  std::vector<Vec3> positions{};
  std::vector<std::vector<std::uint32_t>> faces{};
  std::vector<std::vector<std::pair<std::uint32_t, float>>> weights{};  // By vertex; may be empty.

  // Every corner's normal is +z and its texture coordinate the position's x and y.
  std::string Json() const;
};

// The sections of a file, as JSON text; quotes may be written as '.
struct Js3dText {
  std::string transforms = "{}";
  std::string meshes = "{}";
  std::string skinned_meshes = "{}";
  std::string textures = "{}";
  std::string materials = "{}";
  std::string mesh_instances = "{}";
  std::string skinned_instances = "{}";
  std::string more_scene{};  // ",'cameras':{...}"
  std::string splines = "{}";

  std::string Text() const;
};

// One unit square of one face, at z = 0.
Js3dMesh Square();

// Two bones up the y axis, one unit each, and a strip of two squares around them: vertices 0 and 1
// at y = 0 follow bone 0, 2 and 3 at y = 1 both, 4 and 5 at y = 2 bone 1.
Js3dMesh Strip();
std::string TwoBones(std::string_view pose_of_first = "[0,0,0]");
// The strip with its bones, shown once at the transform "place", at the origin.
Js3dText Arm(std::string_view pose_of_first = "[0,0,0]");

// A scene with a bit of everything that is read.
Js3dText EverythingJs3d();

}  // namespace sinew::testing

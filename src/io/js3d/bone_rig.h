// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones of the format, and what a skeleton needs of them (S14, S15).
//
//   Space   a bone's own space has the axes of model space at bind: bones only move there. In the
//           current pose it turns about the bone's rotation axes.
#pragma once

#include <vector>

#include "io/js3d/source.h"
#include "math/vec_double.h"
#include "sinew/bones.h"

namespace sinew::js3d {

// Angles beyond this many degrees are refused: nothing turns so far, and sine and cosine end there.
inline constexpr float kMostDegrees = 1e6f;

// Degrees to radians; the value is one of the angles above.
double RadiansOf(double degrees);

// A skeleton object. Parents that do not come before their bone and handles on bones that do not
// exist are mended as the program does it (S17).
bool ReadBoneRig(Source& source, json::Value skeleton, BoneRig& rig);

// The axes that a bone's pose turns about: y along the extent, x across it towards the model's x, z
// across both; roll turns x and z about y.
struct BoneAxes {
  scalar::Vec3D x, y, z;
};
BoneAxes AxesOf(const Bone& bone);

// First about x, then y, then z.
Quat TurnOf(const BoneAxes& axes, scalar::Vec3D radians);

// Where each bone begins at bind: its matrix there is this translation alone.
std::vector<scalar::Vec3D> BindOrigins(const BoneRig& rig);

}  // namespace sinew::js3d

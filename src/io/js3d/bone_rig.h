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
#include "math/bone_axes.h"
#include "sinew/bones.h"

namespace sinew::js3d {

// Angles beyond this many degrees are refused: nothing turns so far, and sine and cosine end there.
inline constexpr float kMostDegrees = 1e6f;

// Degrees to radians; the value is one of the angles above.
double RadiansOf(double degrees);

// A skeleton object. Parents that do not come before their bone and handles on bones that do not
// exist are mended as the program does it (S17).
bool ReadBoneRig(Source& source, json::Value skeleton, BoneRig& rig);

// What a bone's angles come to: of its pose, or of these about the axes of such a bone.
Quat TurnOf(const Bone& bone);
Quat TurnOf(const scalar::ThreeAxes& axes, scalar::Vec3D radians);

// Where each bone begins at bind: its matrix there is this translation alone.
std::vector<scalar::Vec3D> BindOrigins(const BoneRig& rig);

}  // namespace sinew::js3d

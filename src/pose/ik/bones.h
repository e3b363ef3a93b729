// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones with Euler angles, in double, as the gradient solver works on them.
#pragma once

#include <cstdint>
#include <span>

#include "math/vec_double.h"
#include "sinew/ik.h"

namespace sinew {

// Of an angle each, or columns of a matrix.
struct ThreeAxes {
  scalar::Vec3D x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
};

struct IkBoneState {
  ThreeAxes axes;        // Of its angles, in the parent's space (S15).
  scalar::Vec3D extent;  // In its own space.
  std::int32_t parent = kNoParent;
  scalar::Vec3D pose, tried;  // Angles: where the descent stands, and what the line search tries.
  scalar::Vec3D gradient;
  // Where Place put it, in model space.
  scalar::Vec3D base, tip;
  ThreeAxes model_from_bone;  // The rotation's columns.
  ThreeAxes turning;          // What each angle turns about.
};

// Everything but where it stands.
void SetUp(std::span<const IkBone> from, std::span<IkBoneState> bones);

// Puts all bones where the given angles say, parents first (S14).
void Place(scalar::Vec3D base, std::span<IkBoneState> bones, scalar::Vec3D IkBoneState::* angles);

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones with Euler angles, in double, as the gradient solver works on them.
#pragma once

#include <cstdint>
#include <span>

#include "math/bone_axes.h"
#include "sinew/ik.h"

namespace sinew {

struct IkBoneState {
  scalar::ThreeAxes axes;  // Of its angles, in the parent's space (S15).
  scalar::Vec3D extent;    // In its own space.
  std::int32_t parent = kNoParent;
  scalar::Vec3D pose, tried;  // Angles: where the descent stands, and what the line search tries.
  scalar::Vec3D gradient;
  // Where Place put it, in model space.
  scalar::Vec3D base, tip;
  scalar::ThreeAxes model_from_bone;  // The rotation's columns.
  scalar::ThreeAxes turning;          // What each angle turns about.
};

// Everything but where it stands.
void SetUp(std::span<const IkBone> from, std::span<IkBoneState> bones);

// Puts all bones where the given angles say, parents first (S14).
void Place(scalar::Vec3D base, std::span<IkBoneState> bones, scalar::Vec3D IkBoneState::* angles);

}  // namespace sinew

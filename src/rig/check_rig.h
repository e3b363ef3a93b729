// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The rules of a rig, one by one: CheckRig complains about them, MakeValid mends them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "sinew/bones.h"
#include "sinew/result.h"

namespace sinew::rig {

inline constexpr float kMostAngle = 1e6f;  // Sin and Cos are good to there.

static inline bool IsAngle(float angle) { return angle >= -kMostAngle && angle <= kMostAngle; }
static inline bool AreAngles(Vec3 angles) {
  return IsAngle(angles.x) && IsAngle(angles.y) && IsAngle(angles.z);
}

// Before the bone, or none.
static inline bool IsParent(std::int32_t parent, std::size_t bone) {
  return parent == kNoParent || (parent >= 0 && static_cast<std::size_t>(parent) < bone);
}

// One bone that would stand at an index, one handle on so many bones.
std::optional<Failure> CheckBone(const Bone& bone, std::size_t index);
std::optional<Failure> CheckHandle(const BoneHandle& handle, std::size_t index,
                                   std::size_t bone_count);

}  // namespace sinew::rig

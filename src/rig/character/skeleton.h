// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The character's skeleton and skin. The skin has an entry for every joint from the hips on, in
// order: root and the mesh's own node move no vertex.
#pragma once

#include <cstdint>

#include "rig/character/proportions.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"
#include "sinew/skin.h"

namespace sinew::character {

inline constexpr std::uint32_t kSkinSize = kJointCount - kHips;
inline constexpr std::uint32_t SkinEntry(Joint joint) { return joint - kHips; }

Result<Skeleton> MakeSkeleton();
Result<Skin> MakeSkin();

}  // namespace sinew::character

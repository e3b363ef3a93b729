// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The character's clips. Each is a motion of the puppet, recorded.
#pragma once

#include "sinew/clip.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace sinew::character {

inline constexpr const char* kLeftFootEvent = "left_foot";
inline constexpr const char* kRightFootEvent = "right_foot";

Result<Clip> MakeIdle(const Skeleton& skeleton);
Result<Clip> MakeWalk(const Skeleton& skeleton);
Result<Clip> MakeRun(const Skeleton& skeleton);
Result<Clip> MakeWave(const Skeleton& skeleton);
Result<Clip> MakeJump(const Skeleton& skeleton);
Result<Clip> MakeTurn(const Skeleton& skeleton);

}  // namespace sinew::character

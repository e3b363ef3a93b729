// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people type on the command line: which clip, which times; and what jobs answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew::cli {

// A clip by number or by name. A number is an index where there is a clip of that index. Where
// several clips have the name, the first is taken and stderr told. Throws CommandError (kUsage)
// with the names there are.
std::uint32_t PickClip(const Model& model, std::string_view wanted);

// "0,0.5,1.25" in seconds. Throws CommandError (kUsage) on anything that is not a finite number.
std::vector<double> ParseTimes(std::string_view text);

// Throws CommandError where a job on a loaded model failed.
void Require(Error error);

// Clips so long that a walk over them would not end (a stray key at 1e9 s) are refused by name.
inline constexpr float kLongestWalk_s = 24 * 3600.0f;
void RequireWalkable(const Model& model);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A small rig made in code: a cylinder that bends and twists. An example of how a program builds a
// Model, and the input of `sinew demo --rig cylinder`.
//
//     y = 3  o tip      an end, no vertex hangs on it
//     y = 2  o upper
//     y = 1  o middle
//     y = 0  o base     and, beside it, the node "cylinder" that carries the mesh
#pragma once

#include <cstdint>

#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew::cli {

// The tip's joint in the demo rig.
inline constexpr std::uint32_t kDemoTip = 4;

// Clips: "bend" (2 s, linear, ends as it starts) and "twist" (1.5 s, a cubic and a step track).
Result<Model> MakeDemoRig();

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The character's texture: stripes on its shirt, white elsewhere. It multiplies the vertex colours.
#pragma once

#include <cstddef>
#include <vector>

namespace sinew::character {

// A PNG of 128 by 128 pixels in two colours, 2 KB.
std::vector<std::byte> MakeTexture();

}  // namespace sinew::character

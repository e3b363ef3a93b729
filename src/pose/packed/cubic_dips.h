// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A cubic rotation is made unit after it is interpolated. Where it comes near zero on its way it
// turns fast, in a moment that samples taken at regular steps may miss altogether.
#pragma once

#include <vector>

#include "sinew/clip.h"

namespace sinew::packing {

// Appends the moments between the keys of a cubic rotation track at which it is shortest, where it
// is a good deal shorter than at the keys around.
void AddDips(const Track& track, std::vector<float>& times_s);

}  // namespace sinew::packing

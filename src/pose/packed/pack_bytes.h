// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What packing a clip holds in memory, counted before it begins. It is the most: every channel
// moves, and nothing can be left out.
#pragma once

#include <cstdint>

#include "sinew/clip.h"
#include "sinew/skeleton.h"

namespace sinew::packing {

// For each knot.
std::uint64_t BytesOfKnot(const Skeleton& skeleton, const Clip& clip);

// Beside the knots, however many there are: for joints, streams and tracks; and for keys, which
// takes a part of the former to find out.
std::uint64_t BytesOfChannels(const Skeleton& skeleton, const Clip& clip);
std::uint64_t BytesOfKeys(const Clip& clip);

}  // namespace sinew::packing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The part of the specifications that knows how packed clips lie in memory.
#pragma once

#include <array>
#include <cstdint>

#include "pose/packed/layout.h"
#include "sinew/specification.h"

namespace sinew::spec {

// What one lane of a packed stream is at a time, between `knot` (KnotAt) and the next. Of the four
// numbers as many count as the property has.
std::array<float, 4> PackedValue(const PackedView& packed, const PackedStream& stream,
                                 std::uint32_t lane, std::uint32_t knot, double time_s);

}  // namespace sinew::spec

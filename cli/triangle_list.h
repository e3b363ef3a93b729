// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/mesh.h"

namespace sinew::cli {

// The triangles of a primitive, three corners each, whether it is a list, a strip or a fan. None
// where it is points or lines.
std::vector<std::uint32_t> TriangleListOf(const Primitive& primitive);

}  // namespace sinew::cli

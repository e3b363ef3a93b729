// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The triangle codec, versions 0 and 1: a byte per triangle, which mostly names an edge that was
// seen lately and a new or recent vertex.
//
//   first byte | one code per triangle | numbers that codes ask for | table of 16 frequent codes
#pragma once

#include <optional>

#include "sinew/gltf.h"
#include "sinew/result.h"

namespace sinew::meshopt {

// Shapes are checked already: whole triangles, a stride of 2 or 4, the target of their size.
std::optional<Failure> DecodeTriangles(const MeshoptRequest& request);

}  // namespace sinew::meshopt

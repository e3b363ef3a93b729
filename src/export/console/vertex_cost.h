// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How far packed vertices are from those they were made of.
#pragma once

#include <cstddef>
#include <span>

#include "sinew/console_export.h"
#include "sinew/mesh.h"

namespace sinew::console {

// `bytes` are those of EncodeVerticesJob for this primitive and format.
VertexCost MeasureVertices(const Primitive& primitive, const VertexFormat& format,
                           std::span<const std::byte> bytes);

}  // namespace sinew::console

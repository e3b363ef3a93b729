// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which accessor formats an attribute may have.
#pragma once

#include "io/gltf/document.h"
#include "io/gltf/semantics.h"

namespace sinew::gltf {

// Custom attributes have none, nor have names that glTF does not know.
bool HasFormatRule(Semantic semantic, bool morph);

// By the specification; `quantized`: and KHR_mesh_quantization.
bool IsAllowedFormat(Semantic semantic, const Accessor& accessor, bool morph, bool quantized);

// Not allowed, perhaps, but there is no doubt what is meant: quantised without the extension, or
// with a flag where it says nothing.
bool IsReadableFormat(Semantic semantic, const Accessor& accessor, bool morph);

}  // namespace sinew::gltf

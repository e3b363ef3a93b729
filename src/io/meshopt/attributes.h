// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The attribute codec, versions 0 and 1: elements of `stride_bytes` bytes, in blocks of up to 256.
//
//   first byte | block, block ... | padding | first element's base | modes of channels (version 1)
#pragma once

#include <optional>

#include "sinew/gltf.h"
#include "sinew/isa.h"
#include "sinew/result.h"

namespace sinew::meshopt {

// Shapes are checked already: the stride is a multiple of 4 up to 256, the target of their size.
std::optional<Failure> DecodeAttributes(Isa isa, const MeshoptRequest& request);

}  // namespace sinew::meshopt

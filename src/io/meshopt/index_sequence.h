// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The index sequence codec: any indices, as differences from one of two earlier ones.
//
//   first byte | one number per index | 4 bytes of padding
#pragma once

#include <optional>

#include "sinew/gltf.h"
#include "sinew/result.h"

namespace sinew::meshopt {

// Shapes are checked already: the stride is 2 or 4, the target of their size.
std::optional<Failure> DecodeIndexSequence(const MeshoptRequest& request);

}  // namespace sinew::meshopt

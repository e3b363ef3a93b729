// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The decoders of compressed geometry that the tool plugs into the reader: the packaged
// meshoptimizer and Draco. Both get hostile input; what they need to hold is checked here first.
#pragma once

#include <optional>

#include "sinew/gltf.h"
#include "sinew/result.h"

namespace sinew::cli {

Decoders PackagedDecoders();

std::optional<Failure> DecodeMeshopt(const MeshoptRequest& request);
Result<DracoMesh> DecodeDraco(const DracoRequest& request);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The decoders of compressed geometry that the tool plugs into the reader: the packaged Draco. It
// gets hostile input; what it needs to hold is checked here first. Meshopt streams need none: the
// library reads them itself.
#pragma once

#include "sinew/gltf.h"
#include "sinew/result.h"

namespace sinew::cli {

Decoders PackagedDecoders();

Result<DracoMesh> DecodeDraco(const DracoRequest& request);

}  // namespace sinew::cli

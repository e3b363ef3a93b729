// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "decoders.h"

namespace sinew::cli {

Decoders PackagedDecoders() { return {.meshopt = {}, .draco = DecodeDraco}; }

}  // namespace sinew::cli

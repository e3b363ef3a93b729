// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A Draco decoder in child processes of its own: whatever a stream does to it, this process goes
// on.
#pragma once

#include <cstdint>
#include <functional>

#include "sinew/gltf.h"

namespace sinew::files {

using DracoFunction = std::function<Result<DracoMesh>(const DracoRequest&)>;

// Runs `decode` in a process per stream. Its memory is held to DracoRequest::max_bytes and what the
// result takes, its processor time over all streams to `max_seconds` and 2 per MiB of streams. What
// it answers is checked as a file is. A child that fails is a Failure: kLimit where it met a limit,
// which the message names, else kInvalid.
DracoFunction Isolated(DracoFunction decode, std::uint64_t max_seconds);

}  // namespace sinew::files

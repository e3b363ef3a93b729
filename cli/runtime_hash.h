// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The hash of everything a runtime file plays: that of `sinew hash --packed` of the file that it
// was packed from, with the same bound.
#pragma once

#include "scene_hash.h"
#include "sinew/hash.h"
#include "sinew/result.h"
#include "sinew/runtime_file.h"

namespace sinew::cli {

// Stops of the whole walk.
std::uint64_t MomentCount(const RuntimeFile& file, double rate_hz);

// As HashScene. Of a file whose every part was looked at.
Error HashRuntime(const RuntimeFile& file, bool with_stages, const HashWatcher& watch,
                  Hash64& total);

}  // namespace sinew::cli

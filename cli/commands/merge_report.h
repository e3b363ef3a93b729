// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew merge` says of a file: lines on stderr that a person can act on, a summary
// on stdout, and all of it as JSON.
#pragma once

#include "merge_clips.h"
#include "text/json_out.h"

namespace sinew::cli {

// What was dropped, what rests otherwise, and why a file is refused.
void ComplainOf(const MergedFile& file);

void PrintFile(const MergedFile& file);
void WriteFile(const MergedFile& file, JsonWriter& json);

}  // namespace sinew::cli

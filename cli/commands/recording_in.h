// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew pose --json` and `sinew mix --json` write, read back; also what other programs write
// in the same form.
#pragma once

#include <string>

#include "sinew/comparison.h"
#include "sinew/json.h"

namespace sinew::cli {

enum class RecordingKind { kPoses, kMixes };

// Throws CommandError (kCannotRead) where the JSON is no such recording.
Recording ReadRecording(const std::string& file, JsonValue json, RecordingKind kind);

}  // namespace sinew::cli

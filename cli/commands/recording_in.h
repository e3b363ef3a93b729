// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew pose --json` and `sinew mix --json` write, read back; also what other programs write
// in the same form.
#pragma once

#include <string>
#include <string_view>

#include "sinew/comparison.h"

namespace sinew::cli {

enum class RecordingKind { kPoses, kMixes };

// True where the first frame says which actions play.
bool LooksLikeAMix(std::string_view json);

// Throws CommandError (kCannotRead) where the text is no such recording.
Recording ReadRecording(const std::string& file, std::string_view json, RecordingKind kind);

}  // namespace sinew::cli

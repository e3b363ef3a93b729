// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// All clips of a model in their packed form.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/model.h"
#include "sinew/packed_clip.h"
#include "tool_limits.h"

namespace sinew::cli {

// Of a model's size at rest: what a clip may be off where nobody says otherwise.
inline constexpr float kErrorShare = 1e-4f;

// In the file's unit. Nothing given: kErrorShare of the model's size.
float ErrorBoundOf(const Model& model, std::optional<float> given);

// One for each of the model's clips, with a progress bar. Throws CommandError where a clip cannot
// keep the bound, or would take more memory than the limits allow.
std::vector<PackedClip> PackClips(const std::string& file, const Model& model, float error_bound,
                                  const Limits& limits);

}  // namespace sinew::cli

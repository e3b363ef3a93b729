// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people type on the command line: which clip, which times; and what jobs answer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/limits.h"
#include "sinew/model.h"
#include "sinew/result.h"
#include "sinew/sampling.h"

namespace sinew::cli {

// A clip by its exact name, else by its number: "3", or "#3". Where several clips have the name,
// the first is taken and stderr told. Throws CommandError (kUsage) with the names there are.
std::uint32_t PickClip(std::span<const ClipView> clips, std::string_view wanted);

// What people call a clip (describe_clip.h).
std::string ClipLabel(const Model& model, std::size_t index);
std::string ClipLabel(std::span<const ClipView> clips, std::size_t index);

// "0,0.5,1.25" in seconds. Throws CommandError (kUsage) on anything that is not a finite number.
std::vector<double> ParseTimes(std::string_view text);

// Tells stderr, once, that times far outside the clip are clamped to its ends: those more than a
// frame of 60 Hz away. Durations are typed rounded.
void NoteClampedTimes(std::span<const double> times_s, const ClipView& clip);

// A finite number, or nothing.
std::optional<double> ParseNumber(std::string_view text);

// Throws CommandError where a job on a loaded model failed.
void Require(Error error);

// Throws CommandError where `frames` poses of the model would be more than max_work.
void RequireWork(const std::string& file, const Model& model, double frames, bool with_vertices,
                 const Limits& limits);

}  // namespace sinew::cli

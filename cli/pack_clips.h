// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clips of a model in their packed form.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "load_asset.h"
#include "sinew/model.h"
#include "sinew/packed_clip.h"
#include "text/command_line.h"
#include "tool_limits.h"

namespace sinew::cli {

// Of a model's size at rest: what a clip may be off where nobody says otherwise, and how far from
// their joints points may at least be that are off by no more: 3 cm of a grown person.
inline constexpr float kErrorShare = 1e-4f;
inline constexpr float kPointShare = 1.0f / 60.0f;

// The option --error-bound, which takes a length.
Option AddErrorBound(Command& command, std::optional<float>& error_bound);

// How a model's clips are packed: so that the bound holds for its vertices, and for points within
// kPointShare of its size from any joint.
class Packing {
 public:
  // In the file's unit. No bound given: kErrorShare of the model's size.
  Packing(const LoadedAsset& loaded, std::optional<float> error_bound, const Limits& limits);

  PackOptions options() const;  // Borrows from this.

 private:
  PackOptions options_;
  std::vector<float> reach_;  // Of the joints.
};

// Throws CommandError where the clip cannot keep the bound, or would take more memory than the
// limits allow. `bound_option` is what the command calls the option that a larger bound takes.
PackedClip PackClip(const std::string& file, const Model& model, std::size_t clip,
                    const PackOptions& options, const char* bound_option = "--error-bound");

// One for each of the model's clips, with a progress bar.
std::vector<PackedClip> PackClips(const std::string& file, const Model& model,
                                  const PackOptions& options,
                                  const char* bound_option = "--error-bound");

}  // namespace sinew::cli

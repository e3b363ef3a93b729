// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Packing as commands do it: the option --error, a progress bar, and failures in words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sinew/limits.h"
#include "sinew/model.h"
#include "sinew/pack.h"
#include "text/command_line.h"

namespace sinew::cli {

// --error LENGTH: in mm, cm, m (a glTF unit is a metre), or a bare number in the file's unit.
Option AddError(Command& command, std::optional<float>& error);

PackOptions PackOptionsOf(std::optional<float> error, const Limits& limits);

// The library's packer of a file's model, which must stay where it is. Its warning goes to stderr.
// Throws CommandError where the model cannot be measured.
ClipPacker MakePacker(const std::string& file, const Model& model, const PackOptions& options);

// One clip of that model, or all of them with a progress bar. Throws CommandError where one cannot
// be packed.
PackedClip PackClip(const std::string& file, const Model& model, const ClipPacker& packer,
                    std::size_t clip);
std::vector<PackedClip> PackAllClips(const std::string& file, const Model& model,
                                     const ClipPacker& packer);

}  // namespace sinew::cli

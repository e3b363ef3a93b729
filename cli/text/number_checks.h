// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Checks of numbers on the command line, in words that say what is wanted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "text/command_line.h"

namespace sinew::cli {

TextCheck WholeNumber(std::uint32_t least, std::uint32_t most);

// Above zero, up to 1e18; a frame rate up to 1e6.
TextCheck Length();
TextCheck FrameRate();

// As ParseVertexFlags (sinew/vertex_format.h) takes it.
TextCheck VertexFormatName();

// A length above zero, up to 1e18: "0.1mm", "0.5 cm", "2m", or a bare number in the file's unit. A
// glTF unit is a metre.
std::optional<float> ParseLength(std::string_view text);

}  // namespace sinew::cli

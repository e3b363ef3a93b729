// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Checks of numbers on the command line, in words that say what is wanted.
#pragma once

#include <cstdint>

#include "text/command_line.h"

namespace sinew::cli {

TextCheck WholeNumber(std::uint32_t least, std::uint32_t most);

// Above zero, up to 1e18.
TextCheck Length();

}  // namespace sinew::cli

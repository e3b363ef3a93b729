// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Checks of numbers on the command line, in words that say what is wanted. Each gives an empty
// string where the text is right, as the parser expects it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace sinew::cli {

using TextCheck = std::function<std::string(const std::string&)>;

TextCheck WholeNumber(std::uint32_t least, std::uint32_t most);

// Above zero, up to 1e18.
TextCheck Length();

}  // namespace sinew::cli

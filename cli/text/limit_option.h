// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// --limit NAME=VALUE, and the limits (sinew/limits.h) in words.
#pragma once

#include <string>
#include <string_view>

#include "sinew/limits.h"

namespace sinew::cli {

// "NAME=VALUE", as --limit takes it; the value may end in k, M or G (1024, 1024^2, 1024^3). What is
// wrong with the text, or nothing.
std::string TakeLimit(std::string_view text, Limits& limits);

// " (--limit max_nodes=N raises it)" where `message` names a limit, else nothing.
std::string LimitHint(std::string_view message);

// All names with their defaults, for `sinew help limits`.
std::string LimitTable();

}  // namespace sinew::cli

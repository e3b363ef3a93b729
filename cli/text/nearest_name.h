// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// "Did you mean": the known name that a mistyped one is nearest to.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sinew::cli {

// ` (did you mean "walk"?)` for people, or nothing where no name is near.
std::string DidYouMean(std::string_view wanted, std::span<const std::string_view> names);

}  // namespace sinew::cli

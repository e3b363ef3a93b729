// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Preserved JSON of a material or texture names other objects of its file by number. Where they get
// other numbers the text has to follow.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace sinew::model {

// The text with every member of this name whose value is a whole number, at any depth, given the
// number that `number` says. What is within "extras" stays. Any text is taken, JSON or not.
std::string Renumbered(std::string_view text, std::string_view member,
                       const std::function<std::uint32_t(std::uint64_t)>& number);

}  // namespace sinew::model

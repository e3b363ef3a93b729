// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Output files are whole or not there: written beside their place under another name, then moved.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace sinew::cli {

// Throws CommandError (kCannotRead) and leaves no trace where the file cannot be written.
void WriteWholeFile(const std::string& path, std::span<const std::byte> bytes);
void WriteWholeFile(const std::string& path, std::string_view text);

}  // namespace sinew::cli

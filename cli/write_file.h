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

// Throws CommandError (kCannotRead) and leaves no trace where the file cannot be written; neither
// does a signal that ends the tool meanwhile.
void WriteWholeFile(const std::string& path, std::span<const std::byte> bytes);
void WriteWholeFile(const std::string& path, std::string_view text);

// The ending in lower case, with its dot: ".glb" of "Fox.GLB".
std::string Ending(const std::string& path);

}  // namespace sinew::cli

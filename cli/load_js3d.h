// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Scotty3D's scenes for commands that know models and reports only.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "load_file.h"

namespace sinew::cli {

// True where the content says so, or where it says nothing and the path ends in .js3d.
bool IsJs3dFile(const std::string& path, std::span<const std::byte> bytes);

// What is mended becomes a warning of the report, what is not carried an information.
ReadModel ReadJs3dBytes(std::span<const std::byte> bytes, const ImportOptions& options);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Resolvers that read what lies beside a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string_view>

#include "sinew/gltf.h"

namespace sinew::files {

struct FolderReading {
  std::uint64_t max_bytes = 0;  // Of one file, by its size before it is read; the limit's name:
  std::string_view limit = "max_file_bytes";
  // Of all that is read through this resolver.
  std::uint64_t max_total_bytes = std::numeric_limits<std::uint64_t>::max();
  std::string_view total_limit{};
  // Reads a file once, whatever names lead to it, and keeps its bytes as long as the resolver
  // exists.
  bool keeps = true;
};

Resolver MakeFolderResolver(const std::filesystem::path& folder, const std::filesystem::path& root,
                            const FolderReading& reading);

}  // namespace sinew::files

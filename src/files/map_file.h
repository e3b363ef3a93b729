// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Runtime files, mapped and used in place.
#pragma once

#include <cstddef>

#include "files/open_file.h"
#include "sinew/asset.h"
#include "sinew/result.h"

namespace sinew::files {

// Whether a regular file begins as runtime files do. Reads nothing off the file.
bool BeginsAsRuntimeFile(const OpenFile& file);

// The asset keeps the mapping, not the open file.
Result<Asset> OpenMapped(const OpenFile& file, std::size_t max_bytes);

}  // namespace sinew::files

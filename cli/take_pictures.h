// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstddef>
#include <filesystem>

#include "sinew/model.h"

namespace sinew::cli {

// Pictures that lie beside the file would be lost beside the output: takes them in. Those that
// cannot be read stay outside, and stderr says so.
Model WithPictures(Model model, const std::filesystem::path& folder, std::size_t max_file_bytes);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Pictures that lie beside a file would be lost beside what is written of it: they are taken in.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "sinew/model.h"

namespace sinew::cli {

// The model with the pictures of `folder` in it. Of those that stay outside, `outside` says why.
Model WithPictures(Model model, const std::filesystem::path& folder, std::size_t max_file_bytes,
                   std::vector<std::string>& outside);

}  // namespace sinew::cli

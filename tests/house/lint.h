// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reads the #include lines and the CMake files of a source tree and says which break the house plan
// (rooms.h). It looks at text alone: nothing is compiled.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace sinew::house {

struct LintResult {
  std::vector<std::string> findings;  // "src/pose/a.cc:3: what is wrong", sorted.
  std::size_t source_files = 0;
  std::size_t includes = 0;
  std::size_t cmake_files = 0;
};

// `root` is laid out as the project is: include/sinew, src/<room>, cli, CMake files.
LintResult LintTree(const std::filesystem::path& root);

}  // namespace sinew::house

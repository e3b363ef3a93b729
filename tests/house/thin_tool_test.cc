// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The tool is parsing, text and JSON: what it does can be done with the library alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "support/source_dir.h"

namespace sinew::house {
namespace {

namespace fs = std::filesystem;

// Source files below a folder of the project, and their text.
std::map<fs::path, std::string> TextsBelow(const std::string& folder) {
  std::map<fs::path, std::string> texts;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(testing::SourceDir()) / folder)) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    texts[entry.path()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return texts;
}

TEST(House, TheToolStaysThin) {
  std::ptrdiff_t lines = 0;
  for (const auto& [path, text] : TextsBelow("cli")) lines += std::ranges::count(text, '\n');
  EXPECT_GT(lines, 1'000);
  EXPECT_LE(lines, 7'000);
}

TEST(House, EveryCommandsWorkIsShownWithPublicHeadersAlone) {
  std::vector<std::string> shown;
  for (const auto& [path, text] : TextsBelow("tests/library")) {
    EXPECT_EQ(text.find("#include \"cli/"), text.npos) << path;
    EXPECT_EQ(text.find("#include \"text/"), text.npos) << path;
    EXPECT_EQ(text.find("#include \"commands/"), text.npos) << path;
    shown.push_back(path.filename().string());
  }
  for (const auto& entry :
       fs::directory_iterator(fs::path(testing::SourceDir()) / "cli/commands")) {
    // A command's file is the one that adds it to the command line.
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find("line.AddCommand(") == text.npos) continue;
    EXPECT_THAT(shown, ::testing::Contains(entry.path().stem().string() + "_test.cc"));
  }
}

}  // namespace
}  // namespace sinew::house

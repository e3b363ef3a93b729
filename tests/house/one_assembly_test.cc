// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clip -> pose -> matrices -> palette is put together in one place, AssetPose; and names that were
// removed do not come back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "support/source_dir.h"

namespace sinew::house {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Source files below some folders of the project, by their path in it.
std::vector<std::string> SourcesBelow(const std::vector<std::string>& folders) {
  const fs::path root = testing::SourceDir();
  std::vector<std::string> paths;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cc" && extension != ".h") continue;
      paths.push_back(fs::relative(entry.path(), root).generic_string());
    }
  }
  return paths;
}

bool IsNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A whole name, not a part of a longer one.
bool Names(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !IsNamePart(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !IsNamePart(text[end]))) return true;
  }
  return false;
}

// Whether a text puts poses and palettes together itself.
bool Assembles(const std::string& text) {
  return text.find("LocalToModelJob{") != text.npos && text.find("PaletteJob{") != text.npos;
}

TEST(House, AnAssemblyAndARemovedNameWouldBeFound) {
  EXPECT_TRUE(Assembles("a = LocalToModelJob{.pose = p}.Run(); b = PaletteJob{.skin = s}.Run();"));
  EXPECT_FALSE(Assembles("a = LocalToModelJob{.pose = p}.Run();"));
  EXPECT_TRUE(Names("SkinMeshJob", "SkinMeshJob"));
  EXPECT_TRUE(Names("using A = x::SkinMeshJob;", "SkinMeshJob"));
  EXPECT_FALSE(Names("MySkinMeshJob SkinMeshJobs Skin_MeshJob", "SkinMeshJob"));
}

TEST(House, PosingAndSkinningMeetInOnePlace) {
  // What measures or shows the jobs themselves.
  const std::set<std::string> allowed{"src/runtime/asset_pose.cc", "examples/pick_a_joint.cc",
                                      "examples/play_runtime_file.cc", "examples/three_meshes.cc"};
  std::vector<std::string> found;
  const std::vector<std::string> sources =
      SourcesBelow({"src", "cli", "examples", "fuzz", "tests/support"});
  for (const std::string& path : sources) {
    const std::string text = TextOf(fs::path(testing::SourceDir()) / path);
    if (Assembles(text) && !allowed.contains(path)) found.push_back(path);
  }
  std::cout << "checked " << sources.size() << " files\n";
  EXPECT_GT(sources.size(), 300u);
  EXPECT_THAT(found, ::testing::IsEmpty());
}

TEST(House, RemovedNamesDoNotComeBack) {
  std::ifstream list(fs::path(testing::SourceDir()) / "tests/house/removed_names.txt");
  std::vector<std::string> names;
  for (std::string line; std::getline(list, line);) {
    if (!line.empty() && line[0] != '#') names.push_back(line.substr(0, line.find(' ')));
  }
  ASSERT_GT(names.size(), 5u);
  std::vector<std::string> found;
  const std::vector<std::string> sources =
      SourcesBelow({"include", "src", "cli", "examples", "fuzz", "bench", "tests"});
  for (const std::string& path : sources) {
    if (path == "tests/house/one_assembly_test.cc") continue;  // This one names them.
    const std::string text = TextOf(fs::path(testing::SourceDir()) / path);
    for (const std::string& name : names) {
      if (Names(text, name)) found.push_back(path + ": " + name);
    }
  }
  std::cout << "checked " << names.size() << " names in " << sources.size() << " files\n";
  EXPECT_THAT(found, ::testing::IsEmpty());
}

}  // namespace
}  // namespace sinew::house

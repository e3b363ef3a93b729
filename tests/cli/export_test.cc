// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew export.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <string>

#include "cli/run_tool.h"
#include "support/assets.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Export, WritesAMeshAndItsSkeletonIntoOneFile) {
  const Folder folder;
  const std::string in = folder.Write("two.gltf", TwoSkinnedTriangles());
  const ToolRun run = RunTool({"export", "mesh", in, "-o", folder / "two.rs"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string text = ReadText(folder / "two.rs");
  EXPECT_THAT(text, AllOf(HasSubstr(" from two.gltf\n"), HasSubstr("pub const VERTICES_1: [u8; "),
                          HasSubstr("pub const VERTICES_2: [u8; "),
                          HasSubstr("pub const MESH_COUNT: u32 = 2;"),
                          HasSubstr("pub const BONE_COUNT: u32 = 1;")));
  EXPECT_THAT(run.out, AllOf(HasSubstr("VERTICES_1"), HasSubstr("off by at most")));
  // The second half alone.
  ASSERT_EQ(RunTool({"export", "skeleton", in, "-o", folder / "bones.rs"}).exit_code, 0);
  const std::string bones = ReadText(folder / "bones.rs");
  EXPECT_EQ(text.substr(text.find("Skeleton Data")), bones.substr(bones.find("Skeleton Data")));
}

TEST(Export, WritesAWholeFileIntoAFolderThatAnIndexTiesTogether) {
  const char* const path = "assets/khronos/Fox/glTF-Binary/Fox.glb";
  SINEW_SKIP_WITHOUT_ASSET(path);
  const Folder folder;
  const ToolRun run =
      RunTool({"export", AssetPath(path), "--all", folder / "fox", "--lang", "cpp", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "fox")) {
    names.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("character.hpp", "index.hpp", "run.hpp",
                                                     "survey.hpp", "walk.hpp"));
  EXPECT_THAT(ReadText(folder / "fox/walk.hpp"), HasSubstr("namespace fox {\n\nnamespace walk {"));
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(run.out);
  EXPECT_EQ(std::uint64_t(json["bones"]), 24u);
  EXPECT_EQ(std::uint64_t(json["meshes"].at(0)["stride"]), 20u);
  std::uint64_t sum = 0;
  for (const simdjson::dom::element array : json["arrays"]) sum += std::uint64_t(array["bytes"]);
  EXPECT_EQ(std::uint64_t(json["bytes"]), sum);
}

TEST(Export, JsonIsJsonWithTheSameNames) {
  const Folder folder;
  const std::string in = folder.Write("two.gltf", TwoSkinnedTriangles());
  ASSERT_EQ(RunTool({"export", "mesh", in, "--lang", "json", "-o", folder / "two.json"}).exit_code,
            0);
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.load(folder / "two.json");
  EXPECT_EQ(json["VERTICES_1"].get_array().size(), std::uint64_t(json["VERTEX_COUNT_1"]) * 16);
  EXPECT_EQ(std::int64_t(json["BONE_PARENTS"].at(0)), -1);
}

TEST(Export, WhatCannotBeDoneIsSaidAndLeavesNothing) {
  const Folder folder;
  const std::string still = folder.Write("still.gltf", TriangleWithClips({"walk"}));
  const std::string two = folder.Write("two.gltf", TwoSkinnedTriangles());
  const std::string out = folder / "out.rs";
  const auto fails = [&](std::vector<std::string> arguments, int code, const char* words) {
    arguments.insert(arguments.begin(), "export");
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, code) << run.err;
    EXPECT_THAT(run.err, HasSubstr(words));
    EXPECT_THAT(run.out, IsEmpty());
  };
  fails({"skeleton", still, "-o", out}, 3, "has no skin");
  fails({"clip", still, "-o", out}, 3, "has no skin");
  fails({"clip", two, "-o", out}, 3, "has no clips");
  fails({"clip", two, "--clip", "Dance", "-o", out}, 2, "no clip \"Dance\"");
  fails({"mesh", two, "--skin", "nobody", "-o", out}, 2, "no skin \"nobody\"");
  fails({"mesh", two, "--format", "32", "-o", out}, 2, "is not all, position");
  fails({"mesh", two, "--format", "uv", "-o", out}, 4, "has no uv");
  fails({"mesh", two, "--lang", "cobol", "-o", out}, 2, "--lang");
  fails({"clip", two, "--fps", "0", "-o", out}, 2, "frame rate");
  fails({"dance", two, "-o", out}, 2, "export takes mesh");
  fails({"mesh", two}, 2, "export takes mesh");
  fails({"mesh", two, "-o", two}, 2, "is the input");
  fails({"mesh", two, "-o", folder / "no/such/folder.rs"}, 3, "cannot write");
  fails({two, "--all", two}, 3, "cannot write");
  EXPECT_THAT(folder.Names(), ElementsAre("still.gltf", "two.gltf"));
}

// The second file of the folder cannot be written: the first goes again, and so does the folder.
TEST(Export, AFolderThatCannotBeFinishedIsTakenBack) {
  const Folder folder;
  const std::string in = folder.Write("two.gltf", TwoSkinnedTriangles());
  std::filesystem::create_directories(folder.path() / "out/mod.rs/in_the_way");
  const ToolRun run = RunTool({"export", in, "--all", folder / "out"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("mod.rs: cannot write"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out/character.rs"));
}

TEST(Export, AMeshThatNothingMovesIsAProp) {
  const Folder folder;
  const std::string in = folder.Write("still.gltf", TriangleWithClips({"walk"}));
  ASSERT_EQ(RunTool({"export", "mesh", in, "-o", folder / "prop.rs"}).exit_code, 0);
  const std::string text = ReadText(folder / "prop.rs");
  EXPECT_THAT(text, HasSubstr("pub const VERTICES: [u8; 24]"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("BONE_")));
}

}  // namespace
}  // namespace sinew::testing

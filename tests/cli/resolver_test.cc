// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Buffers beside a file are read from its folder and nowhere else. Each forbidden file exists and
// holds the right bytes: only the refusal keeps it out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/run_tool.h"

namespace sinew::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

class Resolving : public ::testing::Test {
 protected:
  Resolving() {
    folder_.Write("outside.bin", TriangleBytes());
    folder_.Write("home/inside.bin", TriangleBytes());
    folder_.Write("home/sub/deep.bin", TriangleBytes());
    folder_.Write("home/with space.bin", TriangleBytes());
    folder_.Write("home/c:drive.bin", TriangleBytes());
    folder_.Write("home/back\\slash.bin", TriangleBytes());
    folder_.Write("homely/near.bin", TriangleBytes());
    fs::create_symlink(folder_.path() / "outside.bin", folder_.path() / "home/escape.bin");
    fs::create_directory_symlink(folder_.path(), folder_.path() / "home/up");
    fs::create_symlink("inside.bin", folder_.path() / "home/alias.bin");
  }

  ToolRun Hash(std::string_view uri) {
    return RunTool({"hash", folder_.Write("home/model.gltf", TriangleGltf(uri))});
  }

  Folder folder_;
};

TEST_F(Resolving, BuffersInTheFolderAndBelowAreRead) {
  for (const char* uri : {"inside.bin", "./inside.bin", "sub/deep.bin", "with%20space.bin",
                          "with space.bin", "alias.bin", "%69nside.bin"}) {
    const ToolRun run = Hash(uri);
    EXPECT_EQ(run.exit_code, 0) << uri << ": " << run.err;
  }
}

TEST_F(Resolving, WhatLeadsOutOfTheFolderIsRefused) {
  for (const std::string& uri : std::vector<std::string>{
           "../outside.bin", "sub/../../outside.bin", "sub/../inside.bin", "%2e%2e/outside.bin",
           "..%2foutside.bin", "../homely/near.bin", "escape.bin", "up/outside.bin",
           folder_ / "outside.bin", "%2f" + (folder_ / "outside.bin").substr(1)}) {
    const ToolRun run = Hash(uri);
    EXPECT_EQ(run.exit_code, 3) << uri;
    EXPECT_THAT(run.err, AnyOf(HasSubstr("is not read"), HasSubstr("not fetched"))) << uri;
  }
}

TEST_F(Resolving, SchemesDrivesBackslashesAndControlCharactersAreRefused) {
  for (const std::string& uri : std::vector<std::string>{
           "file://" + (folder_ / "home/inside.bin"), "file:inside.bin", "http://example.com/a.bin",
           "c:drive.bin", "c%3adrive.bin", "back\\\\slash.bin", "back%5cslash.bin", "inside.bin%00",
           "in%0aside.bin", ".", "sub", "missing.bin", ""}) {
    const ToolRun run = Hash(uri);
    EXPECT_EQ(run.exit_code, 3) << uri;
  }
}

TEST_F(Resolving, ARootAllowsWhatStaysInIt) {
  const std::string file = folder_.Write("home/model.gltf", TriangleGltf("../outside.bin"));
  const std::string out = folder_ / "out.glb";
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"hash", file},
                                             {"inspect", file},
                                             {"validate", file},
                                             {"pose", file},
                                             {"diff", file, file},
                                             {"convert", file, out},
                                             {"skin", file, "-o", out}}) {
    const ToolRun refused = RunTool(command);
    EXPECT_NE(refused.exit_code, 0) << command[0];
    EXPECT_THAT(refused.out + refused.err, HasSubstr("--root DIR")) << command[0];
    std::vector<std::string> allowed = command;
    allowed.insert(allowed.end(), {"--root", folder_.path().string()});
    const ToolRun run = RunTool(allowed);
    EXPECT_EQ(run.exit_code, 0) << command[0] << ": " << run.err;
    allowed.back() = folder_ / "homely";
    EXPECT_NE(RunTool(allowed).exit_code, 0) << command[0];
  }
}

TEST_F(Resolving, ImagesOfARootAreEmbedded) {
  folder_.Write("a.png", "PNG");
  const std::string file = folder_.Write(
      "home/model.gltf", Replaced(TriangleGltf("inside.bin"), "{",
                                  R"({"images":[{"uri":"../a.png"}],"textures":[{"source":0}],)"
                                  R"("materials":[{"emissiveTexture":{"index":0}}],)"));
  const std::string out = folder_ / "out.glb";
  const ToolRun outside = RunTool({"convert", file, out});
  EXPECT_EQ(outside.exit_code, 0) << outside.err;
  EXPECT_THAT(outside.err, HasSubstr("--root DIR"));
  const ToolRun run = RunTool({"convert", file, out, "--root", folder_.path().string()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, ::testing::Not(HasSubstr("is not read")));
}

TEST_F(Resolving, TheFolderMayBeTheCurrentOne) {
  const fs::path before = fs::current_path();
  folder_.Write("home/model.gltf", TriangleGltf("inside.bin"));
  fs::current_path(folder_.path() / "home");
  const ToolRun run = RunTool({"hash", "model.gltf"});
  fs::current_path(before);
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

}  // namespace
}  // namespace sinew::testing

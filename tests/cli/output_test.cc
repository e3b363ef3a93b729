// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Files that the tool writes: whole or not there; and the frozen meshes of `sinew skin`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "cli/run_tool.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Output, AFileThatCannotBeWrittenWholeLeavesTheOldOneAndNoPieces) {
  const Folder folder;
  const std::string out = folder.Write("demo.glb", "what was there before");
  // The rig takes more than a kilobyte; no file may grow beyond that.
  const ToolRun run = RunTool({"demo", "--rig", "cylinder", "--write", out},
                              {.max_file_bytes = 1024, .stdout_to = "/dev/null"});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_THAT(run.err, HasSubstr("cannot write"));
  EXPECT_EQ(ReadText(out), "what was there before");
  EXPECT_THAT(folder.Names(), ElementsAre("demo.glb"));
}

TEST(Output, AFailedImportTouchesNothing) {
  const Folder folder;
  const std::string broken = folder.Write("broken.gltf", "{");
  const std::string out = folder.Write("out.obj", "before");
  EXPECT_EQ(RunTool({"skin", broken, "-o", out}).exit_code, 3);
  EXPECT_EQ(ReadText(out), "before");
}

TEST(Output, AFolderThatIsNotThereIsThree) {
  const Folder folder;
  const ToolRun run =
      RunTool({"demo", "--rig", "cylinder", "--write", folder / "nowhere/demo.glb"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("nowhere/demo.glb: cannot write"));
}

TEST(Output, AnOldFileIsReplacedAndNothingElseStaysBehind) {
  const Folder folder;
  const std::string out = folder.Write("demo.glb", "old");
  ASSERT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", out}).exit_code, 0);
  EXPECT_EQ(ReadText(out).substr(0, 4), "glTF");
  EXPECT_THAT(folder.Names(), ElementsAre("demo.glb"));
}

TEST(Output, AStreamThatIsFullIsThree) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleGltf(kTriangleData));
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"hash", file}, {"pose", "--json", file}, {"inspect", file}}) {
    EXPECT_EQ(RunTool(arguments, {.stdout_to = "/dev/full"}).exit_code, 3) << arguments[0];
  }
}

std::string ManyTimes() {
  std::string times = "0";
  for (int i = 0; i < 2000; ++i) times += ",0.5";
  return times;
}

TEST(Output, AReaderThatHasSeenEnoughIsNoError) {  // sinew ... | head
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleWithClips({"walk"}));
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"hash", "--trace", file},
        {"pose", "--json", file},
        {"inspect", file},
        {"pose", "--times", ManyTimes(), "--json", file},  // More than any buffer holds.
        {"pose", "--times", ManyTimes(), file},
        {"demo", "--rig", "cylinder"},
        {"--help"}}) {
    const ToolRun run = RunTool(arguments, {.reader_gone = true});
    EXPECT_EQ(run.exit_code, 0) << arguments[0];
    EXPECT_EQ(run.err, "") << arguments[0];
  }
}

TEST(Output, WhatFailsAlsoFailsWhereNobodyReads) {
  const Folder folder;
  const ToolRun run = RunTool({"hash", "--json", folder / "missing"}, {.reader_gone = true});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("missing"));
  const std::string broken = folder.Write("broken.gltf", "{");
  EXPECT_EQ(RunTool({"validate", broken}, {.reader_gone = true}).exit_code, 1);
}

TEST(Output, AReaderThatLeavesDoesNotHarmTheFileBesideIt) {
  const Folder folder;
  const std::string out = folder / "demo.glb";
  EXPECT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", out}, {.reader_gone = true}).exit_code,
            0);
  EXPECT_THAT(folder.Names(), ElementsAre("demo.glb"));
  EXPECT_EQ(RunTool({"validate", out}).exit_code, 0);
}

TEST(Output, ClosedStreamsDoNotLeadDataIntoFiles) {
  const Folder folder;
  const std::string out = folder / "demo.glb";
  EXPECT_EQ(
      RunTool({"demo", "--rig", "cylinder", "--write", out}, {.streams_closed = true}).exit_code,
      3);
  EXPECT_EQ(RunTool({"validate", out}).exit_code, 0);
  EXPECT_EQ(RunTool({"hash", folder / "missing"}, {.streams_closed = true}).exit_code, 3);
}

TEST(Output, ALinkIsFollowedAlsoWhereNothingIsBehindIt) {
  const Folder folder;
  std::filesystem::create_symlink("real.glb", folder.path() / "link.glb");
  const ToolRun run = RunTool({"demo", "--rig", "cylinder", "--write", folder / "link.glb"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link.glb"));
  EXPECT_EQ(ReadText(folder / "real.glb").substr(0, 4), "glTF");
  EXPECT_THAT(folder.Names(), ElementsAre("link.glb", "real.glb"));
  std::filesystem::create_symlink("loop.glb", folder.path() / "loop.glb");
  const ToolRun loop = RunTool({"demo", "--rig", "cylinder", "--write", folder / "loop.glb"});
  EXPECT_EQ(loop.exit_code, 3);
  EXPECT_THAT(loop.err, HasSubstr("cannot write"));
}

TEST(Output, ADirectoryAndAFullDeviceAreThree) {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "dir.glb");
  const ToolRun run = RunTool({"demo", "--rig", "cylinder", "--write", folder / "dir.glb"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("cannot write: Is a directory"));
  if (!std::filesystem::exists("/dev/full")) return;
  std::filesystem::create_symlink("/dev/full", folder.path() / "full.glb");
  const ToolRun full = RunTool({"demo", "--rig", "cylinder", "--write", folder / "full.glb"});
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_THAT(full.err, HasSubstr("No space left"));
}

// --- sinew skin ---

std::vector<std::string> ObjLines(const std::string& text, std::string_view kind) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(kind)) lines.push_back(line);
  }
  return lines;
}

TEST(Skin, WritesTheTransformedTriangleAsObj) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.insert(text.find("\"mesh\":0"), R"("translation":[10,0,0],"scale":[2,2,2],)");
  const std::string file = folder.Write("a.gltf", text);
  const std::string out = folder / "a.obj";
  ASSERT_EQ(RunTool({"skin", file, "-o", out}).exit_code, 0);
  EXPECT_THAT(ObjLines(ReadText(out), "v "), ElementsAre("v 10 0 0", "v 12 0 0", "v 10 2 0"));
  ASSERT_EQ(ObjLines(ReadText(out), "f ").size(), 1u);
}

TEST(Skin, AMirroredMeshStillFacesOutward) {  // C4
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.insert(text.find("\"mesh\":0"), R"("scale":[-1,1,1],)");
  const std::string out = folder / "a.obj";
  ASSERT_EQ(RunTool({"skin", folder.Write("a.gltf", text), "-o", out}).exit_code, 0);
  EXPECT_THAT(ObjLines(ReadText(out), "f "), ElementsAre("f 1 3 2"));
}

TEST(Skin, TheFrozenGlbHasTheShapeOfThePoseAndNothingThatMoves) {
  const Folder folder;
  const std::string rig = folder / "demo.glb", frozen = folder / "frozen.glb";
  ASSERT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", rig}).exit_code, 0);
  const ToolRun skinned = RunTool({"skin", rig, "--clip", "bend", "--time", "1", "-o", frozen});
  ASSERT_EQ(skinned.exit_code, 0) << skinned.err;
  EXPECT_EQ(RunTool({"validate", frozen}).exit_code, 0);

  simdjson::dom::parser of_pose, of_frozen, of_facts;
  const auto posed = of_pose.parse(
      RunTool({"pose", rig, "--clip", "bend", "--times", "1", "--vertices", "--json"}).out);
  const auto still = of_frozen.parse(RunTool({"pose", frozen, "--vertices", "--json"}).out);
  const auto positions = [](const auto& json) {
    return std::string(simdjson::minify(json["frames"].at(0)["prims"].at(0)["positions"]));
  };
  EXPECT_EQ(positions(posed), positions(still));
  const auto facts = of_facts.parse(RunTool({"inspect", "--json", frozen}).out);
  EXPECT_EQ(facts["files"].at(0)["skins"].get_array().size(), 0u);
  EXPECT_EQ(facts["files"].at(0)["clips"].get_array().size(), 0u);
  EXPECT_EQ(std::string_view(facts["files"].at(0)["nodes"].at(0)["name"]), "cylinder");
}

// The cylinder of the demo is 0.35 thick; its twist turns one joint against the next.
TEST(Skin, DualQuaternionsKeepTheRadiusOfATwistedCylinderThatLinearBlendPinches) {
  const Folder folder;
  const std::string rig = folder / "demo.glb", out = folder / "twisted.obj";
  ASSERT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", rig}).exit_code, 0);
  const auto thinnest = [&](const std::string& method) {
    const ToolRun run = RunTool(
        {"skin", rig, "--clip", "twist", "--time", "1", "--method", method, "-o", out, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\"method\":\"" + method + "\""));
    double least = 1.0;
    for (const std::string& line : ObjLines(ReadText(out), "v ")) {
      double x = 0.0, y = 0.0, z = 0.0;
      EXPECT_EQ(std::sscanf(line.c_str(), "v %lf %lf %lf", &x, &y, &z), 3);
      least = std::min(least, std::hypot(x, z));
    }
    return least;
  };
  EXPECT_LT(thinnest("lbs"), 0.26);
  EXPECT_GT(thinnest("dqs"), 0.3499);
}

TEST(Skin, PicturesBesideTheFileGoIntoTheGlb) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.insert(1, R"("images":[{"uri":"my%20skin.png"}],"textures":[{"source":0}],)"
                 R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],)");
  text.insert(text.find(R"("attributes")"), R"("material":0,)");
  // A PNG's first bytes and size; nobody decodes it here.
  const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0", 29);
  folder.Write("my skin.png", png);
  const std::string out = folder / "out/frozen.glb";
  std::filesystem::create_directory(folder.path() / "out");
  const ToolRun run = RunTool({"skin", folder.Write("a.gltf", text), "-o", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(ReadText(out), HasSubstr(png));
  EXPECT_THAT(ReadText(out), Not(HasSubstr("skin.png\"")));
}

TEST(Inspect, ShowsMaterialsInALineEach) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.insert(1, R"("images":[{"name":"bark","uri":"a.png"}],"textures":[{"source":0},{}],)"
                 R"("extensionsUsed":["KHR_texture_transform","KHR_materials_unlit"],)"
                 R"("materials":[{"name":"tree","pbrMetallicRoughness":{"metallicFactor":0,)"
                 R"("baseColorFactor":[0.5,1,0.25,1],"roughnessFactor":0.75,)"
                 R"("baseColorTexture":{"index":0,"texCoord":1,"extensions":)"
                 R"({"KHR_texture_transform":{"texCoord":0}}}},"normalTexture":{"index":1},)"
                 R"("alphaMode":"MASK","doubleSided":true},)"
                 R"({"extensions":{"KHR_materials_unlit":{}}}],)");
  const std::string file = folder.Write("a.gltf", text);
  const ToolRun seen = RunTool({"inspect", file});
  ASSERT_EQ(seen.exit_code, 0) << seen.err;
  EXPECT_THAT(seen.out, ::testing::ContainsRegex("0  tree +0.5 1 0.25 1 +0 +0.75  "
                                                 "color \\(bark\\), normal  "
                                                 "mask below 0.5, double-sided\n"));
  EXPECT_THAT(seen.out, ::testing::ContainsRegex("1  - +1 1 1 1 +1 +1  - +unlit\n"));
  const ToolRun json = RunTool({"inspect", "--json", file});
  EXPECT_THAT(json.out, HasSubstr(R"("textures":[{"slot":"baseColorTexture","texture":0,)"
                                  R"("texCoord":0,"transformed":true,"image":0},)"
                                  R"({"slot":"normalTexture","texture":1,"texCoord":0,)"
                                  R"("transformed":false,"image":null}])"));
}

}  // namespace
}  // namespace sinew::testing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Small files that ask for much: the tool computes them in little memory, or names the limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "cli/run_tool.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr long kMebi = 1 << 20;

// `node_count` nodes that show one and the same mesh of `vertex_count` points, in a file of a few
// megabytes at most.
std::string Crowd(const Folder& folder, std::size_t node_count, std::size_t vertex_count) {
  folder.Write("crowd.bin", std::string(vertex_count * 12, '\0'));
  std::string nodes;
  for (std::size_t i = 0; i < node_count; ++i) nodes += i > 0 ? R"(,{"mesh":0})" : R"({"mesh":0})";
  const std::string count = std::to_string(vertex_count), bytes = std::to_string(vertex_count * 12);
  return folder.Write("crowd.gltf",
                      R"({"asset":{"version":"2.0"},"nodes":[)" + nodes + R"(],)" +
                          R"("meshes":[{"primitives":[{"mode":0,"attributes":{"POSITION":0}}]}],)" +
                          R"("accessors":[{"bufferView":0,"componentType":5126,"count":)" + count +
                          R"(,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],)" +
                          R"("bufferViews":[{"buffer":0,"byteLength":)" + bytes + R"(}],)" +
                          R"("buffers":[{"byteLength":)" + bytes + R"(,"uri":"crowd.bin"}]})");
}

TEST(Bounds, AMeshInstancedManyTimesIsPosedInLittleMemory) {
  const Folder folder;
  // Thirty million vertices: 360 MB if all were held at once.
  const std::string file = Crowd(folder, 3'000, 10'000);
  for (const char* command : {"hash", "inspect"}) {
    const ToolRun run = RunTool({command, file});
    EXPECT_EQ(run.exit_code, 0) << command << run.err;
    EXPECT_LT(run.max_resident_bytes, 200 * kMebi) << command;
  }
}

TEST(Bounds, ASkinSharedByManyInstancesHasOnePalette) {
  const Folder folder;
  // A thousand joints, ten thousand instances: 480 MB of palettes if each had its own.
  std::string joints, nodes;
  for (int i = 0; i < 1'000; ++i) {
    joints += (i > 0 ? "," : "") + std::to_string(i);
    nodes += i > 0 ? ",{}" : "{}";
  }
  for (int i = 0; i < 10'000; ++i) nodes += R"(,{"mesh":0,"skin":0})";
  std::string text = TwoSkinnedTriangles();
  text = Replaced(text, R"({},{"mesh":0,"skin":0},{"mesh":1,"skin":0})", nodes);
  text = Replaced(text, R"({"joints":[0]})", R"({"joints":[)" + joints + "]}");
  const ToolRun run = RunTool({"inspect", folder.Write("a.gltf", text)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(run.max_resident_bytes, 200 * kMebi);
}

TEST(Bounds, MoreWorkThanTheLimitIsRefusedByItsName) {
  const Folder folder;
  // Ten thousand million vertices a frame, in a file of a few megabytes.
  const std::string file = Crowd(folder, 100'000, 100'000);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"hash", file},
                                                    {"pose", file, "--vertices"},
                                                    {"diff", file, file},
                                                    {"skin", file, "-o", folder / "out.glb"}}) {
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 3) << arguments[0];
    EXPECT_THAT(run.err, AllOf(HasSubstr("max_work"), HasSubstr("--limit max_work=N raises it")))
        << arguments[0];
    EXPECT_THAT(run.out, IsEmpty()) << arguments[0];
  }
  const ToolRun seen = RunTool({"inspect", file});
  EXPECT_EQ(seen.exit_code, 0) << seen.err;
  EXPECT_THAT(seen.out, AllOf(HasSubstr("100000x"), HasSubstr("bounds are not measured"),
                              HasSubstr("max_work")));
}

TEST(Bounds, AFrozenSceneLargerThanTheLimitIsRefusedByItsName) {
  const Folder folder;
  const std::string file = Crowd(folder, 10'000, 10'000);  // 1.2 GB of positions.
  const ToolRun run = RunTool({"skin", file, "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("--limit max_output_bytes=N raises it"));
  EXPECT_THAT(folder.Names(), Not(::testing::Contains("out.glb")));
}

TEST(Bounds, AClipOfThirtyYearsIsInspectedAndNotHashed) {
  const Folder folder;
  const std::string file = folder.Write("long.gltf", TriangleWithClips({"wait"}, 1e9f));
  const ToolRun seen = RunTool({"inspect", "--json", file});
  ASSERT_EQ(seen.exit_code, 0) << seen.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element clip = parser.parse(seen.out)["files"].at(0)["clips"].at(0);
  EXPECT_LT(double(clip["boundsSlack"]), 0.03);
  EXPECT_GE(double(clip["bounds"]["max"].at(0)), 2.0);  // The end is seen.
  EXPECT_LT(double(clip["bounds"]["max"].at(0)), 2.03);
  const ToolRun hashed = RunTool({"hash", file});
  EXPECT_EQ(hashed.exit_code, 3);
  EXPECT_THAT(hashed.err, HasSubstr("max_work"));
}

// --- limits that the user sets ---

TEST(Limits, EveryCommandThatReadsAFileTakesThem) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text = Replaced(text, R"({"name":"thing","mesh":0})", R"({"name":"thing","mesh":0},{})");
  const std::string file = folder.Write("two.gltf", text);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"inspect", file},
                                                    {"pose", file},
                                                    {"hash", file},
                                                    {"diff", file, file},
                                                    {"skin", file, "-o", folder / "out.obj"},
                                                    {"validate", file}}) {
    std::vector<std::string> strict = arguments;
    strict.insert(strict.end(), {"--limit", "max_nodes=1"});
    const ToolRun run = RunTool(strict);
    EXPECT_EQ(run.exit_code, arguments[0] == "validate" ? 1 : 3) << arguments[0] << run.err;
    EXPECT_THAT(run.out + run.err, HasSubstr("max_nodes allows 1 (--limit max_nodes=N raises it)"))
        << arguments[0];
    strict.insert(strict.end(), {"--limit", "max_nodes=2"});
    EXPECT_EQ(RunTool(strict).exit_code, 0) << arguments[0];
  }
}

TEST(Limits, LowerAndRaiseTheToolsOwnWork) {
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleGltf(kTriangleData));
  EXPECT_EQ(RunTool({"hash", file, "--limit", "max_work=10"}).exit_code, 3);
  EXPECT_EQ(RunTool({"hash", file, "--limit", "max_work=1k"}).exit_code, 0);
  const ToolRun large = RunTool({"hash", file, "--limit", "max_file_bytes=100"});
  EXPECT_EQ(large.exit_code, 3);
  EXPECT_THAT(large.err, HasSubstr("--limit max_file_bytes=N raises it"));
}

TEST(Limits, AreRefusedWhenMistyped) {
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleGltf(kTriangleData));
  const auto complaint = [&](const char* text) {
    const ToolRun run = RunTool({"inspect", file, "--limit", text});
    EXPECT_EQ(run.exit_code, 2) << text;
    return run.err;
  };
  EXPECT_THAT(complaint("max_node=5"), HasSubstr("did you mean \"max_nodes\"?"));
  EXPECT_THAT(complaint("max_nodes"), HasSubstr("NAME=VALUE"));
  for (const char* text : {"max_nodes=", "max_nodes=-1", "max_nodes=1.5", "max_nodes=5G",
                           "max_nodes=99999999999999999999", "max_work=99999999999G"}) {
    EXPECT_THAT(complaint(text), HasSubstr("is not a whole number")) << text;
  }
}

TEST(Limits, AreListedWithTheirDefaults) {
  const ToolRun run = RunTool({"help", "limits"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("max_nodes"), HasSubstr("1,048,576"), HasSubstr("max_work"),
                             HasSubstr("--limit NAME=N")));
}

}  // namespace
}  // namespace sinew::testing

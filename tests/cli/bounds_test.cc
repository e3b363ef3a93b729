// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Small files that ask for much: the tool computes them in little memory, or names the limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

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

// A Draco stream of 540 points with `attribute_count` attributes of 255 components each beside its
// positions, all of them zero, and a file around it.
std::string DracoFile(const Folder& folder, std::uint32_t attribute_count) {
  std::string stream("DRACO\2\2\1\0\0\0", 11);
  const auto number = [](std::uint32_t value) {  // Seven bits per byte, the lowest first.
    std::string bytes;
    for (; value >= 128; value >>= 7) bytes += static_cast<char>(value | 128);
    return bytes + static_cast<char>(value);
  };
  stream += number(180) + number(540) + '\1' + std::string(540 * 2, '\0');  // All triangles alike.
  stream += '\1' + number(attribute_count + 1) + std::string("\0\5\3\0\0", 5);
  for (std::uint32_t i = 1; i <= attribute_count; ++i) {
    stream += std::string("\4\6\xff\0", 4) + number(i);
  }
  stream += std::string(attribute_count + 1, '\1');
  for (std::uint32_t i = 0; i <= attribute_count; ++i) {
    stream += std::string("\xfe\1\0\1\1\x40\1\0", 8);
  }
  folder.Write("stream.bin", stream);
  const std::string size = std::to_string(stream.size());
  return folder.Write(
      "draco.gltf",
      R"({"asset":{"version":"2.0"},"buffers":[{"uri":"stream.bin","byteLength":)" + size +
          R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + size +
          R"(}],"accessors":[{"componentType":5126,"count":540,"type":"VEC3","min":[0,0,0],)" +
          R"("max":[0,0,0]},{"componentType":5125,"count":540,"type":"SCALAR"}],"meshes":[{)" +
          R"("primitives":[{"attributes":{"POSITION":0},"indices":1,"extensions":{)" +
          R"("KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0}}}}]}],)" +
          R"("nodes":[{"mesh":0}],"extensionsUsed":["KHR_draco_mesh_compression"],)" +
          R"("extensionsRequired":["KHR_draco_mesh_compression"]})");
}

TEST(Bounds, ADracoStreamOfManyAttributesIsRefusedByItsLimit) {
  const Folder folder;
  const ToolRun few = RunTool({"inspect", DracoFile(folder, 3)});
  if (few.exit_code == 4) GTEST_SKIP() << "built without Draco";
  EXPECT_EQ(few.exit_code, 0) << few.err;
  const std::string bomb = DracoFile(folder, 5'000);  // 71 kB for 5 GB.
  const ToolRun many = RunTool({"inspect", bomb});
  EXPECT_EQ(many.exit_code, 3) << many.err;
  EXPECT_THAT(many.err, HasSubstr("--limit max_draco_bytes=N raises it"));
  EXPECT_LT(many.max_resident_bytes, 100 * kMebi);
  // With that raised, time is the next limit.
  const ToolRun slow = RunTool(
      {"inspect", bomb, "--limit", "max_draco_bytes=100G", "--limit", "max_draco_seconds=0"});
  EXPECT_EQ(slow.exit_code, 3) << slow.err;
  EXPECT_THAT(slow.err, HasSubstr("max_draco_seconds"));
}

TEST(Bounds, AnImageNamedAHundredTimesIsHeldAndWrittenOnce) {
  const Folder folder;
  folder.Write("a.png", std::string(5'000'000, 'a'));
  std::string images, textures;
  for (int i = 0; i < 100; ++i) {
    images += std::string(i > 0 ? "," : "") + R"({"uri":"a.png"})";
    textures += (i > 0 ? R"(,{"source":)" : R"({"source":)") + std::to_string(i) + "}";
  }
  const std::string file =
      folder.Write("a.gltf", R"({"asset":{"version":"2.0"},"nodes":[{}],"images":[)" + images +
                                 R"(],"textures":[)" + textures + "]}");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"convert", file, folder / "out.glb"},
        std::vector<std::string>{"pack", file, "--textures", "-o", folder / "out.sinew"}}) {
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_LT(run.max_resident_bytes, 100 * kMebi) << arguments[0];
    EXPECT_THAT(run.out + run.err, Not(HasSubstr("bytes of images"))) << arguments[0];
    EXPECT_LT(std::filesystem::file_size(arguments.back()), 6'000'000u);
  }
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

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "cli/run_tool.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Diffing : public ::testing::Test {
 protected:
  Diffing() { RunTool({"demo", "--write", rig_}); }

  Folder folder_;
  std::string rig_ = folder_ / "demo.glb";
};

TEST_F(Diffing, AThingIsTheSameAsItself) {
  const std::string trace = folder_.Write("a.txt", RunTool({"hash", "--trace", rig_}).out);
  const std::string pose = folder_.Write("a.json", RunTool({"pose", "--json", rig_}).out);
  for (const std::string& file : {rig_, trace, pose}) {
    const ToolRun run = RunTool({"diff", file, file});
    EXPECT_EQ(run.exit_code, 0) << file << run.err;
    EXPECT_THAT(run.out, StartsWith("same: ")) << file;
  }
}

TEST_F(Diffing, TracesNameTheFirstFrameAndStageThatDiffer) {
  std::string text = RunTool({"hash", "--trace", rig_}).out;
  const std::string a = folder_.Write("a.txt", text);
  const std::size_t line = text.find("1 7 palette ");
  ASSERT_NE(line, text.npos);
  text.replace(line + 12, 16, "0123456789abcdef");
  const std::string b = folder_.Write("b.txt", text);
  const ToolRun run = RunTool({"diff", a, b});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("clip 1, frame 7, stage palette"));
  // One that ends early differs too.
  const std::string cut = folder_.Write("cut.txt", text.substr(0, line));
  EXPECT_EQ(RunTool({"diff", a, cut}).exit_code, 1);
}

TEST_F(Diffing, PosesNameTheNodeAndByHowMuch) {
  const std::string text =
      RunTool({"pose", "--json", "--clip", "bend", "--times", "0,1", rig_}).out;
  const std::string a = folder_.Write("a.json", text);
  // The second frame's tip moves up from 1 to 1.5.
  const std::size_t tip = text.rfind(R"("name":"tip","T":[0,1,0])");
  ASSERT_NE(tip, text.npos);
  std::string moved = text;
  moved.replace(text.find("0,1,0", tip), 5, "0,1.5,0");
  const std::string b = folder_.Write("b.json", moved);
  const ToolRun run = RunTool({"diff", "--json", a, b});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(run.out);
  EXPECT_EQ(std::string_view(json["kind"]), "poses");
  EXPECT_FALSE(bool(json["same"]));
  EXPECT_EQ(double(json["first"]["frame"]), 1.0);
  EXPECT_EQ(std::string_view(json["first"]["stage"]), "local");
  EXPECT_EQ(double(json["first"]["node"]), 4.0);
  EXPECT_EQ(std::string_view(json["first"]["name"]), "tip");
  EXPECT_EQ(double(json["first"]["by"]), 0.5);
  EXPECT_EQ(RunTool({"diff", "--tolerance", "0.6", a, b}).exit_code, 0);
}

TEST_F(Diffing, ModelsNameClipFrameStageAndNode) {
  const std::string a = folder_.Write("a.gltf", TriangleGltf(kTriangleData));
  std::string text = TriangleGltf(kTriangleData);
  text.insert(text.find("\"mesh\":0"), R"("translation":[0,0.25,0],)");
  const std::string b = folder_.Write("b.gltf", text);
  const ToolRun run = RunTool({"diff", a, b});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, AllOf(HasSubstr("rest pose"), HasSubstr("stage local"),
                             HasSubstr("node 0 \"thing\": T[1] by 0.25"),
                             HasSubstr("largest difference in vertices: 0.25")));
  const ToolRun shapes = RunTool({"diff", a, rig_});
  EXPECT_EQ(shapes.exit_code, 1);
  EXPECT_THAT(shapes.out, HasSubstr("A has 1 nodes, B has 5"));
}

TEST_F(Diffing, DifferentKindsCannotBeCompared) {
  const std::string trace = folder_.Write("a.txt", RunTool({"hash", "--trace", rig_}).out);
  const ToolRun run = RunTool({"diff", rig_, trace});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("a model"), HasSubstr("a trace")));
  EXPECT_EQ(RunTool({"diff", rig_, folder_ / "missing"}).exit_code, 3);
}

}  // namespace
}  // namespace sinew::testing

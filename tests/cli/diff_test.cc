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
  Diffing() { RunTool({"demo", "--rig", "cylinder", "--write", rig_}); }

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
}

TEST_F(Diffing, ATraceThatIsCutOffIsNotTheSame) {
  const std::string text = RunTool({"hash", "--trace", rig_}).out;
  const std::string whole = folder_.Write("a.txt", text);
  const auto complaint = [&](std::string_view name, std::string_view content) {
    const std::string file = folder_.Write(name, content);
    for (const std::string& other : {whole, file}) {
      const ToolRun run = RunTool({"diff", other, file});
      EXPECT_EQ(run.exit_code, 3) << name << run.out;
      EXPECT_EQ(run.out, "") << name;
    }
    return RunTool({"diff", whole, file}).err;
  };
  // After a whole line, within a hash, without its total.
  const std::size_t line = text.find("1 7 palette ");
  EXPECT_THAT(complaint("line.txt", text.substr(0, line)), HasSubstr("no total"));
  EXPECT_THAT(complaint("within.txt", text.substr(0, line + 20)), HasSubstr("16 hexadecimal"));
  EXPECT_THAT(complaint("total.txt", text.substr(0, text.size() - 17)), HasSubstr("no total"));
  EXPECT_THAT(complaint("prose.txt", "four words are here\n"), HasSubstr("neither a trace"));
  EXPECT_THAT(complaint("word.txt", "hello\n"), HasSubstr("neither a trace"));
  EXPECT_THAT(complaint("upper.txt", "0 0 local 0123456789ABCDEF\n"), HasSubstr("neither a trace"));
  EXPECT_THAT(complaint("more.txt", text + "0 0 local 0123456789abcdef\n"),
              HasSubstr("comes after the total"));
}

TEST_F(Diffing, TracesOfDifferentLengthNameTheLine) {
  const std::string a = folder_.Write("a.txt", "0 0 local 0123456789abcdef\n0123456789abcdef\n");
  const std::string b = folder_.Write("b.txt", "0123456789abcdef\n");
  const ToolRun run = RunTool({"diff", a, b});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("line 1 where B ends with its total"));
}

TEST_F(Diffing, ToleranceIsExplainedWhereItMakesNoSense) {
  const std::string trace = folder_.Write("a.txt", RunTool({"hash", "--trace", rig_}).out);
  const ToolRun on_traces = RunTool({"diff", trace, trace, "--tolerance", "1e-3"});
  EXPECT_EQ(on_traces.exit_code, 2);
  EXPECT_THAT(on_traces.err, AllOf(HasSubstr("traces"), HasSubstr("hashes are equal or not")));
  for (const char* text : {"abc", "-1", "nan", "inf", "1e-3x", ""}) {
    const ToolRun run = RunTool({"diff", rig_, rig_, std::string("--tolerance=") + text});
    EXPECT_EQ(run.exit_code, 2) << text;
    EXPECT_THAT(run.err, HasSubstr("tolerance")) << text;
  }
  EXPECT_THAT(RunTool({"diff", rig_, rig_, "--tolerance", "abc"}).err,
              HasSubstr("\"abc\" is not a number from 0 up, such as 1e-5"));
}

TEST_F(Diffing, PosesThatHoldNothingOrSomethingElseAreNotTheSame) {
  for (const char* text :
       {R"({"frames":[]})", R"({"frames":[{}]})", R"({"frames":[{"nodes":[]}]})", R"({"frames":7})",
        R"({"frames":[{"nodes":[1,2]}]})", R"({"frames":[{"nodes":[{"i":0,"T":"here"}]}]})",
        R"({"frames":[{"nodes":[{"i":0,"T":[[1]]}]}]})", R"({"frames":[)"}) {
    const std::string file = folder_.Write("a.json", text);
    const ToolRun run = RunTool({"diff", file, file});
    EXPECT_EQ(run.exit_code, 3) << text << run.out;
    EXPECT_THAT(run.err, HasSubstr("a.json: ")) << text;
  }
}

TEST_F(Diffing, PosesOfDifferentSizeSaySo) {
  const auto frame = [](const char* nodes, const char* skins) {
    return std::string(R"({"t":0,"nodes":[)") + nodes + R"(],"skins":[)" + skins + "]}";
  };
  const std::string node = R"({"i":0,"T":[0,0,0]})";
  const std::string base =
      R"({"frames":[)" + frame(node.c_str(), R"({"node":0,"joints":[0],"jointMatrices":[[1,2]]})") +
      "]}";
  const std::string a = folder_.Write("a.json", base);
  const auto said = [&](const std::string& text) {
    const ToolRun run = RunTool({"diff", a, folder_.Write("b.json", text)});
    EXPECT_EQ(run.exit_code, 1) << text << run.err;
    return run.out;
  };
  EXPECT_THAT(said(Replaced(base, node, node + "," + Replaced(node, "\"i\":0", "\"i\":1"))),
              HasSubstr("A lists 1 nodes, B lists 2"));
  EXPECT_THAT(said(Replaced(base, "[[1,2]]", "[[1,2],[1,2]]")),
              HasSubstr("A has 1 jointMatrices, B has 2"));
  EXPECT_THAT(said(Replaced(base, "[0,0,0]", "[0,0]")), HasSubstr("3 numbers in A, 2 in B"));
  EXPECT_THAT(said(Replaced(base, R"("joints":[0])", R"("joints":[4])")), HasSubstr("joints[0]"));
  EXPECT_THAT(said(R"({"frames":[]})"), HasSubstr("A has 1 frames, B has 0"));
}

TEST_F(Diffing, ModelsWhoseVerticesHaveOtherAttributesDiffer) {
  const std::string a = folder_.Write("a.gltf", TriangleGltf(kTriangleData));
  const auto said = [&](const std::string& text) {
    const ToolRun run = RunTool({"diff", a, folder_.Write("b.gltf", text)});
    EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
    return run.out;
  };
  const std::string text = TriangleGltf(kTriangleData);
  // The same three vectors, as normals too: mended where they are no directions, but there.
  EXPECT_THAT(said(Replaced(text, R"("POSITION":0)", R"("POSITION":0,"NORMAL":0)")),
              HasSubstr("A has 0 normals in mesh 0, primitive 0, B has 3"));
  EXPECT_THAT(
      said(Replaced(text, R"({"name":"thing","mesh":0})", R"({"name":"thing"},{"mesh":0})")),
      HasSubstr("A has 1 nodes, B has 2"));
  const std::string clips_a = folder_.Write("ca.gltf", TriangleWithClips({"walk"}));
  const std::string clips_b = folder_.Write("cb.gltf", TriangleWithClips({"walk", "run"}));
  EXPECT_THAT(RunTool({"diff", clips_a, clips_b}).out, HasSubstr("A has 1 clips, B has 2"));
  // A track more that moves nothing is a track more.
  const std::string more = folder_.Write(
      "cc.gltf", Replaced(TriangleWithClips({"walk"}), R"("channels":[)",
                          R"("channels":[{"sampler":0,"target":{"node":0,"path":"scale"}},)"));
  EXPECT_THAT(RunTool({"diff", clips_a, more}).out, HasSubstr("A has 1 tracks in clip 0, B has 2"));
}

TEST_F(Diffing, TangentsAreCompared) {
  // One triangle with a normal and a tangent a vertex; the last tangent turns.
  const auto file = [&](const char* name, std::vector<float> last) {
    std::vector<float> values{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0,
                              0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1};
    values.insert(values.end(), last.begin(), last.end());
    const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * 4);
    return folder_.Write(
        name,
        R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[)"
        R"({"attributes":{"POSITION":0,"NORMAL":1,"TANGENT":2}}]}],"accessors":[)"
        R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],)"
        R"("max":[1,1,0]},{"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"},)"
        R"({"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"}],"bufferViews":[)"
        R"({"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":36},)"
        R"({"buffer":0,"byteOffset":72,"byteLength":48}],"buffers":[{"byteLength":120,"uri":")" +
            DataUri(bytes) + R"("}]})");
  };
  const std::string a = file("a.gltf", {1, 0, 0, 1}), b = file("b.gltf", {0, 1, 0, 1});
  ASSERT_EQ(RunTool({"diff", a, a}).exit_code, 0);
  const ToolRun run = RunTool({"diff", a, b});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("tangent of vertex 2"));
}

TEST_F(Diffing, EveryFieldOfAnInstanceIsCompared) {
  // Two meshes of the same triangle: showing the other one changes no vertex.
  const std::string text = Replaced(TriangleGltf(kTriangleData), R"("meshes":[)",
                                    R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]},)");
  const std::string a = folder_.Write("a.gltf", text);
  const std::string b = folder_.Write("b.gltf", Replaced(text, R"("mesh":0)", R"("mesh":1)"));
  const ToolRun run = RunTool({"diff", a, b});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("shows another mesh in B"));
  // Two skins that are alike: binding to the other one moves no vertex.
  const std::string skinned = TwoSkinnedTriangles();
  const std::string c = folder_.Write("c.gltf", skinned);
  const std::string d =
      folder_.Write("d.gltf", Replaced(skinned, R"("mesh":0,"skin":0)", R"("mesh":0,"skin":1)"));
  EXPECT_THAT(RunTool({"diff", c, d}).out, HasSubstr("has another skin in B"));
}

TEST_F(Diffing, ANodeNamedAssetDoesNotMakeAPoseAModel) {
  const std::string pose =
      R"({"file":"x","frames":[{"t":0,"nodes":[{"i":0,"name":"asset","T":[0,0,0]}]}]})";
  const std::string file = folder_.Write("a.json", pose);
  const ToolRun run = RunTool({"diff", file, file});
  EXPECT_EQ(run.exit_code, 0) << run.err;
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

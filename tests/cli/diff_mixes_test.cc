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
using ::testing::Not;
using ::testing::StartsWith;

class DiffingMixes : public ::testing::Test {
 protected:
  DiffingMixes() { RunTool({"demo", "--rig", "cylinder", "--write", rig_}); }

  std::string Mixed(const char* name, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"mix", rig_, "--json", "--seconds", "1"});
    return folder_.Write(name, RunTool(arguments).out);
  }
  // Exit code 1, and what it says.
  std::string Difference(const std::string& a, const std::string& b) {
    const ToolRun run = RunTool({"diff", a, b});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    return run.out;
  }

  Folder folder_;
  std::string rig_ = folder_ / "demo.glb";
};

TEST_F(DiffingMixes, ATraceIsTheSameAsItself) {
  const std::string a = Mixed("a.json", {"--play", "bend", "--fade", "0.2:twist:0.5"});
  const ToolRun run = RunTool({"diff", a, a});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  // 61 frames of five nodes with ten numbers each; two actions in 29 of them, one in 32.
  EXPECT_THAT(run.out, StartsWith("same: 3,230 values"));
}

TEST_F(DiffingMixes, TheFirstFrameStageAndActionAreNamed) {
  const std::string a = Mixed("a.json", {"--play", "bend", "--fade", "0.2:twist:0.5"});
  EXPECT_THAT(Difference(a, Mixed("b.json", {"--play", "bend", "--fade", "0.2:twist:0.25"})),
              AllOf(StartsWith("different: frame 12 (t = 0.2 s), stage actions: "
                               "weight of \"bend\" by 0.0333"),
                    HasSubstr("largest difference in nodes: ")));
  EXPECT_THAT(Difference(a, Mixed("c.json", {"--play", "bend", "--fade", "0.25:twist:0.5"})),
              HasSubstr("frame 12 (t = 0.2 s), stage actions: weight of \"bend\""));
  EXPECT_THAT(Difference(a, Mixed("d.json", {"--play", "bend"})),
              HasSubstr("frame 12 (t = 0.2 s), stage actions: weight of \"bend\""));
  EXPECT_THAT(Difference(Mixed("e.json", {"--play", "bend"}), Mixed("f.json", {"--play", "twist"})),
              HasSubstr("frame 0 (t = 0 s), stage actions: only A plays \"bend\" by 1"));
}

TEST_F(DiffingMixes, TheFirstJointIsNamedWhereTheActionsAgree) {
  const std::string a = Mixed("a.json", {"--play", "bend"});
  std::string text = ReadText(a);
  // The last frame's tip moves up from 1 to 1.5.
  const std::size_t tip = text.rfind(R"("name":"tip","T":[0,1,0])");
  ASSERT_NE(tip, text.npos);
  text.replace(text.find("0,1,0", tip), 5, "0,1.5,0");
  const std::string b = folder_.Write("b.json", text);
  const ToolRun run = RunTool({"diff", "--json", a, b});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(run.out);
  EXPECT_EQ(std::string_view(json["kind"]), "mixes");
  const simdjson::dom::element first = json["first"];
  EXPECT_EQ(double(first["frame"]), 60.0);
  EXPECT_EQ(std::string_view(first["stage"]), "nodes");
  EXPECT_EQ(double(first["node"]), 4.0);
  EXPECT_EQ(std::string_view(first["name"]), "tip");
  EXPECT_EQ(std::string_view(first["what"]), "T[1]");
  EXPECT_EQ(double(first["by"]), 0.5);
  EXPECT_EQ(RunTool({"diff", "--tolerance", "0.5", a, b}).exit_code, 0);
}

// One frame; `action` and `node` as given.
std::string Frame(const std::string& action, const std::string& node) {
  return R"({"frames":[{"frame":0,"t":0,"actions":[)" + action + R"(],"nodes":[)" + node +
         R"(],"morph":[{"node":0,"weights":[0.5]}]}]})";
}
constexpr char kAction[] = R"({"name":"walk","time":0.5,"weight":0.25})";
constexpr char kNode[] = R"({"i":0,"T":[0,0,0],"R":[0,0,0,1],"S":[1,1,1]})";

TEST_F(DiffingMixes, EveryNumberAndEverySizeCounts) {
  const std::string base = Frame(kAction, kNode);
  const std::string a = folder_.Write("a.json", base);
  const auto said = [&](std::string_view from, std::string_view to) {
    return Difference(a, folder_.Write("b.json", Replaced(base, from, to)));
  };
  EXPECT_EQ(RunTool({"diff", a, a}).exit_code, 0);
  EXPECT_THAT(said("\"time\":0.5", "\"time\":0.75"), HasSubstr("time of \"walk\" by 0.25"));
  EXPECT_THAT(said("\"weight\":0.25", "\"weight\":1"), HasSubstr("weight of \"walk\" by 0.75"));
  EXPECT_THAT(said(kAction, ""), HasSubstr("only A plays \"walk\" by 0.25"));
  EXPECT_THAT(said(kAction, std::string(kAction) + "," + kAction),
              HasSubstr("only B plays \"walk\" by 0.25"));
  EXPECT_THAT(said("\"R\":[0,0,0,1]", "\"R\":[0,0,0,-1]"), HasSubstr("node 0: sign of R by 0"));
  EXPECT_THAT(said("\"R\":[0,0,0,1]", "\"R\":[0,0.75,0,-0.5]"),
              AllOf(HasSubstr("sign of R by 0"), HasSubstr("largest difference in nodes: 0.75")));
  EXPECT_THAT(said("\"S\":[1,1,1]", "\"S\":[1,1,2]"), HasSubstr("S[2] by 1"));
  EXPECT_THAT(said("\"T\":[0,0,0]", "\"T\":[0,-0,0]"), HasSubstr("T[1] by 0"));
  EXPECT_THAT(said("\"T\":[0,0,0]", "\"T\":[0,0]"), HasSubstr("T has 3 numbers in A, 2 in B"));
  EXPECT_THAT(said("\"i\":0", "\"i\":3"), HasSubstr("is node 0 in A, 3 in B"));
  EXPECT_THAT(said(kNode, ""), HasSubstr("stage shape: A lists 1 nodes, B lists 0"));
  EXPECT_THAT(said("[0.5]", "[0.75]"), HasSubstr("stage morph, node 0: morph weight[0] by 0.25"));
  EXPECT_THAT(said("\"t\":0", "\"t\":1"), HasSubstr("stage time"));
  EXPECT_THAT(said("\"t\":0", "\"t\":1e-7"), HasSubstr("stage time")) << "nothing is tolerated";
  EXPECT_EQ(RunTool({"diff", "--tolerance", "1e-9", a,
                     folder_.Write("b.json", Replaced(base, "\"t\":0", "\"t\":1e-7"))})
                .exit_code,
            0)
      << "others round their times";
  const std::string frame = base.substr(11, base.size() - 13);
  EXPECT_THAT(said(frame, frame + "," + frame), HasSubstr("A has 1 frames, B has 2"));
}

TEST_F(DiffingMixes, NodesOfAnotherNumberAreNotCalledByTheLastOnesName) {
  const std::string left = R"({"i":7,"name":"left","T":[0,0,0],"R":[0,0,0,1],"S":[1,1,1]},)";
  const std::string a = folder_.Write("a.json", Frame(kAction, left + kNode));
  const std::string b =
      folder_.Write("b.json", Frame(kAction, left + Replaced(kNode, "\"i\":0", "\"i\":3")));
  EXPECT_THAT(Difference(a, b),
              AllOf(HasSubstr("stage shape: place 1 of nodes is node 0 in A, 3 in B"),
                    Not(HasSubstr("left"))));
}

TEST_F(DiffingMixes, WithAToleranceSignsOfRotationsAndWhatWeighsNothingAreNone) {
  const std::string a = folder_.Write("a.json", Frame(kAction, kNode));
  const auto code = [&](const std::string& text) {
    return RunTool({"diff", "--tolerance", "1e-5", a, folder_.Write("b.json", text)}).exit_code;
  };
  EXPECT_EQ(code(Frame(kAction, Replaced(kNode, "[0,0,0,1]", "[0,0,0,-1]"))), 0);
  const std::string nothing = R"(,{"name":"run","time":0.1,"weight":1e-6})";
  EXPECT_EQ(code(Frame(kAction + nothing, kNode)), 0);
  EXPECT_EQ(code(Frame(kAction + Replaced(nothing, "1e-6", "1e-4"), kNode)), 1);
  // Others list what does not run, too.
  const std::string idle = R"(,{"name":"run","time":0.1,"weight":1,"running":false})";
  EXPECT_EQ(code(Frame(kAction + idle, kNode)), 0);
  EXPECT_EQ(code(Frame(kAction + Replaced(idle, "false", "true"), kNode)), 1);
}

TEST_F(DiffingMixes, WhatIsNoMixIsThreeAndAPoseIsAnotherKind) {
  for (const char* text :
       {R"({"frames":[{"actions":7,"t":0}]})", R"({"frames":[{"actions":[]}]})",
        R"({"frames":[{"actions":[{}],"t":0}]})",
        R"({"frames":[{"actions":[{"name":"a"}],"t":0}]})",
        R"({"frames":[{"actions":[],"t":0,"nodes":[{"i":0}]}]})",
        R"({"frames":[{"actions":[],"t":0,"nodes":[{"T":[0]}]}]})",
        R"({"frames":[{"actions":[],"t":0}]})", R"({"frames":[{"actions":[],"t":0)"}) {
    const std::string file = folder_.Write("a.json", text);
    const ToolRun run = RunTool({"diff", file, file});
    EXPECT_EQ(run.exit_code, 3) << text << run.out;
    EXPECT_THAT(run.err, HasSubstr("a.json: ")) << text;
  }
  const std::string pose = folder_.Write("p.json", RunTool({"pose", rig_, "--json"}).out);
  const ToolRun run = RunTool({"diff", Mixed("m.json", {"--play", "bend"}), pose});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("a mix"), HasSubstr("a pose")));
}

}  // namespace
}  // namespace sinew::testing

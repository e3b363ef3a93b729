// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is said of clips: the same words and keys, whichever command says them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <string>
#include <vector>

#include "cli/run_tool.h"
#include "sinew/gltf.h"
#include "support/runtime_model.h"

namespace sinew::testing {
namespace {

using simdjson::dom::element;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ClipWords, AClipWithoutANameIsItsNumberEverywhere) {
  const Folder folder;
  const std::string in = folder.Write("a.gltf", TriangleWithClips({"walk", ""}, 2.0f));
  const std::string out = folder / "a.sinew";
  const std::vector<std::vector<std::string>> commands{
      {"inspect", in},
      {"pack", in, "-o", out},
      {"inspect", out},
      {"pose", in, "--clip", "1"},
      {"pose", in, "--clip", "run"},
      {"mix", in, "--play", "1"},
      {"mix", in, "--play", "1", "--json"},
      {"merge", in, in, "-o", folder / "b.glb"},
  };
  for (const std::vector<std::string>& command : commands) {
    const ToolRun run = RunTool(command);
    EXPECT_THAT(run.out + run.err, AllOf(HasSubstr("#1"), Not(HasSubstr("unnamed"))))
        << command[0] << " " << command[1];
  }
  const std::string alone = folder.Write("alone.gltf", TriangleWithClips({""}));
  EXPECT_THAT(RunTool({"pack", alone, "-o", out}).out, HasSubstr("the worst clip is #0, "));
  EXPECT_THAT(RunTool({"hash", "--packed", "--limit", "max_pack_bytes=1", alone}).err,
              HasSubstr("clip #0 cannot be packed"));
  EXPECT_THAT(RunTool({"hash", "--packed", "--limit", "max_pack_bytes=1", in}).err,
              HasSubstr("clip 0 (walk) cannot be packed"));
}

// Joint 2 of the skeleton, "left arm", is node 1 of the file.
class ClipsWithEvents : public ::testing::Test {
 protected:
  ClipsWithEvents() {
    const Result<std::vector<std::byte>> glb = WriteGlb(RuntimeModel());
    model_ = folder_.Write("model.glb", {reinterpret_cast<const char*>(glb->data()), glb->size()});
    packed_ = folder_ / "model.sinew";
    packing_ = RunTool({"pack", model_, "-o", packed_, "--error", "0.01", "--json"}).out;
  }

  Folder folder_;
  std::string model_, packed_, packing_;
};

TEST_F(ClipsWithEvents, SayEventsAndRootMotionAlikeInJson) {
  const auto check = [](const element& clips, const std::string& whose) {
    const element none = clips.at(0);
    EXPECT_EQ(none["events"].get_array().value().size(), 0u) << whose;
    EXPECT_TRUE(none["rootMotion"].is_null()) << whose;
    const element clip = clips.at(2);
    EXPECT_EQ(clip["name"].get_string().value(), "random 2") << whose;
    const element events = clip["events"];
    ASSERT_EQ(events.get_array().value().size(), 3u) << whose;
    EXPECT_EQ(events.at(1)["name"].get_string().value(), "foot \u00e9") << whose;
    EXPECT_EQ(events.at(1)["t"].get_double().value(), 0.25) << whose;
    EXPECT_EQ(static_cast<float>(events.at(2)["t"].get_double().value()),
              static_cast<float>(clip["duration"].get_double().value()))
        << whose;
    EXPECT_EQ(clip["rootMotion"]["node"].get_int64().value(), 1) << whose;
    EXPECT_EQ(clip["rootMotion"]["name"].get_string().value(), "left arm") << whose;
  };
  for (const std::string& file : {model_, packed_}) {
    const ToolRun run = RunTool({"inspect", "--json", file});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    simdjson::dom::parser parser;
    check(parser.parse(run.out)["files"].at(0)["clips"], file);
  }
  simdjson::dom::parser parser;
  check(parser.parse(packing_)["clips"], "pack");
}

TEST_F(ClipsWithEvents, SayThemAlikeInTables) {
  for (const std::string& file : {model_, packed_}) {
    const ToolRun run = RunTool({"inspect", file});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out,
                AllOf(HasSubstr("events  root motion"), ContainsRegex("2  random 2 .* 3  left arm"),
                      ContainsRegex("0  wave .* 0  -")));
  }
}

TEST(ClipWords, RootMotionOfANodeWithoutANameIsCalledByItsNumber) {
  const Folder folder;
  Model::Parts parts = RuntimeModel().parts();
  Clip::Parts clip = parts.clips[2].parts();
  clip.root_motion_joint = 5;  // Node 3.
  parts.clips[2] = Clip::Create(std::move(clip)).value();
  const Result<std::vector<std::byte>> glb = WriteGlb(Model::Create(std::move(parts)).value());
  const std::string file =
      folder.Write("a.glb", {reinterpret_cast<const char*>(glb->data()), glb->size()});
  EXPECT_THAT(RunTool({"inspect", file}).out, ContainsRegex("random 2 .* 3  bone_3"));
  EXPECT_THAT(RunTool({"pack", file, "-o", folder / "a.sinew", "--error", "0.01"}).out,
              ContainsRegex("random 2 .* 3  bone_3"));
  EXPECT_THAT(RunTool({"inspect", "--json", file}).out,
              HasSubstr(R"("rootMotion":{"node":3,"name":""})"));
}

}  // namespace
}  // namespace sinew::testing

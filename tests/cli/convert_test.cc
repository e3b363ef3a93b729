// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew convert, and .js3d scenes in every command that takes a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>

#include "cli/run_tool.h"
#include "support/assets.h"
#include "support/gltf_builder.h"
#include "support/js3d_builder.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Convert, AJs3dBecomesAGlbThatPosesToTheSameBits) {
  const Folder folder;
  const std::string in = folder.Write("scene.js3d", EverythingJs3d().Text());
  const std::string out = folder / "scene.glb";
  const ToolRun run = RunTool({"convert", in, out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("scene.glb: 8 nodes, 2 meshes, 12 vertices, 1 clip, "));
  EXPECT_THAT(run.err, AllOf(HasSubstr("not carried: cameras (1), first at /scene/cameras"),
                             HasSubstr("not carried: animated channels")));
  const ToolRun valid = RunTool({"validate", "--fail-on", "warning", out});
  EXPECT_EQ(valid.exit_code, 0) << valid.out;
  const ToolRun before = RunTool({"hash", in}), after = RunTool({"hash", out});
  EXPECT_EQ(before.exit_code, 0) << before.err;
  EXPECT_EQ(before.out.size(), 17u);
  EXPECT_EQ(before.out, after.out);
  const ToolRun diff = RunTool({"diff", in, out});
  EXPECT_EQ(diff.exit_code, 0) << diff.out << diff.err;
  EXPECT_THAT(folder.Names(), ElementsAre("scene.glb", "scene.js3d"));
}

TEST(Convert, AGltfBecomesTheSameGlbTwice) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  ASSERT_EQ(RunTool({"convert", in, folder / "a.glb"}).exit_code, 0);
  ASSERT_EQ(RunTool({"convert", folder / "a.glb", folder / "b.glb"}).exit_code, 0);
  EXPECT_EQ(ReadText(folder / "a.glb"), ReadText(folder / "b.glb"));
  EXPECT_EQ(RunTool({"hash", in}).out, RunTool({"hash", folder / "a.glb"}).out);
}

TEST(Convert, SaysAsJsonWhatWasWrittenAndWhatWasLost) {
  const Folder folder;
  std::string text = EverythingJs3d().Text();
  text = Replaced(text, "\"rotation\":[0,0,0,1]", "\"rotation\":[0,0,0,2]");
  const std::string in = folder.Write("scene.js3d", text);
  const ToolRun run = RunTool({"convert", "--json", in, folder / "scene.glb"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  simdjson::dom::element json;
  ASSERT_EQ(parser.parse(run.out).get(json), simdjson::SUCCESS) << run.out;
  EXPECT_EQ(json["file"].get_string().value(), in);
  EXPECT_EQ(json["nodes"].get_int64().value(), 8);
  EXPECT_EQ(json["skins"].get_int64().value(), 1);
  EXPECT_EQ(json["bytes"].get_uint64().value(), std::filesystem::file_size(folder / "scene.glb"));
  EXPECT_EQ(json["notCarried"].at(0)["kind"].get_string().value(), "draw-settings");
  EXPECT_EQ(json["mends"].at(0)["rule"].get_string().value(), "rotation-normalised");
  EXPECT_EQ(json["mends"].at(0)["pointer"].get_string().value(), "/scene/transforms/place");
  EXPECT_EQ(RunTool({"convert", "--strict", in, folder / "strict.glb"}).exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(folder / "strict.glb"));
}

TEST(Convert, RefusesWhatItCannotDoAndWritesNothing) {
  const Folder folder;
  const std::string in = folder.Write("scene.js3d", Arm().Text());
  const std::string broken = folder.Write("broken.js3d", "{\"scene\":{\"transforms\":3}}");
  struct Case {
    std::vector<std::string> files;
    int exit_code;
    const char* message;
  };
  const Case cases[] = {
      {{in}, 2, "an input and an output"},
      {{in, in, folder / "out.glb"}, 2, "one input and one output, not 3 files"},
      {{in, folder / "out.fbx"}, 2, "does not end in .glb"},
      {{in, folder / "out.gltf"}, 4, "writing .gltf is not supported"},
      {{in, folder / "out.js3d"}, 4, "writing .js3d is not supported"},
      {{folder / "missing.js3d", folder / "out.glb"}, 3, "cannot open"},
      {{broken, folder / "out.glb"}, 3, "/scene/transforms: found a number, expected an object"},
      {{in, folder / "nowhere/out.glb"}, 3, "nowhere"},
  };
  for (const Case& one : cases) {
    std::vector<std::string> arguments{"convert"};
    arguments.insert(arguments.end(), one.files.begin(), one.files.end());
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, one.exit_code) << one.message << run.err;
    EXPECT_THAT(run.err, HasSubstr(one.message));
  }
  EXPECT_THAT(folder.Names(), ElementsAre("broken.js3d", "scene.js3d"));
}

// Three joints at the origin, of which clip "lift" raises the third by 8 and lowers it again; one
// skinned vertex of weights 0.5, 0.375, 0.125, in a triangle.
std::string LiftGltf() {
  GltfBuilder file;
  const int positions = file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  const int joints = file.U8("VEC4", {0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0});
  const int weights =
      file.Floats("VEC4", {1, 0, 0, 0, 0.5f, 0.375f, 0.125f, 0, 1, 0, 0, 0}, "", Bounds::kLeftOut);
  file.Mesh("{'primitives':[{'attributes':{'POSITION':" + std::to_string(positions) +
            ",'JOINTS_0':" + std::to_string(joints) + ",'WEIGHTS_0':" + std::to_string(weights) +
            "}}]}");
  file.Node("{'name':'body','mesh':0,'skin':0}");
  file.Node("{'name':'a','children':[2,3]}");
  file.Node("{'name':'b'}");
  file.Node("{'name':'lifted'}");
  file.Skin("{'joints':[1,2,3]}");
  const int times = file.Floats("SCALAR", {0, 0.333f, 1});
  file.Animate(3, "translation", times, file.Floats("VEC3", {0, 0, 0, 0, 8, 0, 0, 0, 0}));
  file.Scene("[0,1]");
  return file.Text();
}

TEST(Convert, LimitsInfluencesAndSaysWhatThatCosts) {  // C5
  const Folder folder;
  const std::string in = folder.Write("lift.gltf", LiftGltf()), out = folder / "two.glb";
  const ToolRun run = RunTool({"convert", in, out, "--max-influences", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("up to 2 influences per vertex instead of 3"),
                             HasSubstr("from 1 vertex, the largest 0.125 (mesh 0, primitive 0, "
                                       "vertex 1, lifted)"),
                             HasSubstr("worst displacement 1 in clip"), HasSubstr("at 0.333 s"),
                             HasSubstr("vertex 1)")));
  EXPECT_THAT(RunTool({"inspect", "--json", out}).out, HasSubstr("\"maxInfluences\":2"));

  const ToolRun json = RunTool({"convert", "--json", in, out, "--max-influences", "2"});
  ASSERT_EQ(json.exit_code, 0) << json.err;
  simdjson::dom::parser parser;
  simdjson::dom::element all;
  ASSERT_EQ(parser.parse(json.out).get(all), simdjson::SUCCESS) << json.out;
  const simdjson::dom::element limit = all["limit"];
  EXPECT_EQ(limit["mostInfluencesBefore"].get_int64().value(), 3);
  EXPECT_EQ(limit["mostInfluences"].get_int64().value(), 2);
  EXPECT_EQ(limit["limited"].get_int64().value(), 1);
  EXPECT_EQ(limit["largestDropped"].get_double().value(), 0.125);
  EXPECT_EQ(limit["dropped"]["joint"].get_int64().value(), 2);
  EXPECT_NEAR(limit["worst"]["distance"].get_double().value(), 1.0, 1e-6);
  EXPECT_EQ(limit["worst"]["clip"].get_int64().value(), 0);
  EXPECT_EQ(limit["worst"]["node"].get_int64().value(), 0);
  EXPECT_EQ(limit["worst"]["vertex"].get_int64().value(), 1);
  EXPECT_EQ(limit["rest"]["distance"].get_double().value(), 0.0);
  EXPECT_EQ(limit["clips"].get_array().value().size(), 1u);
}

TEST(Convert, SaysWhereALimitTookNothingAndRefusesALimitOfNone) {
  const Folder folder;
  const std::string in = folder.Write("lift.gltf", LiftGltf());
  const ToolRun run = RunTool({"convert", in, folder / "a.glb", "--max-influences", "4"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("up to 3 influences per vertex: the limit took none"));
  EXPECT_EQ(RunTool({"convert", in, folder / "b.glb"}).exit_code, 0);
  EXPECT_EQ(ReadText(folder / "a.glb"), ReadText(folder / "b.glb"));
  EXPECT_EQ(RunTool({"convert", in, folder / "c.glb", "--max-influences", "0"}).exit_code, 2);
  const ToolRun costly = RunTool(
      {"convert", in, folder / "c.glb", "--max-influences", "2", "--limit", "max_work=100"});
  EXPECT_EQ(costly.exit_code, 3) << costly.err;
  EXPECT_THAT(costly.err, HasSubstr("max_work"));
  EXPECT_THAT(folder.Names(), ElementsAre("a.glb", "b.glb", "lift.gltf"));
}

TEST(Convert, DoesNotWriteOverItsInput) {
  const Folder folder;
  const std::string in = folder.Write("scene.glb", Arm().Text());  // A scene all the same.
  const ToolRun run = RunTool({"convert", in, in});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("is the input"));
  EXPECT_EQ(ReadText(in), Arm().Text());
  EXPECT_EQ(RunTool({"convert", in, folder / "out.glb"}).exit_code, 0);
}

TEST(Convert, HalfAFileIsNone) {
  const Folder folder;
  const std::string in = folder.Write("scene.js3d", EverythingJs3d().Text());
  const ToolRun run = RunTool({"convert", in, folder / "out.glb"}, {.max_file_bytes = 512});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_THAT(folder.Names(), ElementsAre("scene.js3d"));
}

// --- the other commands ---

TEST(Js3dFiles, EveryCommandThatTakesAFileTakesOne) {
  const Folder folder;
  const std::string file = folder.Write("scene.js3d", EverythingJs3d().Text());
  const ToolRun inspect = RunTool({"inspect", file});
  EXPECT_EQ(inspect.exit_code, 0) << inspect.err;
  EXPECT_THAT(inspect.out, AllOf(HasSubstr("8 nodes"), HasSubstr("animation")));
  EXPECT_EQ(RunTool({"pose", file, "--clip", "animation", "--times", "0.5", "--json"}).exit_code,
            0);
  EXPECT_EQ(RunTool({"mix", file, "--play", "animation", "--json"}).exit_code, 0);
  EXPECT_EQ(RunTool({"skin", file, "-o", folder / "posed.obj"}).exit_code, 0);
  EXPECT_EQ(RunTool({"hash", "--packed", file}).exit_code, 0);
  EXPECT_EQ(RunTool({"weights", file, "-o", folder / "weighed.glb"}).exit_code, 0);
  EXPECT_EQ(RunTool({"diff", file, file}).exit_code, 0);
  EXPECT_EQ(RunTool({"bench", file, "--repeat", "1"}).exit_code, 0);
  EXPECT_NE(RunTool({"hash", "--up", "z", file}).out, RunTool({"hash", file}).out);
}

TEST(Js3dFiles, ValidateNamesWhatIsMendedLostOrWrong) {
  const Folder folder;
  const std::string good = folder.Write("good.js3d", Arm().Text());
  const ToolRun valid = RunTool({"validate", "--fail-on", "warning", good});
  EXPECT_EQ(valid.exit_code, 0) << valid.out;
  EXPECT_THAT(valid.out, HasSubstr("good.js3d: valid: no errors, no warnings, nothing mended"));

  const ToolRun lossy =
      RunTool({"validate", "--all", folder.Write("lossy.js3d", EverythingJs3d().Text())});
  EXPECT_EQ(lossy.exit_code, 0);
  EXPECT_THAT(lossy.out, HasSubstr("information: /scene/cameras: not carried: cameras (1)"));

  const std::string bent = folder.Write(
      "bent.js3d", Replaced(Arm().Text(), "\"rotation\":[0,0,0,1]", "\"rotation\":[0,0,0,2]"));
  EXPECT_EQ(RunTool({"validate", bent}).exit_code, 0);
  const ToolRun warned = RunTool({"validate", "--fail-on", "warning", bent});
  EXPECT_EQ(warned.exit_code, 1);
  EXPECT_THAT(warned.out, HasSubstr("warning: /scene/transforms/place: mended by the rule "
                                    "rotation-normalised, 1 time [JS3D_MENDED]"));

  const std::string wrong = folder.Write(
      "wrong.js3d", Replaced(Arm().Text(), "\"parent\":null", "\"parent\":\"nobody\""));
  const ToolRun refused = RunTool({"validate", wrong});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out,
              AllOf(HasSubstr("error: /scene/transforms/place/parent: "), HasSubstr("NOT VALID")));
  const std::string other =
      folder.Write("other.js3d", Replaced(Arm().Text(), "js3d-v1", "js3d-v9"));
  EXPECT_EQ(RunTool({"validate", other}).exit_code, 4);
}

TEST(Js3dFiles, AreKnownByContentAndElseByTheirEnding) {
  const Folder folder;
  EXPECT_EQ(RunTool({"hash", folder.Write("scene.txt", Arm().Text())}).exit_code, 0);
  EXPECT_EQ(RunTool({"hash", folder.Write("thing.js3d", TriangleGltf(kTriangleData))}).exit_code,
            0);
  const ToolRun neither = RunTool({"hash", folder.Write("neither.js3d", "{}")});
  EXPECT_EQ(neither.exit_code, 3);
  EXPECT_THAT(neither.err, HasSubstr("found no \"scene\""));
}

TEST(Js3dFiles, LimitsAreTheSameOptionsAsEverywhere) {
  const Folder folder;
  const std::string file = folder.Write("scene.js3d", Arm().Text());
  const ToolRun run = RunTool({"hash", "--limit", "max_nodes=3", file});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("--limit max_nodes=N raises it"));
}

TEST(Js3dFiles, TheHumanOfScotty3dConverts) {
  constexpr char kHuman[] = "vectors/A4-human.js3d";
  SINEW_SKIP_WITHOUT_ASSET(kHuman);
  const Folder folder;
  const std::string out = folder / "human.glb";
  const ToolRun run = RunTool({"convert", AssetPath(kHuman), out});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_EQ(RunTool({"validate", "--fail-on", "warning", out}).exit_code, 0);
  const std::string before = RunTool({"hash", AssetPath(kHuman)}).out;
  EXPECT_THAT(before, Not(IsEmpty()));
  EXPECT_EQ(before, RunTool({"hash", out}).out);
}

}  // namespace
}  // namespace sinew::testing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The tool's manners: exit codes, what goes to which stream, batches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "cli/run_tool.h"
#include "support/sanitized.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

// --- the demo ---

TEST(Cli, WithoutArgumentsItRunsTheDemoAndSaysTheSameEveryTime) {
  const ToolRun first = RunTool({}), second = kSanitized ? first : RunTool({"demo"});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, AllOf(HasSubstr("walk"), HasSubstr("1 CUBICSPLINE"),
                               ContainsRegex("hash +[0-9a-f]{16}\n")));
  EXPECT_EQ(first.out, second.out);
  EXPECT_THAT(first.err, IsEmpty());
}

TEST(Cli, TheDemosAreValidFiles) {
  const Folder folder;
  for (const char* rig : {"character", "cylinder"}) {
    const std::string file = folder / (std::string(rig) + ".glb");
    ASSERT_EQ(RunTool({"demo", "--rig", rig, "--write", file}).exit_code, 0);
    const ToolRun run = RunTool({"validate", "--fail-on", "warning", file});
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("no errors, no warnings, nothing mended"));
  }
}

TEST(Cli, TheCylinderIsThereForThoseWhoAskForIt) {
  const ToolRun run = RunTool({"demo", "--rig", "cylinder"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("bend"), HasSubstr("twist"), HasSubstr("408 vertices"),
                             HasSubstr("ae7fc59e9a52daf1")));
  EXPECT_EQ(RunTool({"demo", "--rig", "cube"}).exit_code, 2);
}

// --- help and wrong usage ---

TEST(Cli, EveryCommandHasHelpWithExamples) {
  for (const char* command :
       {"demo", "inspect", "validate", "pose", "skin", "weights", "hash", "diff", "convert"}) {
    const ToolRun run = RunTool({command, "--help"});
    EXPECT_EQ(run.exit_code, 0) << command;
    EXPECT_THAT(run.out, HasSubstr("Examples:\n  sinew")) << command;
    EXPECT_THAT(run.err, IsEmpty()) << command;
  }
  EXPECT_THAT(RunTool({"--help"}).out, HasSubstr("Exit codes"));
}

TEST(Cli, VersionIsOneLine) {
  const ToolRun run = RunTool({"--version"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, MatchesRegex("sinew [0-9]+\\.[0-9]+\\.[0-9]+ \\(arithmetic [0-9]+\\)\n"));
}

TEST(Cli, WrongUsageIsTwoWithAHintAndNothingOnStdout) {
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleGltf(kTriangleData));
  const std::string rig = folder / "demo.glb";
  ASSERT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", rig}).exit_code, 0);
  const std::vector<std::vector<std::string>> wrong = {
      {"dance"},
      {"inspect"},
      {"inspect", "--loud", file},
      {"inspect", "--up", "x", file},
      {"validate", "--fail-on", "rain", file},
      {"pose", rig, "--clip", "0", "--times", "0,,1"},
      {"pose", rig, "--clip", "0", "--times", "nan"},
      {"skin", file, "-o", folder / "out.fbx"},
      {"skin", file, "--time", "1", "-o", folder / "out.obj"},
      {"skin", file, "--method", "cubic", "-o", folder / "out.obj"},
      {"skin", file},
      {"diff", file},
  };
  for (const auto& arguments : wrong) {
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments[0] << ' ' << arguments.back() << ": " << run.err;
    EXPECT_THAT(run.err, StartsWith("sinew: ")) << arguments[0];
    EXPECT_THAT(run.out, IsEmpty()) << arguments[0];
  }
  EXPECT_THAT(RunTool({"dance"}).err,
              AllOf(HasSubstr("\"dance\""), HasSubstr("inspect"), HasSubstr("hint: ")));
  EXPECT_THAT(RunTool({"pose"}).err, HasSubstr("hint: sinew pose --help"));
}

TEST(Cli, AnUnknownClipListsTheOnesThereAre) {
  const Folder folder;
  const std::string rig = folder / "demo.glb";
  ASSERT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", rig}).exit_code, 0);
  const ToolRun run = RunTool({"pose", rig, "--clip", "Bend"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("\"Bend\""), HasSubstr("0 \"bend\", 1 \"twist\"")));
  EXPECT_EQ(RunTool({"pose", rig, "--clip", "7"}).exit_code, 2);
  EXPECT_EQ(RunTool({"pose", rig, "--clip", "1"}).exit_code, 0);
}

// --- files that cannot be had, or not understood ---

TEST(Cli, AFileThatCannotBeOpenedIsThree) {
  const Folder folder;
  for (const char* command : {"inspect", "validate", "pose", "hash"}) {
    const ToolRun run = RunTool({command, folder / "missing.glb"});
    EXPECT_EQ(run.exit_code, 3) << command;
    EXPECT_THAT(run.err, HasSubstr("missing.glb: cannot open: No such file")) << command;
  }
  EXPECT_EQ(RunTool({"hash", folder.path().string()}).exit_code, 3);
}

TEST(Cli, AFileThatCannotBeParsedIsThreeOutsideValidateAndAFindingInside) {
  const Folder folder;
  const std::string file = folder.Write("broken.gltf", "{\"asset\": oops}");
  EXPECT_EQ(RunTool({"inspect", file}).exit_code, 3);
  EXPECT_EQ(RunTool({"hash", file}).exit_code, 3);
  const ToolRun run = RunTool({"validate", file});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("NOT VALID"));
}

TEST(Cli, ARequiredExtensionThatIsUnknownIsFourAndNamed) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.insert(1, R"("extensionsUsed":["EXT_tea"],"extensionsRequired":["EXT_tea"],)");
  const std::string file = folder.Write("tea.gltf", text);
  for (const char* command : {"inspect", "pose", "hash", "validate"}) {
    const ToolRun run = RunTool({command, file});
    EXPECT_EQ(run.exit_code, 4) << command;
    EXPECT_THAT(run.err, HasSubstr("EXT_tea")) << command;
  }
}

TEST(Cli, AMeshoptStreamOfANewerCodecIsFourWithThatReason) {
  const Folder folder;
  std::string text = TriangleGltf(DataUri(std::string("\xa2") + std::string(35, '\0')));
  text.insert(1, R"("extensionsUsed":["EXT_meshopt_compression"],)"
                 R"("extensionsRequired":["EXT_meshopt_compression"],)");
  text = Replaced(text, R"("target":34962})",
                  R"("extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":36,)"
                  R"("byteStride":12,"count":3,"mode":"ATTRIBUTES"}}})");
  const std::string file = folder.Write("new.gltf", text);
  for (const char* command : {"inspect", "pose", "hash", "validate"}) {
    const ToolRun run = RunTool({command, file});
    EXPECT_EQ(run.exit_code, 4) << command << run.out;
    EXPECT_THAT(run.err, HasSubstr("meshopt attribute stream is of version 2")) << command;
  }
}

TEST(Cli, AModelThatCannotBePosedIsStillInspected) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text = Replaced(text, R"("name":"thing")",
                  R"("name":"thing","scale":[1e17,1,1],"children":[1]},)"
                  R"({"mesh":0,"scale":[1e17,1,1])");
  const std::string file = folder.Write("huge.gltf", text);
  const ToolRun inspected = RunTool({"inspect", file});
  EXPECT_EQ(inspected.exit_code, 0) << inspected.err;
  EXPECT_THAT(inspected.out, HasSubstr("numbers beyond 1e18"));
  EXPECT_THAT(inspected.out, HasSubstr("2 nodes"));
  const ToolRun posed = RunTool({"pose", file});
  EXPECT_EQ(posed.exit_code, 3);
  EXPECT_THAT(posed.err, HasSubstr("numbers beyond 1e18"));
}

// --- validate ---

TEST(Cli, ValidateReportsCodeSeverityPointerAndMessage) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.replace(text.find("\"mesh\":0"), 8, "\"mesh\":7");
  const std::string file = folder.Write("bad.gltf", text);
  const ToolRun run = RunTool({"validate", "--json", file});
  EXPECT_EQ(run.exit_code, 1);
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(run.out);
  const simdjson::dom::element judged = json["files"].at(0);
  EXPECT_EQ(std::string_view(judged["file"]), file);
  EXPECT_FALSE(bool(judged["valid"]));
  bool found = false;
  for (const simdjson::dom::element issue : judged["issues"]) {
    if (std::string_view(issue["code"]) != "UNRESOLVED_REFERENCE") continue;
    found = true;
    EXPECT_EQ(std::string_view(issue["severity"]), "error");
    EXPECT_EQ(std::string_view(issue["pointer"]), "/nodes/0/mesh");
    EXPECT_FALSE(std::string_view(issue["message"]).empty());
  }
  EXPECT_TRUE(found) << run.out;
}

TEST(Cli, ValidateFailsOnWarningsOnlyWhenAsked) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.insert(1, R"("surprise":1,)");
  const std::string file = folder.Write("warns.gltf", text);
  const ToolRun lax = RunTool({"validate", file});
  EXPECT_EQ(lax.exit_code, 0) << lax.out;
  EXPECT_THAT(lax.out, HasSubstr("UNEXPECTED_PROPERTY"));
  EXPECT_EQ(RunTool({"validate", "--fail-on", "warning", file}).exit_code, 1);
}

// --- batches ---

TEST(Cli, OneBadFileDoesNotStopTheBatchAndTheLargestCodeWins) {
  const Folder folder;
  const std::string good = folder.Write("good.gltf", TriangleGltf(kTriangleData));
  const std::string broken = folder.Write("broken.gltf", "{");
  const std::string missing = folder / "missing.gltf";
  const ToolRun judged = RunTool({"validate", "--json", missing, broken, good});
  EXPECT_EQ(judged.exit_code, 3);
  simdjson::dom::parser parser;
  simdjson::dom::element json = parser.parse(judged.out);
  ASSERT_EQ(json["files"].get_array().size(), 3u);
  EXPECT_FALSE(bool(json["files"].at(0)["valid"]));
  EXPECT_FALSE(bool(json["files"].at(1)["valid"]));
  EXPECT_TRUE(bool(json["files"].at(2)["valid"]));

  EXPECT_EQ(RunTool({"validate", broken, good}).exit_code, 1);
  const ToolRun inspected = RunTool({"inspect", "--json", broken, good});
  EXPECT_EQ(inspected.exit_code, 3);
  json = parser.parse(inspected.out);
  EXPECT_FALSE(bool(json["files"].at(0)["loaded"]));
  EXPECT_TRUE(bool(json["files"].at(1)["loaded"]));
}

// --- inspect ---

TEST(Cli, InspectMeasuresTheDemoRig) {
  const Folder folder;
  const std::string rig = folder / "demo.glb";
  ASSERT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", rig}).exit_code, 0);
  const ToolRun run = RunTool({"inspect", "--json", rig});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element file = parser.parse(run.out)["files"].at(0);
  EXPECT_EQ(file["nodes"].get_array().size(), 5u);
  const simdjson::dom::element skin = file["skins"].at(0);
  EXPECT_EQ(std::int64_t(skin["joints"]), 4);
  EXPECT_EQ(skin["roots"].get_array().size(), 1u);
  EXPECT_EQ(std::int64_t(skin["roots"].at(0)), 1);  // "base"
  EXPECT_EQ(skin["unusedJoints"].get_array().size(), 1u);
  EXPECT_EQ(std::int64_t(skin["unusedJoints"].at(0)), 4);                   // "tip"
  EXPECT_EQ(skin["bindDiffersFromRest"]["joints"].get_array().size(), 0u);  // C13
  const simdjson::dom::element mesh = file["meshes"].at(0);
  EXPECT_EQ(std::int64_t(mesh["vertices"]), 408);
  EXPECT_EQ(std::int64_t(mesh["triangles"]), 768);
  EXPECT_EQ(std::int64_t(mesh["maxInfluences"]), 2);
  const simdjson::dom::element twist = file["clips"].at(1);
  EXPECT_EQ(std::string_view(twist["name"]), "twist");
  EXPECT_EQ(double(twist["duration"]), 1.5);
  EXPECT_EQ(std::int64_t(twist["channels"]), 2);
  EXPECT_EQ(std::int64_t(twist["keys"]), 6);
  EXPECT_EQ(std::int64_t(twist["interpolation"]["STEP"]), 1);
  EXPECT_EQ(std::int64_t(twist["interpolation"]["LINEAR"]), 0);
  EXPECT_EQ(std::int64_t(twist["interpolation"]["CUBICSPLINE"]), 1);
  EXPECT_EQ(double(file["restBounds"]["max"].at(1)), 3.0);
  // Scaled to 9/8 in x and z from 0.5 s to 1 s: the step must be seen. The box of a round joint
  // that turns is wider than it, by a root of two at most.
  EXPECT_GE(double(twist["bounds"]["max"].at(0)), 0.35 * 1.125);
  EXPECT_LT(double(twist["bounds"]["max"].at(0)), 0.35 * 1.125 * 1.4143 + 0.05);
  EXPECT_LT(double(twist["boundsSlack"]), 0.05);
  EXPECT_GT(double(twist["boundsSlack"]), 0.0);
}

TEST(Cli, NamesFromFilesCannotSpeakToTheTerminal) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.replace(text.find("thing"), 5, "\\u001b[2Jboo\\u0007");
  const std::string file = folder.Write("rude.gltf", text);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"inspect", "--nodes", file}, {"pose", file}}) {
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\\x1b[2Jboo\\x07"));
    EXPECT_THAT(run.out, Not(HasSubstr("\x1b")));
  }
}

}  // namespace
}  // namespace sinew::testing

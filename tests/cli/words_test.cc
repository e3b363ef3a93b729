// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people type and read: names of clips and commands, help, lists that are cut, errors for
// programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "cli/run_tool.h"
#include "support/sanitized.h"
#include "support/source_dir.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

namespace fs = std::filesystem;

std::size_t LineCount(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// --- clips ---

class NamingClips : public ::testing::Test {
 protected:
  // The number of the clip that `wanted` picks, or -1.
  std::int64_t Picked(const std::string& file, const std::string& wanted) {
    const ToolRun run = RunTool({"pose", file, "--clip", wanted, "--json"});
    if (run.exit_code != 0) return -1;
    return parser_.parse(run.out)["clip"];
  }

  Folder folder_;
  simdjson::dom::parser parser_;
};

TEST_F(NamingClips, AnExactNameComesBeforeANumber) {
  const std::string file = folder_.Write("a.gltf", TriangleWithClips({"2", "0", "walk"}));
  EXPECT_EQ(Picked(file, "2"), 0);
  EXPECT_EQ(Picked(file, "0"), 1);
  EXPECT_EQ(Picked(file, "1"), 1);   // No such name: the number.
  EXPECT_EQ(Picked(file, "#2"), 2);  // The number, in any case.
  EXPECT_EQ(Picked(file, "walk"), 2);
  EXPECT_EQ(Picked(file, "3"), -1);
  EXPECT_EQ(Picked(file, ""), -1);
}

TEST_F(NamingClips, UnnamedOnesAreShownAndPickedByNumber) {
  const std::string file = folder_.Write("a.gltf", TriangleWithClips({"walk", ""}));
  EXPECT_THAT(RunTool({"inspect", file}).out, HasSubstr("1  #1"));
  EXPECT_EQ(Picked(file, "#1"), 1);
  EXPECT_EQ(Picked(file, "1"), 1);
  EXPECT_THAT(RunTool({"pose", file, "--clip", "run"}).err, HasSubstr("0 \"walk\", #1"));
}

TEST_F(NamingClips, ANearMissIsAskedBack) {
  const std::string file =
      folder_.Write("a.gltf", TriangleWithClips({"Idle_Long", "1H_Melee_Attack_Chop", "Run"}));
  const auto complaint = [&](const char* wanted) {
    const ToolRun run = RunTool({"pose", file, "--clip", wanted});
    EXPECT_EQ(run.exit_code, 2);
    return run.err;
  };
  EXPECT_THAT(complaint("idle long"), HasSubstr("did you mean \"Idle_Long\"?"));
  EXPECT_THAT(complaint("Rnu"), HasSubstr("did you mean \"Run\"?"));
  EXPECT_THAT(complaint("chop"), HasSubstr("did you mean \"1H_Melee_Attack_Chop\"?"));
  EXPECT_THAT(complaint("swim"), Not(HasSubstr("did you mean")));
}

TEST_F(NamingClips, LongListsAndNamesAreCutUnlessAllIsAskedFor) {
  std::vector<std::string> names;
  for (int i = 0; i < 30; ++i)
    names.push_back("a_name_that_is_longer_than_its_column_" + std::to_string(i));
  const std::string file = folder_.Write("a.gltf", TriangleWithClips(names));
  const ToolRun some = RunTool({"inspect", file}), all = RunTool({"inspect", "--all", file});
  EXPECT_THAT(some.out, AllOf(HasSubstr("... and 18 more (--all)"), Not(HasSubstr(names[0]))));
  EXPECT_THAT(all.out, AllOf(HasSubstr(names[0]), HasSubstr(names[29]), Not(HasSubstr("..."))));
  const std::string complaint = RunTool({"pose", file, "--clip", "zzz"}).err;
  EXPECT_THAT(complaint, HasSubstr("and 22 more (sinew inspect --all)"));
}

TEST_F(NamingClips, OnePoseTakesOneTime) {
  const std::string file = folder_.Write("a.gltf", TriangleWithClips({"walk"}));
  const ToolRun run =
      RunTool({"skin", file, "--clip", "walk", "--time", "0.25,0.5", "-o", folder_ / "out.obj"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("--time takes one time, not 2"), HasSubstr("--times")));
  EXPECT_FALSE(fs::exists(folder_.path() / "out.obj"));
}

// --- help and usage ---

TEST(Words, HelpOnACommandIsItsOwnHelp) {
  const std::string whole = RunTool({"--help"}).out;
  EXPECT_EQ(RunTool({"help"}).out, whole);
  EXPECT_THAT(whole, AllOf(HasSubstr("help"), HasSubstr("Exit codes")));
  for (const char* command :
       {"demo", "inspect", "validate", "pose", "skin", "weights", "hash", "diff"}) {
    const ToolRun help = RunTool({"help", command});
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_EQ(help.out, RunTool({command, "--help"}).out) << command;
  }
  EXPECT_EQ(RunTool({"help", "dance"}).exit_code, 2);
}

TEST(Words, EveryHelpSaysTheUsageAndAtLeastTwoExamples) {
  for (const char* command :
       {"demo", "inspect", "validate", "pose", "skin", "weights", "hash", "pack", "diff", "help"}) {
    const std::string help = RunTool({command, "--help"}).out;
    EXPECT_THAT(help, HasSubstr(std::string("Usage: sinew ") + command)) << command;
    const std::string examples = help.substr(help.find("Examples:\n"));
    EXPECT_GE(LineCount(examples), 3u) << command;
    std::size_t begin = 0;
    for (std::size_t end; (end = help.find('\n', begin)) != help.npos; begin = end + 1) {
      EXPECT_LE(end - begin, 100u) << help.substr(begin, end - begin);
    }
  }
}

TEST(Words, AWrongWordIsOneLineAndAHint) {
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleWithClips({"walk"}));
  const std::vector<std::vector<std::string>> wrong = {
      {"inpsect", file},
      {"pose", "--verticse", file},
      {"pose", file, "--clip", "wakl"},
      {"hash"},
      {"hash", file, file},
      {"diff", file, file, "--tolerance", "abc"},
      {"pose", file, "--times"},
      {"skin", file, "-o", "x.fbx"},
      {"demo", "--rig", "cylinder", "--write", "x.gltf"},
      {"hash", file, "--packed=3"}};
  for (const auto& arguments : wrong) {
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_THAT(run.err, AllOf(StartsWith("sinew: "), HasSubstr("\nhint: sinew "))) << run.err;
    EXPECT_EQ(LineCount(run.err), 2u) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
  }
  EXPECT_THAT(RunTool(wrong[0]).err, HasSubstr("did you mean \"inspect\"?"));
  EXPECT_THAT(RunTool(wrong[1]).err, HasSubstr("did you mean \"--vertices\"?"));
  EXPECT_THAT(RunTool(wrong[8]).err, HasSubstr("does not end in .glb"));
  EXPECT_FALSE(fs::exists("x.gltf"));
}

// --- errors for programs ---

TEST(Words, WithJsonEveryCommandSaysItsErrorsInOneObject) {
  const Folder folder;
  const std::string file = folder.Write(
      "bad.gltf",
      Replaced(TriangleGltf(kTriangleData), R"("mesh":0)", R"("mesh":0,"children":[9])"));
  const std::string good = folder.Write("good.gltf", TriangleGltf(kTriangleData));
  simdjson::dom::parser parser;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"pose", file, "--json"},
        {"hash", file, "--json"},
        {"diff", file, good, "--json"},
        {"skin", file, "-o", folder / "o.obj", "--json"},
        {"inspect", file, "--json"},
        {"validate", file, "--json"}}) {
    const ToolRun run = RunTool(arguments);
    const bool is_batch = arguments[0] == "inspect" || arguments[0] == "validate";
    EXPECT_EQ(run.exit_code, arguments[0] == "validate" ? 1 : 3) << arguments[0];
    simdjson::dom::element json;
    ASSERT_FALSE(parser.parse(run.out).get(json)) << arguments[0] << run.out;
    const simdjson::dom::element error = is_batch ? json["files"].at(0).value() : json;
    EXPECT_EQ(std::string_view(error["file"]), file);
    EXPECT_FALSE(std::string_view(error["error"]).empty());
    EXPECT_EQ(std::string_view(error["code"]), "invalid") << arguments[0];
    EXPECT_THAT(std::string(std::string_view(error["pointer"])), StartsWith("/nodes/0/children"));
    EXPECT_THAT(run.err, HasSubstr("/nodes/0/children")) << arguments[0];
  }
  const auto code = [&](const std::vector<std::string>& arguments) {
    const simdjson::dom::element json = parser.parse(RunTool(arguments).out);
    return std::string(std::string_view(json["code"]));
  };
  // Also where no file is to blame.
  EXPECT_EQ(std::string_view(parser.parse(RunTool({"pose", "--json"}).out)["file"]), "");
  EXPECT_EQ(code({"hash", folder / "missing.glb", "--json"}), "file");
  EXPECT_EQ(code({"pose", good, "--clip", "x", "--json"}), "usage");
  EXPECT_EQ(code({"pose", "--json"}), "usage");
  EXPECT_EQ(code({"hash", good, "--limit", "max_work=1", "--json"}), "limit");
  EXPECT_EQ(code({"pose", folder.Write("no.gltf", "{"), "--json"}), "syntax");
}

TEST(Words, AFileOfAnotherFormatIsCalledThatAndNotBrokenJson) {
  const Folder folder;
  for (const auto& [name, bytes, beginning] :
       {std::tuple("a.obj", "# written\nv 0 0 0\n", "\"# written\\x0av \""),
        std::tuple("a.fbx", "Kaydara FBX Binary", "\"Kaydara FBX \"")}) {
    const std::string file = folder.Write(name, bytes);
    for (const char* command : {"inspect", "hash"}) {
      const ToolRun run = RunTool({command, file});
      EXPECT_EQ(run.exit_code, 3);
      EXPECT_THAT(run.err,
                  HasSubstr("this is not a glTF, GLB, .js3d or .sinew file; it begins with " +
                            std::string(beginning)));
    }
  }
}

TEST(Words, HashAsJsonHoldsTheBareHash) {
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleWithClips({"walk"}));
  simdjson::dom::parser parser;
  const simdjson::dom::element json =
      parser.parse(RunTool({"hash", file, "--json", "--trace"}).out);
  EXPECT_EQ(std::string(std::string_view(json["hash"])) + "\n", RunTool({"hash", file}).out);
  ASSERT_EQ(json["trace"].get_array().size(), 61u);
  const simdjson::dom::element last = json["trace"].at(60);
  EXPECT_EQ(double(last["t"]), 1.0);
  EXPECT_THAT(RunTool({"hash", file, "--trace"}).out,
              HasSubstr("0 60 vertices " + std::string(std::string_view(last["vertices"]))));
}

TEST(Words, SkinAsJsonSaysWhatWasWritten) {
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TriangleWithClips({"walk"}));
  const std::string out = folder / "a.GLB";
  simdjson::dom::parser parser;
  const simdjson::dom::element json =
      parser.parse(RunTool({"skin", file, "--clip", "walk", "-o", out, "--json"}).out);
  EXPECT_EQ(std::uint64_t(json["bytes"]), fs::file_size(out));
  EXPECT_EQ(std::int64_t(json["vertices"]), 3);
  EXPECT_EQ(std::int64_t(json["clip"]), 0);
}

// --- files that are not files ---

TEST(Words, WhatCannotBeReadIsCalledByItsName) {
  const Folder folder;
  fs::create_symlink("gone.glb", folder.path() / "dangling.glb");
  const std::string empty = folder.Write("empty.glb", "");
  for (const char* command : {"inspect", "validate", "pose", "hash"}) {
    const auto complaint = [&](const std::string& path) {
      const ToolRun run = RunTool({command, path});
      EXPECT_EQ(run.exit_code, 3) << command << path;
      EXPECT_EQ(LineCount(run.err), 1u) << run.err;
      return run.err;
    };
    EXPECT_THAT(complaint(folder / "dangling.glb"),
                HasSubstr("a link to \"gone.glb\", which is not there"));
    EXPECT_THAT(complaint(folder.path().string()), HasSubstr("is a directory, not a file"));
    if (command == std::string_view("validate")) continue;  // For it that is a finding.
    EXPECT_THAT(complaint(empty), HasSubstr("is empty, 0 bytes"));
  }
  const ToolRun judged = RunTool({"validate", empty});
  EXPECT_EQ(judged.exit_code, 1);
  EXPECT_THAT(judged.out, HasSubstr("[GLB_UNEXPECTED_END_OF_HEADER]"));
}

TEST(Words, UpperCaseEndingsWork) {
  const Folder folder;
  const std::string rig = folder / "RIG.GLB";
  ASSERT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", rig}).exit_code, 0);
  EXPECT_EQ(RunTool({"inspect", rig}).exit_code, 0);
  EXPECT_EQ(RunTool({"skin", rig, "-o", folder / "RIG.OBJ"}).exit_code, 0);
  EXPECT_THAT(ReadText(folder / "RIG.OBJ"), HasSubstr("\nv "));
  EXPECT_EQ(RunTool({"hash", folder.Write("A.GLTF", TriangleGltf(kTriangleData))}).exit_code, 0);
}

// --- validate and inspect ---

TEST(Words, WhatNeedsALaterVersionIsNotCalledValid) {
  const Folder folder;
  const std::string file =
      folder.Write("new.gltf", Replaced(TriangleGltf(kTriangleData), R"("version":"2.0")",
                                        R"("version":"2.1","minVersion":"2.1")"));
  const ToolRun run = RunTool({"validate", file});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.out, AllOf(HasSubstr("NOT SUPPORTED"), HasSubstr("/asset/minVersion"),
                             Not(HasSubstr(": valid"))));
  simdjson::dom::parser parser;
  const ToolRun as_json = RunTool({"validate", "--json", file});
  const simdjson::dom::element judged = parser.parse(as_json.out)["files"].at(0);
  EXPECT_FALSE(bool(judged["valid"]));
  EXPECT_EQ(std::string_view(judged["code"]), "unsupported");
}

TEST(Words, WhatIsNotSupportedHasTheKhronosCodeAloneWhereThereIsOne) {
  const Folder folder;
  const auto codes_of = [&](const std::string& text) {
    const ToolRun run = RunTool({"validate", "--json", folder.Write("a.gltf", text)});
    EXPECT_EQ(run.exit_code, 4) << run.out;
    simdjson::dom::parser parser;
    const simdjson::dom::element judged = parser.parse(run.out)["files"].at(0);
    EXPECT_FALSE(bool(judged["valid"]));
    std::vector<std::string> codes;
    for (const auto issue : judged["issues"].get_array()) {
      codes.emplace_back(std::string_view(issue["code"]));
    }
    return codes;
  };
  EXPECT_THAT(codes_of(R"({"asset":{"version":"3.0"}})"),
              ElementsAre("UNKNOWN_ASSET_MAJOR_VERSION"));
  EXPECT_THAT(codes_of(R"({"asset":{"version":"2.0"},"extensionsUsed":["X_y"],)"
                       R"("extensionsRequired":["X_y"]})"),
              ElementsAre("UNSUPPORTED_EXTENSION"));
  // The validator has no word for a minor version that is too new.
  EXPECT_THAT(codes_of(R"({"asset":{"version":"2.1","minVersion":"2.1"}})"),
              Contains("SINEW_UNSUPPORTED"));
}

TEST(Words, IssuesThatAreAlikeAreSaidOnceAndCounted) {
  const Folder folder;
  // Twenty empty nodes beside the triangle.
  std::string nodes = R"({"name":"thing","mesh":0})";
  for (int i = 0; i < 20; ++i) nodes += ",{}";
  const std::string file = folder.Write(
      "a.gltf", Replaced(TriangleGltf(kTriangleData), R"({"name":"thing","mesh":0})", nodes));
  const ToolRun some = RunTool({"validate", file}), all = RunTool({"validate", "--all", file});
  const auto times = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("[NODE_EMPTY]"); at != text.npos;
         at = text.find("[NODE_EMPTY]", at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(times(some.out), 1u) << some.out;
  EXPECT_THAT(some.out, HasSubstr("[NODE_EMPTY] ... and 19 more like it (--all)"));
  EXPECT_EQ(times(all.out), 20u) << all.out;
}

TEST(Words, InspectCountsMendedWeightsByMeshAndGivesItsVerdictAsJson) {
  const Folder folder;
  const std::string file = folder.Write("a.gltf", TwoSkinnedTriangles());
  const ToolRun run = RunTool({"inspect", "--json", file});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(run.out)["files"].at(0);
  EXPECT_EQ(std::int64_t(json["meshes"].at(0)["mendedWeights"]), 0);
  EXPECT_EQ(std::int64_t(json["meshes"].at(1)["mendedWeights"]), 2);
  EXPECT_THAT(std::string(std::string_view(json["verdict"])), HasSubstr("2 places mended"));
  EXPECT_THAT(RunTool({"inspect", file}).out,
              HasSubstr("mesh 1 had its weights mended in 2 places"));
}

// Out of the header itself, so that a limit which the reader gains cannot be forgotten.
std::vector<std::string> LimitsOfTheReader() {
  const std::string header = ReadText(testing::SourceDir() + "/include/sinew/gltf.h");
  const std::size_t begin = header.find("struct GltfLimits {");
  const std::string limits = header.substr(begin, header.find("\n};", begin) - begin);
  static const std::regex kField(" (max_[a-z_]+) = ");
  std::vector<std::string> names;
  for (std::sregex_iterator at(limits.begin(), limits.end(), kField), end; at != end; ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

TEST(Words, EveryLimitOfTheReaderIsListedAndCanBeRaised) {
  const Folder folder;
  const std::string file = folder.Write("small.gltf", TriangleGltf(kTriangleData));
  const std::string help = RunTool({"help", "limits"}).out;
  const std::vector<std::string> names = LimitsOfTheReader();
  EXPECT_GE(names.size(), 11u);
  for (const std::string& name : names) {
    EXPECT_THAT(help, HasSubstr(name + " "));
    EXPECT_EQ(RunTool({"validate", "--limit", name + "=1M", file}).exit_code, 0) << name;
  }
}

std::vector<std::string> RowsOf(const std::string& filter) {
  const ToolRun run = RunTool({"bench", "--repeat", "1", "--only", filter, "--json"});
  EXPECT_EQ(run.exit_code, 0) << filter << ": " << run.err;
  static const std::regex kName("\"name\":\"([^\"]+)\"");
  std::vector<std::string> names;
  for (std::sregex_iterator at(run.out.begin(), run.out.end(), kName), end; at != end; ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

TEST(Words, AnErrorBoundIsALengthAboveZero) {
  const Folder folder;
  const std::string file = folder.Write("thing.gltf", TriangleGltf(kTriangleData));
  for (const char* bound : {"0", "-1", "abc", "nan", "inf", "1e19"}) {
    const ToolRun run = RunTool({"hash", file, "--packed", "--error", bound});
    EXPECT_EQ(run.exit_code, 2) << bound;
    EXPECT_THAT(run.err, HasSubstr("is no length above zero")) << bound;
  }
}

TEST(Words, TheOutputOfSkinMayNotBeItsInput) {
  const Folder folder;
  const ToolRun demo = RunTool({"demo", "--rig", "cylinder", "--write", folder / "demo.glb"});
  ASSERT_EQ(demo.exit_code, 0) << demo.err;
  const std::string before = ReadText(folder / "demo.glb");
  std::filesystem::create_symlink(folder / "demo.glb", folder / "link.glb");
  for (const char* out : {"demo.glb", "link.glb"}) {
    const ToolRun run = RunTool({"skin", folder / "demo.glb", "-o", folder / out});
    EXPECT_EQ(run.exit_code, 2) << out;
    EXPECT_THAT(run.err, HasSubstr("is the input")) << out;
  }
  EXPECT_EQ(ReadText(folder / "demo.glb"), before);
}

TEST(Words, SkinSaysWhatItWroteAndWhereThereIsNothingToWrite) {
  const Folder folder;
  const ToolRun some = RunTool(
      {"skin", folder.Write("a.gltf", TriangleGltf(kTriangleData)), "-o", folder / "a.obj"});
  EXPECT_THAT(some.out, HasSubstr("a.obj: 1 mesh, 3 vertices, "));
  EXPECT_EQ(some.err, "");
  const std::string bare = folder.Write("bare.gltf", R"({"asset":{"version":"2.0"},"nodes":[{}]})");
  const ToolRun none = RunTool({"skin", bare, "-o", folder / "b.obj"});
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_THAT(none.err, HasSubstr("shows no mesh"));
}

TEST(Words, DiffSaysWhichFileIsNothingItKnows) {
  const Folder folder;
  const std::string text = folder.Write("notes.txt", "dear diary\n");
  const std::string model = folder.Write("a.gltf", TriangleGltf(kTriangleData));
  const ToolRun run = RunTool({"diff", model, text});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("notes.txt: is neither a trace, a pose, a mix nor a model"));
}

TEST(Words, AnInstructionSetThatIsNotThereIsNotPassedOver) {
  setenv("SINEW_ISA", "abacus", 1);
  const ToolRun run = RunTool({"demo"});
  unsetenv("SINEW_ISA");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("abacus"), HasSubstr("scalar")));
}

TEST(Words, BenchMeasuresEveryRowWhoseNameContainsTheFilter) {
  EXPECT_THAT(RowsOf("blend4"), ElementsAre("blend4", "blend4_even"));
  if (kSanitized) return;  // Every row takes its time to measure.
  EXPECT_THAT(RowsOf("blend"), ElementsAre("blend2", "blend2_even", "blend4", "blend4_even",
                                           "blend2_masked", "blend2_masked_even", "blend2.spec"));
  EXPECT_THAT(RowsOf("skin_smooth.3273.pnt"), ElementsAre("skin_smooth.3273.pnt"));
  EXPECT_THAT(RowsOf("3273.pn.1"), ElementsAre("skin_smooth.3273.pn.1_influence"));
  EXPECT_THAT(RowsOf("small_rigs.2"), ElementsAre("small_rigs.20.quantised"));
  EXPECT_THAT(RowsOf("growth.characters.4"), ElementsAre("growth.characters.4"));
  EXPECT_THAT(RowsOf("growth.influences.3"), ElementsAre("growth.influences.3"));
  EXPECT_EQ(RunTool({"bench", "--list", "--only", "BLEND2"}).out,
            "blend2\nblend2_even\nblend2_masked\nblend2_masked_even\nblend2.spec\n");
  const ToolRun none = RunTool({"bench", "--repeat", "1", "--only", "many_clips.3"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no workload's name contains \"many_clips.3\""));
  EXPECT_EQ(none.out, "");
  const ToolRun as_json = RunTool({"bench", "--json", "--only", "many_clips.3"});
  EXPECT_EQ(as_json.exit_code, 2);
  EXPECT_THAT(as_json.out, StartsWith("{\"file\":\"\",\"error\""))
      << "one object, and that is the error";
}

}  // namespace
}  // namespace sinew::testing

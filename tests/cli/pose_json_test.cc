// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew pose --json` and `sinew hash` say, judged by arithmetic done here and by three.js.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "cli/run_tool.h"
#include "sinew/isa.h"
#include "support/assets.h"

namespace sinew::testing {
namespace {

using simdjson::dom::element;

class PosingTheDemo : public ::testing::Test {
 protected:
  PosingTheDemo() { RunTool({"demo", "--rig", "cylinder", "--write", rig_}); }

  element Pose(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"pose", rig_, "--json"});
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return parser_.parse(run.out);
  }

  static double At(element frame, std::size_t node, const char* key, std::size_t index) {
    return frame["nodes"].at(node)[key].at(index);
  }

  Folder folder_;
  std::string rig_ = folder_ / "demo.glb";
  simdjson::dom::parser parser_;
};

TEST_F(PosingTheDemo, WithoutAClipItIsTheRestPose) {
  const element json = Pose({});
  EXPECT_TRUE(json["clip"].is_null());
  ASSERT_EQ(json["frames"].get_array().size(), 1u);
  const element frame = json["frames"].at(0);
  EXPECT_EQ(double(frame["t"]), 0.0);
  ASSERT_EQ(frame["nodes"].get_array().size(), 5u);
  for (std::size_t n = 0; n < 5; ++n) {
    EXPECT_EQ(std::uint64_t(frame["nodes"].at(n)["i"]), n);
    EXPECT_EQ(frame["nodes"].at(n)["world"].get_array().size(), 16u);
  }
  EXPECT_EQ(std::string_view(frame["nodes"].at(4)["name"]), "tip");
  EXPECT_EQ(At(frame, 4, "T", 1), 1.0);
  EXPECT_EQ(At(frame, 4, "world", 13), 3.0);  // Column-major: the translation is 12, 13, 14.
  EXPECT_EQ(At(frame, 4, "world", 15), 1.0);
  const element skin = frame["skins"].at(0);
  EXPECT_EQ(std::int64_t(skin["skin"]), 0);
  EXPECT_EQ(std::int64_t(skin["node"]), 0);
  EXPECT_EQ(std::int64_t(skin["joints"].at(3)), 4);
  ASSERT_EQ(skin["jointMatrices"].get_array().size(), 4u);
  EXPECT_EQ(skin["jointMatrices"].at(2).get_array().size(), 16u);
  EXPECT_EQ(double(skin["jointMatrices"].at(2).at(13)), 0.0);  // At rest: the identity.
  EXPECT_EQ(std::int64_t(frame["prims"].at(0)["count"]), 408);
  EXPECT_TRUE(frame["prims"].at(0)["positions"].error());  // Not asked for.
}

TEST_F(PosingTheDemo, TheBendIsWhereTrigonometryPutsIt) {
  const element frame = Pose({"--clip", "bend", "--times", "1", "--vertices"})["frames"].at(0);
  // About -z: the middle joint by 50 degrees, the upper by 40 more, so the last metre lies flat.
  const double angle = 50.0 * std::numbers::pi / 180.0;
  EXPECT_NEAR(At(frame, 4, "world", 12), std::sin(angle) + 1.0, 1e-6);
  EXPECT_NEAR(At(frame, 4, "world", 13), 1.0 + std::cos(angle), 1e-6);
  EXPECT_NEAR(At(frame, 4, "world", 14), 0.0, 1e-6);
  EXPECT_NEAR(At(frame, 2, "R", 2), -std::sin(angle / 2), 1e-6);
  EXPECT_NEAR(At(frame, 2, "R", 3), std::cos(angle / 2), 1e-6);
  // The first vertex of the top ring hangs on "upper" alone: it stood 0.35 beside the tip and now
  // lies 0.35 below it.
  const element primitive = frame["prims"].at(0);
  ASSERT_EQ(primitive["positions"].get_array().size(), 3 * 408u);
  const std::size_t top = 3 * 16 * 24;
  EXPECT_NEAR(double(primitive["positions"].at(top)), std::sin(angle) + 1.0, 1e-5);
  EXPECT_NEAR(double(primitive["positions"].at(top + 1)), 1.0 + std::cos(angle) - 0.35, 1e-5);
  EXPECT_NEAR(double(primitive["normals"].at(top + 1)), -1.0, 1e-5);
}

TEST_F(PosingTheDemo, TimesDefaultToQuartersAndHoldTheEnds) {
  const element quarters = Pose({"--clip", "1"});
  ASSERT_EQ(quarters["frames"].get_array().size(), 5u);
  for (std::size_t f = 0; f < 5; ++f) {
    EXPECT_EQ(double(quarters["frames"].at(f)["t"]), 1.5 * static_cast<double>(f) / 4);
  }
  EXPECT_EQ(At(quarters["frames"].at(1), 1, "S", 1), 1.0);   // 0.375 s
  EXPECT_EQ(At(quarters["frames"].at(2), 1, "S", 1), 0.75);  // 0.75 s: stepped.
  const element outside = Pose({"--clip", "bend", "--times", "-3,0,2,99"});
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(At(outside["frames"].at(0), 4, "world", i),
              At(outside["frames"].at(1), 4, "world", i));
    EXPECT_EQ(At(outside["frames"].at(2), 4, "world", i),
              At(outside["frames"].at(3), 4, "world", i));
  }
}

TEST_F(PosingTheDemo, WithoutAClipEveryTimeShowsTheRestPose) {
  const element rest = Pose({"--times", "0,1.5,-99"});
  ASSERT_EQ(rest["frames"].get_array().size(), 3u);
  EXPECT_TRUE(rest["clip"].is_null());
  EXPECT_EQ(double(rest["frames"].at(1)["t"]), 1.5);
  EXPECT_EQ(double(rest["frames"].at(2)["t"]), -99.0);
  for (std::size_t f = 0; f < 3; ++f) EXPECT_EQ(At(rest["frames"].at(f), 4, "world", 13), 3.0);
  EXPECT_EQ(RunTool({"pose", rig_, "--times", "0,99"}).err, "");  // Nothing is clamped.
}

TEST_F(PosingTheDemo, TimesFarOutsideTheClipAreSaidToBeClamped) {
  const auto said = [&](const char* times) {
    return RunTool({"pose", rig_, "--clip", "bend", "--times", times, "--json"}).err;
  };
  EXPECT_EQ(said("0,2"), "");
  EXPECT_EQ(said("2.01,-0.01"), "");  // Less than a frame away: a duration that was rounded.
  EXPECT_EQ(said("1,2.1"),
            "sinew: note: 2.1 s is outside the clip, which lasts 2 s: clamped to its ends\n");
  EXPECT_EQ(said("-3,0,2,99"),
            "sinew: note: -3 s and 1 time more are outside the clip, which lasts 2 s: clamped to "
            "its ends\n");
}

TEST_F(PosingTheDemo, UpZTurnsTheModel) {  // L39
  const element frame = Pose({"--up", "z"})["frames"].at(0);
  EXPECT_EQ(At(frame, 4, "world", 12), 0.0);
  EXPECT_EQ(At(frame, 4, "world", 13), 0.0);
  EXPECT_EQ(At(frame, 4, "world", 14), 3.0);
}

TEST_F(PosingTheDemo, TheHashStandsAloneAndATraceHasALineAFrameAndStage) {
  const ToolRun alone = RunTool({"hash", rig_});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_THAT(alone.out, ::testing::MatchesRegex("[0-9a-f]{16}\n"));
  const ToolRun trace = RunTool({"hash", "--trace", rig_});
  std::istringstream lines(trace.out);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  // 2 s and 1.5 s at 60 Hz, each with its end: 121 and 91 frames of three stages, and the total.
  ASSERT_EQ(all.size(), (121 + 91) * 3 + 1u);
  EXPECT_THAT(all[0], ::testing::MatchesRegex("0 0 local [0-9a-f]{16}"));
  EXPECT_THAT(all[1], ::testing::MatchesRegex("0 0 palette [0-9a-f]{16}"));
  EXPECT_THAT(all[2], ::testing::MatchesRegex("0 0 vertices [0-9a-f]{16}"));
  EXPECT_THAT(all[all.size() - 2], ::testing::StartsWith("1 90 vertices "));
  EXPECT_EQ(all.back() + "\n", alone.out);
}

TEST_F(PosingTheDemo, PackedClipsHaveAHashOfTheirOwnThatNoInstructionSetChanges) {
  const std::string character = CharacterFile();  // Whose clips have keys enough to be packed.
  const std::string exact = RunTool({"hash", character}).out;
  const ToolRun packed = RunTool({"hash", "--packed", character});
  ASSERT_EQ(packed.exit_code, 0) << packed.err;
  EXPECT_THAT(packed.out, ::testing::MatchesRegex("[0-9a-f]{16}\n"));
  EXPECT_NE(packed.out, exact);
  for (const Isa isa : AvailableIsas()) {
    ::setenv("SINEW_ISA", std::string(IsaName(isa)).c_str(), 1);
    EXPECT_EQ(RunTool({"hash", "--packed", character}).out, packed.out) << IsaName(isa);
    EXPECT_EQ(RunTool({"hash", character}).out, exact) << IsaName(isa);
  }
  ::unsetenv("SINEW_ISA");
}

TEST_F(PosingTheDemo, TheErrorBoundOfPackedClipsCanBeChosen) {
  simdjson::dom::parser json;
  const std::string character = CharacterFile();  // Whose clips have keys enough to be packed.
  const std::string coarse =
      RunTool({"hash", "--packed", "--json", "--error", "0.1", character}).out;
  const element said = json.parse(coarse);
  EXPECT_NEAR(double(said["errorBound"]), 0.1, 1e-6);
  const auto coarse_bytes = std::int64_t(said["packedBytes"]);
  simdjson::dom::parser json2;
  const element fine =
      json2.parse(RunTool({"hash", "--packed", "--json", "--error", "1e-3", character}).out);
  EXPECT_GT(std::int64_t(fine["packedBytes"]), coarse_bytes);
  EXPECT_EQ(RunTool({"hash", "--error", "0.1", rig_}).exit_code, 2) << "needs --packed";
  EXPECT_EQ(RunTool({"hash", "--packed", "--error", "0", rig_}).exit_code, 2);
  const ToolRun impossible = RunTool({"hash", "--packed", "--error", "1e-30", rig_});
  EXPECT_EQ(impossible.exit_code, 0) << "clips stay exact";
  EXPECT_EQ(RunTool({"hash", rig_}).out, impossible.out);
  EXPECT_THAT(impossible.err, ::testing::HasSubstr("warning: the error bound of 1e-30"));
  const ToolRun limited = RunTool({"hash", "--packed", "--limit", "max_pack_bytes=1k", rig_});
  EXPECT_EQ(limited.exit_code, 3);
  EXPECT_THAT(limited.err, ::testing::HasSubstr("--limit max_pack_bytes"));
}

// --- three.js as the judge ---

double Largest(element a, element b) {
  double largest = 0.0;
  if (a.is_array()) {
    const auto count = a.get_array().size();
    EXPECT_EQ(count, b.get_array().size());
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, Largest(a.at(i), b.at(i)));
    return largest;
  }
  return std::fabs(double(a) - double(b));
}

struct GoldenCase {
  const char* golden;
  const char* file;
  const char* clip;
  double tolerance;  // Of positions and translations, in the file's unit.
};

class PoseAgainstThree : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(PoseAgainstThree, SaysTheSame) {
  SINEW_SKIP_WITHOUT_ASSET(GetParam().golden);
  SINEW_SKIP_WITHOUT_ASSET(GetParam().file);
  simdjson::dom::parser of_golden, of_ours;
  const element golden = of_golden.load(AssetPath(GetParam().golden));
  std::string times;
  for (const element frame : golden["frames"]) {
    times += (times.empty() ? "" : ",") + std::string(simdjson::minify(frame["t"]));
  }
  const ToolRun run = RunTool({"pose", AssetPath(GetParam().file), "--clip", GetParam().clip,
                               "--times", times, "--vertices", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const element ours = of_ours.parse(run.out);
  ASSERT_EQ(golden["frames"].get_array().size(), ours["frames"].get_array().size());
  for (std::size_t f = 0; f < golden["frames"].get_array().size(); ++f) {
    const element a = golden["frames"].at(f), b = ours["frames"].at(f);
    EXPECT_NEAR(double(a["t"]), double(b["t"]), 1e-6);
    for (std::size_t n = 0; n < a["nodes"].get_array().size(); ++n) {
      const element x = a["nodes"].at(n), y = b["nodes"].at(n);
      ASSERT_EQ(std::int64_t(x["i"]), std::int64_t(y["i"]));
      EXPECT_LE(Largest(x["world"], y["world"]), GetParam().tolerance) << "node " << n;
      EXPECT_LE(Largest(x["T"], y["T"]), GetParam().tolerance) << "node " << n;
    }
    for (std::size_t s = 0; s < a["skins"].get_array().size(); ++s) {
      const element x = a["skins"].at(s), y = b["skins"].at(s);
      EXPECT_EQ(Largest(x["joints"], y["joints"]), 0.0);
      EXPECT_LE(Largest(x["jointMatrices"], y["jointMatrices"]), GetParam().tolerance);
    }
    for (std::size_t p = 0; p < a["prims"].get_array().size(); ++p) {
      const element x = a["prims"].at(p), y = b["prims"].at(p);
      EXPECT_EQ(std::int64_t(x["node"]), std::int64_t(y["node"]));
      EXPECT_LE(Largest(x["positions"], y["positions"]), GetParam().tolerance);
    }
    for (std::size_t m = 0; m < a["morph"].get_array().size(); ++m) {
      EXPECT_LE(Largest(a["morph"].at(m)["weights"], b["morph"].at(m)["weights"]), 1e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, PoseAgainstThree,
    ::testing::Values(GoldenCase{"golden/Fox-2.json", "assets/khronos/Fox/glTF-Binary/Fox.glb", "2",
                                 2e-3},  // 180 units long.
                      GoldenCase{"golden/RiggedFigure-0.json",
                                 "assets/khronos/RiggedFigure/glTF-Binary/RiggedFigure.glb", "0",
                                 2e-5},
                      GoldenCase{"golden/AnimatedMorphCube-0.json",
                                 "assets/khronos/AnimatedMorphCube/glTF-Binary/"
                                 "AnimatedMorphCube.glb",
                                 "Square", 1e-4}),
    [](const auto& test_info) { return "Case" + std::to_string(test_info.index); });

// Draco and meshoptimizer, plugged in by the tool: the same shape as the plain file.
TEST(CompressedFiles, HaveTheBoundsOfTheirPlainTwins) {
  const std::string khronos = "assets/khronos/";
  const std::vector<std::array<std::string, 2>> twins = {
      {khronos + "RiggedSimple/glTF-Binary/RiggedSimple.glb",
       khronos + "RiggedSimple/glTF-Draco/RiggedSimple.gltf"},
      {khronos + "RiggedFigure/glTF-Binary/RiggedFigure.glb",
       khronos + "RiggedFigure/glTF-Draco/RiggedFigure.gltf"},
      {khronos + "Fox/glTF-Binary/Fox.glb", "assets/derived/Fox_meshopt.glb"}};
  for (const auto& [plain, packed] : twins) {
    SINEW_SKIP_WITHOUT_ASSET(plain);
    SINEW_SKIP_WITHOUT_ASSET(packed);
    const ToolRun run = RunTool({"inspect", "--json", AssetPath(plain), AssetPath(packed)});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    simdjson::dom::parser parser;
    const element json = parser.parse(run.out);
    const element a = json["files"].at(0), b = json["files"].at(1);
    EXPECT_EQ(std::int64_t(a["meshes"].at(0)["triangles"]),
              std::int64_t(b["meshes"].at(0)["triangles"]));
    double size = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      size = std::max(size,
                      double(a["restBounds"]["max"].at(i)) - double(a["restBounds"]["min"].at(i)));
    }
    EXPECT_LE(Largest(a["restBounds"]["min"], b["restBounds"]["min"]), 1e-3 * size) << packed;
    EXPECT_LE(Largest(a["restBounds"]["max"], b["restBounds"]["max"]), 1e-3 * size) << packed;
  }
}

}  // namespace
}  // namespace sinew::testing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew mix` says of the demo rig: "bend" lasts 2 s, "twist" 1.5 s, and both repeat.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>

#include "cli/run_tool.h"

namespace sinew::testing {
namespace {

using simdjson::dom::element;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class MixingTheDemo : public ::testing::Test {
 protected:
  MixingTheDemo() { RunTool({"demo", "--rig", "cylinder", "--write", rig_}); }

  element Mix(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"mix", rig_, "--json"});
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return parser_.parse(run.out)["frames"];
  }

  // "bend 0.5 0.25": what plays in a frame, with its time and weight.
  static std::string Playing(element frame) {
    std::string text;
    for (const element action : frame["actions"]) {
      text += (text.empty() ? "" : ", ") + std::string(std::string_view(action["name"])) + " " +
              Rounded(action["time"]) + " " + Rounded(action["weight"]);
    }
    return text;
  }
  static std::string Rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
  }
  // The furthest that a node's number moves between two frames.
  static double Moved(element a, element b, const char* key) {
    double most = 0.0;
    for (std::size_t n = 0; n < a["nodes"].get_array().size(); ++n) {
      const element x = a["nodes"].at(n)[key], y = b["nodes"].at(n)[key];
      for (std::size_t i = 0; i < x.get_array().size(); ++i) {
        most = std::max(most, std::fabs(double(x.at(i)) - double(y.at(i))));
      }
    }
    return most;
  }

  Folder folder_;
  std::string rig_ = folder_ / "demo.glb";
  simdjson::dom::parser parser_;
};

TEST_F(MixingTheDemo, OneClipPlaysOnceThroughAtSixtyHertz) {
  const element frames = Mix({"--play", "bend"});
  ASSERT_EQ(frames.get_array().size(), 121u);
  for (std::size_t f = 0; f < 121; ++f) {
    EXPECT_EQ(std::uint64_t(frames.at(f)["frame"]), f);
    EXPECT_NEAR(double(frames.at(f)["t"]), static_cast<double>(f) / 60.0, 1e-9);
  }
  EXPECT_EQ(Playing(frames.at(0)), "bend 0 1");
  EXPECT_EQ(Playing(frames.at(30)), "bend 0.5 1");
  EXPECT_EQ(Playing(frames.at(120)), "bend 0 1") << "The end of a loop is its beginning.";
  // The same as asking for that pose: about -z, the middle joint by 50 degrees.
  const element middle = frames.at(60)["nodes"].at(2);
  EXPECT_EQ(std::uint64_t(middle["i"]), 2u);
  EXPECT_EQ(std::string_view(middle["name"]), "middle");
  EXPECT_NEAR(double(middle["R"].at(2)), -std::sin(25.0 * 3.14159265358979 / 180.0), 1e-6);
  EXPECT_EQ(double(middle["T"].at(1)), 1.0);
  EXPECT_EQ(double(middle["S"].at(0)), 1.0);
}

TEST_F(MixingTheDemo, AFadeIsCalledBeforeTheUpdateThatLeadsToItsFrame) {
  const element frames = Mix({"--play", "bend", "--fade", "0.5:twist:0.25", "--seconds", "1"});
  ASSERT_EQ(frames.get_array().size(), 61u);
  EXPECT_EQ(Playing(frames.at(29)), "bend 0.4833 1");
  EXPECT_EQ(Playing(frames.at(30)), "bend 0.5 0.9333, twist 0.01667 0.06667");
  EXPECT_EQ(Playing(frames.at(43)), "bend 0.7167 0.06667, twist 0.2333 0.9333");
  EXPECT_EQ(Playing(frames.at(44)), "twist 0.25 1") << "What faded out has stopped (L21).";
  // One at the beginning is seen from there.
  EXPECT_EQ(Playing(Mix({"--play", "bend", "--fade", "0:twist:0"}).at(0)), "twist 0 1");
}

TEST_F(MixingTheDemo, AFadeBetweenTwoFramesIsCalledBeforeTheSecond) {
  const element frames =
      Mix({"--play", "bend", "--fade", "0.11:twist:1", "--fps", "10", "--seconds", "0.3"});
  ASSERT_EQ(frames.get_array().size(), 4u);
  EXPECT_EQ(Playing(frames.at(1)), "bend 0.1 1");
  EXPECT_EQ(Playing(frames.at(2)), "bend 0.2 0.9, twist 0.1 0.1");
}

TEST_F(MixingTheDemo, FadesInterruptOneAnotherInTheOrderOfTheirTimes) {  // C68
  // Typed the other way round: there and, half-way, back.
  const element frames = Mix({"--play", "bend", "--fade", "0.5:bend:0.4", "--fade", "0.1:twist:0.8",
                              "--fps", "10", "--seconds", "1"});
  EXPECT_EQ(Playing(frames.at(1)), "bend 0.1 0.875, twist 0.1 0.125");
  EXPECT_EQ(Playing(frames.at(4)), "bend 0.4 0.5, twist 0.4 0.5");
  EXPECT_EQ(Playing(frames.at(5)), "bend 0.5 0.625, twist 0.5 0.375");
  EXPECT_EQ(Playing(frames.at(8)), "bend 0.8 1");
}

TEST_F(MixingTheDemo, SmoothFadesStartAndEndGently) {
  const element frames = Mix(
      {"--play", "bend", "--fade", "0.1:twist:0.8", "--fps", "10", "--smooth", "--seconds", "1"});
  // 3 s^2 - 2 s^3 at an eighth and at a half.
  EXPECT_EQ(Playing(frames.at(1)), "bend 0.1 0.957, twist 0.1 0.04297");
  EXPECT_EQ(Playing(frames.at(4)), "bend 0.4 0.5, twist 0.4 0.5");
}

TEST_F(MixingTheDemo, AnInertialSwitchPlaysTheNewClipAloneAndDoesNotJump) {
  const std::vector<std::string> arguments{"--play", "bend", "--fade", "1:twist:0.5"};
  std::vector<std::string> inertial = arguments;
  inertial.push_back("--inertial");
  const element frames = Mix(inertial);
  EXPECT_EQ(Playing(frames.at(59)), "bend 0.9833 1");
  EXPECT_EQ(Playing(frames.at(60)), "twist 0.01667 1");
  // At 1 s "bend" is bent by 50 degrees and "twist" is upright: a plain switch would move a
  // quaternion by 0.4.
  const double step = Moved(frames.at(59), frames.at(60), "R");
  EXPECT_LT(step, 0.03);
  EXPECT_GT(step, 0.0);
  // Half a second later nothing is left of it.
  simdjson::dom::parser other;
  const std::string plain =
      RunTool({"mix", rig_, "--json", "--play", "bend", "--fade", "1:twist:0"}).out;
  const element switched = other.parse(plain)["frames"];
  EXPECT_GT(Moved(switched.at(59), switched.at(60), "R"), 0.3);
  EXPECT_GT(Moved(frames.at(70), switched.at(70), "R"), 0.01);
  EXPECT_EQ(Moved(frames.at(90), switched.at(90), "R"), 0.0);
}

TEST_F(MixingTheDemo, PackedClipsStayNearExactOnes) {
  const std::string character = CharacterFile();
  const std::vector<std::string> arguments{"mix",    character,     "--json",    "--play", "walk",
                                           "--fade", "0.2:run:0.5", "--seconds", "1"};
  std::vector<std::string> packed = arguments;
  packed.push_back("--packed");
  const std::string a = folder_.Write("a.json", RunTool(arguments).out);
  const std::string b = folder_.Write("b.json", RunTool(packed).out);
  EXPECT_EQ(RunTool({"diff", a, b}).exit_code, 1) << "They are another form.";
  // Points 1/60 of the size off a joint, and vertices further out, move by 1/10,000 at most: 6e-3
  // radians, of a quaternion half.
  const ToolRun near = RunTool({"diff", a, b, "--tolerance", "3e-3"});
  EXPECT_EQ(near.exit_code, 0) << near.out;
}

TEST_F(MixingTheDemo, ItGoesOnUntilTheLastFadeIsOver) {
  const element frames = Mix({"--play", "bend", "--fade", "1.75:twist:0.5", "--fps", "4"});
  ASSERT_EQ(frames.get_array().size(), 10u);
  EXPECT_EQ(double(frames.at(9)["t"]), 2.25);
  EXPECT_EQ(Playing(frames.at(9)), "twist 0.75 1");
  EXPECT_EQ(Mix({"--play", "bend", "--seconds", "0"}).get_array().size(), 1u);
  // 0.7 * 60 is a little less than 42 in floating point.
  EXPECT_EQ(Mix({"--play", "bend", "--seconds", "0.7"}).get_array().size(), 43u);
}

TEST_F(MixingTheDemo, MorphWeightsAreMixedToo) {
  const std::string file = folder_.Write(
      "morph.gltf", Replaced(Replaced(TriangleWithClips({"walk"}), R"("attributes":{"POSITION":0})",
                                      R"("attributes":{"POSITION":0},"targets":[{"POSITION":0}])"),
                             R"("primitives")", R"("weights":[0.25],"primitives")"));
  const ToolRun run = RunTool({"mix", file, "--play", "walk", "--seconds", "0", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const element morph = parser_.parse(run.out)["frames"].at(0)["morph"].at(0);
  EXPECT_EQ(std::uint64_t(morph["node"]), 0u);
  EXPECT_EQ(double(morph["weights"].at(0)), 0.25);
  // Of the demo there are none.
  EXPECT_TRUE(Mix({"--play", "bend"}).at(0)["morph"].error());
}

TEST_F(MixingTheDemo, PeopleGetALineForEveryStretch) {
  const ToolRun run = RunTool({"mix", rig_, "--play", "bend", "--fade", "0.5:twist:0.25"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(StartsWith(rig_ + ", 121 frames at 60 Hz\n"),
                             HasSubstr("      0   29   0.000  0.483  bend\n"),
                             HasSubstr("     30   43   0.500  0.717  bend 0.933 to 0.067, "
                                       "twist 0.067 to 0.933\n"),
                             HasSubstr("     44  120   0.733  2.000  twist\n"),
                             HasSubstr("fastest turn  node 2 middle, "), HasSubstr(" bytes")));
  // "bend" alone turns its joints evenly: the middle one by 50 degrees in 60 frames.
  EXPECT_THAT(RunTool({"mix", rig_, "--play", "bend", "--seconds", "1"}).out,
              HasSubstr("fastest turn  node 2 middle, 0.8 degrees from frame "));
  // A switch is a pop, and shows: from 50 degrees to almost none.
  EXPECT_THAT(RunTool({"mix", rig_, "--play", "bend", "--fade", "1:twist:0"}).out,
              HasSubstr("degrees from frame 59 to 60\n"));
  const ToolRun inertial =
      RunTool({"mix", rig_, "--play", "bend", "--fade", "0.5:twist:0.25", "--inertial"});
  EXPECT_THAT(inertial.out, HasSubstr(" of them the residue"));
}

TEST_F(MixingTheDemo, WhatStandsStillIsNotSaidToTurn) {
  // Floats near a unit quaternion: the dot product with itself is a little less than one.
  const std::string file =
      folder_.Write("still.gltf", Replaced(TriangleWithClips({"slide"}), R"("mesh":0)",
                                           R"("rotation":[0.1,0.1,0.1,0.98488578],"mesh":0)"));
  EXPECT_THAT(RunTool({"mix", file, "--play", "slide", "--seconds", "1"}).out,
              HasSubstr("fastest turn  nothing turns\n"));
}

TEST_F(MixingTheDemo, NamesMayHoldColonsAndClipsHaveNumbers) {
  const std::string file = folder_.Write("a.gltf", TriangleWithClips({"a:b:c", "walk"}));
  const ToolRun run = RunTool({"mix", file, "--play", "1", "--fade", "0.5:a:b:c:0.25", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const element frames = parser_.parse(run.out)["frames"];
  EXPECT_EQ(Playing(frames.at(0)), "walk 0 1");
  EXPECT_THAT(Playing(frames.at(30)), StartsWith("a:b:c 0.01667 0.06667, walk"));
}

TEST_F(MixingTheDemo, WhatMakesNoSenseIsUsageAndSaysWhatWould) {
  const auto complaint = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"mix", rig_});
    const ToolRun run = RunTool(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("hint: sinew mix --help"));
    return run.err;
  };
  EXPECT_THAT(complaint({}), HasSubstr("--play is required"));
  EXPECT_THAT(complaint({"--play", "bnd"}), HasSubstr("did you mean \"bend\"?"));
  EXPECT_THAT(complaint({"--play", "bend", "--fade", "1:twits:1"}),
              HasSubstr("did you mean \"twist\"?"));
  for (const char* fade : {"1", "1:twist", "twist"}) {
    EXPECT_THAT(complaint({"--play", "bend", "--fade", fade}),
                HasSubstr("is not T:NAME:SECONDS, such as 0.5:Walk:0.3"))
        << fade;
  }
  for (const char* fade : {":twist:1", "-1:twist:1", "x:twist:1", "1:twist:", "1:twist:-1",
                           "1:twist:nan", "inf:twist:1", "1:twist:1e99"}) {
    EXPECT_THAT(complaint({"--play", "bend", std::string("--fade=") + fade}),
                HasSubstr("wants seconds from 0 to 1000000000, not \""))
        << fade;
  }
  EXPECT_THAT(complaint({"--play", "bend", "--seconds", "1", "--fade", "1.5:twist:1"}),
              HasSubstr("begins after the last frame, at 1 s"));
  for (const char* rate : {"0", "-60", "nan", "fast", "1e6"}) {
    EXPECT_THAT(complaint({"--play", "bend", std::string("--fps=") + rate}),
                HasSubstr("is no rate above 0"))
        << rate;
  }
  EXPECT_THAT(complaint({"--play", "bend", "--seconds=-1"}),
              HasSubstr("\"-1\" wants seconds from 0 to 1000000000"));
  EXPECT_THAT(complaint({"--play", "bend", "--fade", "1:twist:1", "--smooth", "--inertial"}),
              HasSubstr("excludes"));
  EXPECT_THAT(complaint({"--play", "bend", "--smooth"}), HasSubstr("requires --fade"));
  EXPECT_THAT(complaint({"--play", "bend", "--rotations", "slerp"}),
              AllOf(HasSubstr("slerp"), HasSubstr("even"), HasSubstr("sum")));
  EXPECT_THAT(complaint({"--play", "bend", "--inertial"}), HasSubstr("requires --fade"));
  EXPECT_THAT(complaint({"--play", "bend", "--play", "twist"}),
              HasSubstr("--play takes one value and was given several"));
  complaint({"--play", "bend", "--error", "1"});  // Needs --packed.
}

// bend ------.                     .--- bend
//             twist rises --.  falls'
TEST_F(MixingTheDemo, AFadeThatInterruptsAnotherBeginsARow) {
  const ToolRun run = RunTool({"mix", rig_, "--play", "bend", "--seconds", "1", "--fade",
                               "0.2:twist:0.5", "--fade", "0.4:bend:0.2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("12 +23 +0.200 +0.383 +bend 0.967 to 0.600, "
                                     "twist 0.033 to 0.400"));
  EXPECT_THAT(run.out, ContainsRegex("24 +34 +0.400 +0.567 +bend"));
}

TEST_F(MixingTheDemo, AnInertialTransitionIsToldWhileItSettles) {
  const ToolRun run = RunTool(
      {"mix", rig_, "--play", "bend", "--seconds", "1", "--fade", "0.2:twist:0.5", "--inertial"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("12 +40 .* twist, settling\n"));
  EXPECT_THAT(run.out, ContainsRegex("41 +60 .* twist\n"));
}

TEST_F(MixingTheDemo, ErrorsAreJsonForPrograms) {
  const auto code = [&](std::vector<std::string> arguments) {
    arguments.push_back("--json");
    return std::string(std::string_view(parser_.parse(RunTool(arguments).out)["code"]));
  };
  EXPECT_EQ(code({"mix", rig_, "--play", "x"}), "usage");
  EXPECT_EQ(code({"mix", folder_ / "missing.glb", "--play", "bend"}), "file");
  EXPECT_EQ(code({"mix", rig_, "--play", "bend", "--seconds", "1e9", "--fps", "1e5"}), "limit");
}

TEST_F(MixingTheDemo, HelpHasExamplesAndFitsATerminal) {
  const ToolRun run = RunTool({"mix", "--help"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("Usage: sinew mix"), HasSubstr("Examples:\n  sinew mix")));
  std::size_t begin = 0;
  for (std::size_t end; (end = run.out.find('\n', begin)) != run.out.npos; begin = end + 1) {
    EXPECT_LE(end - begin, 100u) << run.out.substr(begin, end - begin);
  }
}

}  // namespace
}  // namespace sinew::testing

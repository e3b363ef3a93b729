// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people see on terminals of all widths, and what pipes get.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "cli/on_terminal.h"
#include "cli/run_tool.h"

namespace sinew::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class OnATerminal : public ::testing::Test {
 protected:
  OnATerminal() { EXPECT_EQ(RunTool({"demo", "--rig", "cylinder", "--write", rig_}).exit_code, 0); }

  Folder folder_;
  std::string rig_ = folder_ / "a.glb";
  std::string character_ = CharacterFile();
};

TEST_F(OnATerminal, NoLineOfATableIsWiderThanTheTerminal) {
  for (const unsigned columns : {50u, 60u, 80u}) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"inspect", rig_},
          {"inspect", character_},
          {"pose", rig_},
          {"pose", character_, "--clip", "walk", "--times", "0.5"},
          {"bench", "--only", "joint_query", "--repeat", "1"}}) {
      const TerminalRun run = RunToolOnTerminal(arguments, columns);
      EXPECT_EQ(run.exit_code, 0) << run.seen;
      // File names and the processor's are as long as they are.
      std::string rest = run.seen.substr(run.seen.find('\n') + 1);
      std::size_t longest = 0;
      for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.erase(0, end + 1)) {
        longest = std::max(longest, end);
      }
      EXPECT_LE(longest, columns) << arguments[0] << " at " << columns << ":\n" << run.seen;
    }
  }
}

TEST_F(OnATerminal, TextsAreShortenedAndNumbersAreNot) {
  const std::string wide = RunTool({"inspect", character_}).out;
  const std::string narrow = RunToolOnTerminal({"inspect", character_}, 60).seen;
  EXPECT_THAT(wide, Not(HasSubstr("...")));
  EXPECT_THAT(narrow, HasSubstr("..."));
  simdjson::dom::parser parser;
  const auto facts = parser.parse(RunTool({"inspect", "--json", rig_}).out);
  const auto vertices = std::uint64_t(facts["files"].at(0)["meshes"].at(0)["vertices"]);
  EXPECT_THAT(RunToolOnTerminal({"inspect", rig_}, 40).seen, HasSubstr(std::to_string(vertices)));
}

TEST_F(OnATerminal, TheVariableColumnsGoesBeforeTheTerminalsWidthAndDoesNothingInAPipe) {
  const TerminalRun asked =
      RunToolOnTerminal({"inspect", character_}, 200, {"TERM=xterm", "COLUMNS=60"});
  EXPECT_EQ(asked.seen, RunToolOnTerminal({"inspect", character_}, 60).seen);
  EXPECT_NE(asked.seen, RunToolOnTerminal({"inspect", character_}, 200).seen);
  ASSERT_EQ(setenv("COLUMNS", "40", 1), 0);
  const std::string piped = RunTool({"inspect", character_}).out;
  ASSERT_EQ(unsetenv("COLUMNS"), 0);
  EXPECT_EQ(piped, RunTool({"inspect", character_}).out);
}

TEST(Terminal, ADumbOneGetsNoEscapes) {
  const TerminalRun run = RunToolOnTerminal({"demo"}, 80, {"TERM=dumb"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.seen, Not(HasSubstr("\x1b")));
  EXPECT_THAT(run.seen, HasSubstr("A character"));
}

TEST(Bench, ListsItsNamesAsJson) {
  const ToolRun run = RunTool({"bench", "--list", "--json", "--only", "blend"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  std::string names;
  for (const auto name : parser.parse(run.out)["names"].get_array()) {
    names += std::string(std::string_view(name)) + "\n";
  }
  EXPECT_THAT(names, HasSubstr("blend2"));
  EXPECT_EQ(names, RunTool({"bench", "--list", "--only", "blend"}).out);
}

}  // namespace
}  // namespace sinew::testing

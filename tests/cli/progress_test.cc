// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "cli/text/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/on_terminal.h"

namespace sinew::cli {
namespace {

using ::testing::HasSubstr;

// What is seen of a bar that is drawn at once.
std::string BarOn(const char* terminal, unsigned columns) {
  return testing::RunOnTerminal(columns, {terminal},
                                [] {
                                  Progress bar("packing", 4, std::chrono::milliseconds(0));
                                  bar.Step();
                                  bar.Wipe();
                                  return 0;
                                })
      .seen;
}

TEST(Progress, IsABarThatFitsItsTerminal) {
  EXPECT_EQ(BarOn("TERM=xterm", 80),
            "\rpacking [" + std::string(7, '#') + std::string(23, '.') + "]  25%\x1b[K\r\x1b[K");
  EXPECT_THAT(BarOn("TERM=xterm", 24), HasSubstr("\rpacking [##......]  25%"));
}

TEST(Progress, IsNotShownOnATerminalWithoutEscapes) {
  EXPECT_EQ(BarOn("TERM=dumb", 80), "");
  EXPECT_EQ(BarOn("TERM=", 80), "");
}

}  // namespace
}  // namespace sinew::cli

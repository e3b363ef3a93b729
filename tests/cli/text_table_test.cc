// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "cli/text/text_table.h"

#include <gtest/gtest.h>

#include "cli/text/terminal.h"

namespace sinew::cli {
namespace {

TextTable Clips() {
  TextTable table({">#", "name", ">seconds", "interpolation"});
  table.Add({"0", "a long name of a clip", "1.5", "12 LINEAR"});
  table.Add({"1", "b", "123456789", "1 STEP"});
  return table;
}

TEST(TextTable, IsAsWideAsItsCellsWhereThereIsRoom) {
  EXPECT_EQ(Clips().Text(" ", kAnyColumns),
            " #  name                     seconds  interpolation\n"
            " 0  a long name of a clip        1.5  12 LINEAR\n"
            " 1  b                      123456789  1 STEP\n");
}

TEST(TextTable, ShortensTextsAndHeadsButNoNumbers) {
  EXPECT_EQ(Clips().Text(" ", 40),
            " #  name           seconds  interpolati.\n"
            " 0  a long n...        1.5  12 LINEAR\n"
            " 1  b            123456789  1 STEP\n");
}

TEST(TextTable, FoldsRowsThatDoNotFitOtherwise) {
  EXPECT_EQ(Clips().Text("", 30),
            "#  name\n"
            "      seconds  interpolation\n"
            "0  a long name of a clip\n"
            "          1.5  12 LINEAR\n"
            "1  b\n"
            "    123456789  1 STEP\n");
}

TEST(Wrapped, BreaksAtSpaces) {
  EXPECT_EQ(Wrapped("  weights: 1 2 3 4 5", 4, 14), "  weights: 1 2\n    3 4 5");
  EXPECT_EQ(Wrapped("unbreakable", 2, 4), "unbreakable");
  EXPECT_EQ(Wrapped("a bcdefghijk", 2, 4), "a\n  bcdefghijk");
  EXPECT_EQ(Wrapped("one two", 2, kAnyColumns), "one two");
}

}  // namespace
}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The judge's books, and that every mend rule is written down.
#include "io/gltf/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "io/gltf/issues.h"
#include "support/source_dir.h"

namespace sinew::gltf {
namespace {

TEST(Judge, AFullReportCountsWithoutAskingForTheText) {
  Judge judge(1);
  int asked = 0;
  const auto text = [&asked] { return ++asked, std::string("text"); };
  for (int i = 0; i < 5; ++i) judge.Add(issue::kAccessorIndexOob, text, text);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(judge.report().issues.size(), 1u);
  EXPECT_EQ(judge.report().errors(), 5u);
}

// The names in the first column of the table under "## Mend rules".
std::vector<std::string> RulesOfTheDocumentation() {
  std::ifstream file(testing::SourceDir() + "/docs/gltf-rules.md");
  std::vector<std::string> rules;
  std::string line;
  bool inside = false;
  while (std::getline(file, line)) {
    if (line.starts_with("## ")) inside = line == "## Mend rules";
    if (!inside || !line.starts_with("| `")) continue;
    rules.push_back(line.substr(3, line.find('`', 3) - 3));
  }
  return rules;
}

TEST(MendRules, AreThoseOfTheDocumentationInTheSameOrder) {
  const std::vector<std::string> written = RulesOfTheDocumentation();
  EXPECT_THAT(written, ::testing::ElementsAreArray(kMendRules));
}

TEST(MendRules, AreSortedAndNamedOnce) {
  EXPECT_EQ(std::ranges::adjacent_find(kMendRules, std::ranges::greater_equal{}),
            std::ranges::end(kMendRules));
}

}  // namespace
}  // namespace sinew::gltf

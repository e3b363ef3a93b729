// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "workloads/stopwatch.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sinew::bench {
namespace {

const std::vector<std::string_view> kBlends{"blend2", "blend4"};
const std::vector<std::string_view> kCrowds{"crowd", "growth"};
const std::vector<std::string_view> kAll{"blend2", "blend4", "crowd", "growth"};

Stopwatch Only(const std::string& filter) {
  return Stopwatch(1, filter, [](const BenchRow&) {});
}

TEST(Stopwatch, LeavesOutGroupsWhoseRowsTheFilterCannotName) {
  EXPECT_TRUE(Only("crowd.1000").MayWant(kCrowds, kAll));
  EXPECT_FALSE(Only("crowd.1000").MayWant(kBlends, kAll));
}

TEST(Stopwatch, KeepsEveryGroupWhereTheFilterMayStandAnywhereInAName) {
  // "blend2.crow" would hold the last of these too: a part of a beginning tells nothing.
  for (const char* filter : {"", "c", "spec", "2", "crow"}) {
    EXPECT_TRUE(Only(filter).MayWant(kBlends, kAll)) << filter;
    EXPECT_TRUE(Only(filter).MayWant(kCrowds, kAll)) << filter;
  }
}

TEST(Stopwatch, MeasuresWhatTheFilterNamesAndSaysTheRowsFacts) {
  std::vector<BenchRow> rows;
  int runs = 0;
  const Stopwatch watch(3, "b", [&](const BenchRow& row) { rows.push_back(row); });
  watch.Measure("abc", {.unit = "ns/thing", .isa = "spec", .size_bytes = 7}, 2.0, [&] { ++runs; });
  watch.Measure("xyz", {.unit = "ns/thing"}, 1.0, [&] { runs += 100; });
  EXPECT_EQ(runs, 4) << "once to warm up";
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].name, "abc");
  EXPECT_EQ(rows[0].unit, "ns/thing");
  EXPECT_EQ(rows[0].isa, "spec");
  EXPECT_EQ(rows[0].size_bytes, 7u);
  EXPECT_LE(rows[0].best_ns, rows[0].ns);
}

}  // namespace
}  // namespace sinew::bench

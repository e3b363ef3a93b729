// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/limits.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

namespace sinew {
namespace {

TEST(NamedLimits, EveryLimitCanBeSetByItsName) {
  std::set<std::string_view> names;
  for (const NamedLimit& limit : ListLimits()) {
    EXPECT_TRUE(names.insert(limit.name).second) << limit.name;
    EXPECT_FALSE(limit.what.empty()) << limit.name;
    Limits limits;
    ASSERT_FALSE(SetLimit(limit.name, 77, limits)) << limit.name;
    int changed = 0;
    for (const NamedLimit& after : ListLimits(limits)) {
      EXPECT_EQ(after.value == 77, after.name == limit.name);
      changed += after.value == 77 ? 1 : 0;
    }
    EXPECT_EQ(changed, 1) << limit.name;
  }
  EXPECT_EQ(names.size(), 18u);
}

TEST(NamedLimits, UnknownNamesAndValuesThatDoNotFitAreRefusedAndChangeNothing) {
  Limits limits;
  EXPECT_EQ(SetLimit("max_joy", 1, limits)->message, "there is no limit \"max_joy\"");
  EXPECT_EQ(SetLimit("max_nodes", std::uint64_t{1} << 32, limits)->message,
            "4294967296 is more than max_nodes can be, 4294967295");
  EXPECT_EQ(limits.gltf.max_nodes, Limits{}.gltf.max_nodes);
  EXPECT_FALSE(SetLimit("max_work", ~std::uint64_t{0}, limits));
  EXPECT_EQ(limits.max_work, ~std::uint64_t{0});
}

TEST(NamedLimits, AMessageTellsWhichOneItIsAbout) {
  EXPECT_EQ(LimitNamedIn("2 nodes, more than max_nodes"), "max_nodes");
  EXPECT_EQ(LimitNamedIn("nothing of the kind"), std::nullopt);
}

}  // namespace
}  // namespace sinew

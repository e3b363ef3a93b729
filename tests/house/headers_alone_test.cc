// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "house/headers_alone.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <set>
#include <string>

#include "support/source_dir.h"

namespace sinew::house {
namespace {

TEST(House, EveryPublicHeaderWasCompiledAlone) {
  std::set<std::string> on_disk;
  for (const auto& entry :
       std::filesystem::directory_iterator(testing::SourceDir() + "/include/sinew")) {
    on_disk.insert(entry.path().filename().string());
  }
  std::cout << "compiled " << HeadersCompiledAlone().size() << " headers alone\n";
  EXPECT_GE(on_disk.size(), 15u);
  EXPECT_EQ(HeadersCompiledAlone(), on_disk);
}

}  // namespace
}  // namespace sinew::house

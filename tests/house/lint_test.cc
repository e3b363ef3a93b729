// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "house/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <set>
#include <string>

#include "house/rooms.h"
#include "support/source_dir.h"

namespace sinew::house {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = testing::SourceDir();

TEST(House, EveryIncludeStaysWithinItsRoomsTable) {
  const LintResult result = LintTree(kRoot);
  std::cout << "checked " << result.includes << " includes of " << result.source_files
            << " files, and " << result.cmake_files << " CMake files\n";
  EXPECT_GT(result.source_files, 20u);
  EXPECT_GT(result.includes, 50u);
  EXPECT_GE(result.cmake_files, 8u);
  EXPECT_THAT(result.findings, ::testing::IsEmpty());
}

// Every line of the fixture that breaks a rule is found, and no other line.
TEST(House, TheLintRefusesEveryFaultOfTheBadFixture) {
  const LintResult result = LintTree(kRoot / "tests/house/bad_fixture");
  EXPECT_THAT(
      result.findings,
      ::testing::UnorderedElementsAre(
          "CMakePresets.json:3: -march=native changes the arithmetic",
          "cli/looks_into_src.cc:3: cli must not look into src/ (math/trig.h)",
          "cli/looks_into_src.cc:4: <boost/any.hpp> is not among the tool's dependencies",
          "include/sinew/clip.h:6: <fmt/format.h> is third-party, in a public header",
          "include/sinew/clip.h:7: a public header may include public headers only",
          "include/sinew/clip.h:8: model must not know skin (sinew/skinning.h)",
          "include/sinew/homeless.h:1: a header without a room in tests/house/rooms.cc",
          "src/basement/anything.cc:1: basement is not a room of tests/house/rooms.cc",
          "src/io/uses_peers.cc:3: <simdjson.h> is not among the dependencies of io",
          "src/math/CMakeLists.txt:5: math must not link model",
          "src/math/CMakeLists.txt:6: -ffast-math changes the arithmetic",
          "src/math/CMakeLists.txt:6: -mfma changes the arithmetic",
          "src/io/uses_peers.cc:5: <math.h> is not for the library: libm gives other bits on other "
          "machines",
          "src/math/libm.cc:5: <immintrin.h> belongs into src/math/simd",
          "src/math/libm.cc:7: std::sin does not give the same bits everywhere",
          "src/math/libm.cc:4: <iostream> is not for the library: nothing below the tool prints, "
          "and only src/files opens files",
          "src/pose/default_assertion_handler.cc:3: <cstdio> is not for the library: nothing below "
          "the tool prints, and only src/files opens files",
          "src/pose/default_assertion_handler.cc:4: <cassert> is not for the library: SINEW_ASSERT "
          "lets the program choose what a failed assertion does",
          "src/pose/reaches_up.cc:3: pose must not know io (sinew/gltf.h)",
          "src/pose/reaches_up.cc:4: pose must not know skin (skin/palette.h)",
          "src/pose/reaches_up.cc:5: sinew/nowhere.h has no room in tests/house/rooms.cc",
          "src/pose/reaches_up.cc:6: beside.h names no room: write the path from src/"));
}

TEST(House, TheTableOfPublicHeadersHasNoHeaderThatIsGone) {
  for (const auto& [header, room] : RoomOfPublicHeader()) {
    EXPECT_TRUE(fs::exists(kRoot / "include/sinew" / header)) << header;
    EXPECT_TRUE(RoomsEachMayInclude().contains(room)) << room;
  }
}

TEST(House, NoRoomMayIncludeItselfThroughAnother) {
  for (const auto& [room, others] : RoomsEachMayInclude()) {
    for (const std::string& other : others) {
      EXPECT_FALSE(RoomsEachMayInclude().at(other).contains(room)) << room << " and " << other;
    }
  }
}

}  // namespace
}  // namespace sinew::house

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew export` does, in C++: constants for a game's source, and the data behind them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "library/two_bones.h"
#include "sinew/console_export.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

TEST(TheLibrary, ExportsAMeshAndItsBonesAsConstants) {
  const Asset asset = Asset::Create(TwoBones());
  const Result<ConsoleExport> made = ExportConsole(
      asset, {.language = ConsoleLanguage::kC, .source = "bones.glb", .output = "bones"});
  ASSERT_TRUE(made.ok()) << Describe(made.failure());
  ASSERT_EQ(made->files.size(), 1u);
  EXPECT_THAT(made->files[0].text, HasSubstr("#ifndef BONES_H_"));
  EXPECT_THAT(made->files[0].text, HasSubstr("static const uint16_t INDICES["));
  EXPECT_GT(made->report.total_bytes(), 0u);
}

TEST(TheLibrary, ExportsAClipAsData) {
  const Asset asset = Asset::Create(TwoBones());
  const Result<ConsoleSkeleton> bones = MakeConsoleSkeleton(asset, 0);
  ASSERT_TRUE(bones.ok()) << Describe(bones.failure());
  const Result<ConsoleClip> clip = MakeConsoleClip(asset, *bones, 0, {.fps = 10});
  ASSERT_TRUE(clip.ok()) << Describe(clip.failure());
  EXPECT_EQ(clip->name, "rise");
  EXPECT_EQ(clip->times_s.back(), clip->duration_s);
  EXPECT_EQ(clip->keyframes.size(), std::size_t{12} * bones->bone_count() * clip->frame_count());
}

TEST(TheLibrary, FindsSkinsAndMeshesByNameAndNumber) {
  const Asset asset = Asset::Create(TwoBones());
  EXPECT_EQ(FindSkin(asset, "0").value(), 0u);
  EXPECT_EQ(FindMesh(asset, "0").value(), 0u);
  EXPECT_FALSE(FindMesh(asset, "99").ok());
  EXPECT_FALSE(FindSkin(asset, "nobody").ok());
}

}  // namespace
}  // namespace sinew

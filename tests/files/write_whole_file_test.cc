// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <span>
#include <string>

#include "sinew/files.h"
#include "support/scratch_folder.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;

namespace fs = std::filesystem;

std::optional<Failure> Write(const fs::path& path, std::string_view text) {
  return WriteWholeFile(path, std::as_bytes(std::span(text)));
}

TEST(WriteWholeFile, WritesReplacesAndLeavesNothingElse) {
  const ScratchFolder folder;
  EXPECT_FALSE(Write(folder / "a.txt", "one"));
  EXPECT_EQ(folder.Read("a.txt"), "one");
  EXPECT_FALSE(Write(folder / "a.txt", ""));
  EXPECT_EQ(folder.Read("a.txt"), "");
  const std::string large(std::size_t{1} << 20, 'x');
  EXPECT_FALSE(Write(folder / "a.txt", large));
  EXPECT_EQ(folder.Read("a.txt"), large);
  EXPECT_THAT(folder.Names(), ElementsAre("a.txt"));
}

TEST(WriteWholeFile, AFileThatMayNotGrowLeavesTheOldOne) {
  const ScratchFolder folder;
  folder.Write("old.txt", "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1024;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::optional<Failure> replaced = Write(folder / "old.txt", std::string(5000, 'x'));
  const std::optional<Failure> created = Write(folder / "new.txt", std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_TRUE(replaced && created);
  EXPECT_EQ(replaced->code, FailureCode::kResource);
  EXPECT_EQ(replaced->message, "cannot write: File too large");
  EXPECT_EQ(folder.Read("old.txt"), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("old.txt"));
}

TEST(WriteWholeFile, LinksStayAndDevicesAreWrittenTo) {
  const ScratchFolder folder;
  folder.Write("deep/real.txt", "old");
  fs::create_symlink("deep/real.txt", folder / "link");
  fs::create_symlink("deep/new.txt", folder / "ahead");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_FALSE(Write(folder / "link", "new"));
  EXPECT_EQ(folder.Read("deep/real.txt"), "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_FALSE(Write(folder / "ahead", "new"));
  EXPECT_EQ(folder.Read("deep/new.txt"), "new");
  EXPECT_TRUE(Write(folder / "loop", "new"));
  EXPECT_FALSE(Write("/dev/null", "gone"));
  EXPECT_EQ(Write(folder.path(), "x")->message, "cannot write: Is a directory");
  EXPECT_EQ(Write(folder / "no/where", "x")->message, "cannot write: No such file or directory");
}

TEST(WriteWholeFile, ANameWithoutAFolderIsInTheCurrentOne) {
  const ScratchFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const std::optional<Failure> failure = Write("here.txt", "here");
  fs::current_path(before);
  EXPECT_FALSE(failure);
  EXPECT_EQ(folder.Read("here.txt"), "here");
}

}  // namespace
}  // namespace sinew::testing

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "namespaces.h"
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

// Several of these, and none is in the way of the next writer.
TEST(WriteWholeFile, WhatKilledWritersLeftBehindStopsNobody) {
  const ScratchFolder folder;
  for (int id = 0; id < 3; ++id) {
    folder.Write(".a.txt." + std::to_string(::getpid() + id) + ".part", "stale");
  }
  folder.Write(".sinew-0123456789abcdef.part", "stale");
  EXPECT_FALSE(Write(folder / "a.txt", "one"));
  EXPECT_FALSE(Write(folder / "a.txt", "two"));
  EXPECT_EQ(folder.Read("a.txt"), "two");
  EXPECT_EQ(folder.Names().size(), 5u);
}

TEST(WriteWholeFile, AReplacedFileKeepsItsModeAndANewOneFollowsTheMask) {
  const ScratchFolder folder;
  const auto mode = [&](std::string_view name) {
    struct stat status{};
    EXPECT_EQ(::stat((folder / name).c_str(), &status), 0);
    return status.st_mode & 07777u;
  };
  const ::mode_t before = ::umask(027);
  for (const ::mode_t kept : {0600u, 0644u, 0666u, 0755u, 0440u}) {
    folder.Write("old.txt", "old");
    ASSERT_EQ(::chmod((folder / "old.txt").c_str(), kept), 0);
    EXPECT_FALSE(Write(folder / "old.txt", "new"));
    EXPECT_EQ(mode("old.txt"), kept);
    EXPECT_EQ(folder.Read("old.txt"), "new");
    fs::remove(folder / "old.txt");
  }
  EXPECT_FALSE(Write(folder / "new.txt", "new"));
  EXPECT_EQ(mode("new.txt"), 0640u);
  folder.Write("odd.txt", "old");
  ASSERT_EQ(::chmod((folder / "odd.txt").c_str(), 04755), 0);
  EXPECT_FALSE(Write(folder / "odd.txt", "new"));
  EXPECT_EQ(mode("odd.txt"), 0755u);  // Nobody runs new bytes as another user.
  ::umask(before);
}

TEST(WriteWholeFile, ANameAsLongAsTheyGetIsReplacedToo) {
  const ScratchFolder folder;
  const std::string name(255, 'n');
  EXPECT_FALSE(Write(folder / name, "one"));
  EXPECT_FALSE(Write(folder / name, "two"));
  EXPECT_EQ(folder.Read(name), "two");
}

TEST(WholeFileWriter, PiecesAppearTogetherWhenTheyAreCommitted) {
  const ScratchFolder folder;
  folder.Write("a.txt", "old");
  std::string whole;
  {
    Result<WholeFileWriter> writer = WholeFileWriter::Create(folder / "a.txt");
    ASSERT_TRUE(writer.ok());
    for (const std::size_t size :
         {0u, 1u, 100'000u, 262'143u, 262'144u, 262'145u, 7u, 1'000'000u, 1u}) {
      const std::string piece(size, static_cast<char>('a' + size % 26));
      ASSERT_FALSE(writer->Append(std::as_bytes(std::span(piece))));
      whole += piece;
      EXPECT_EQ(folder.Read("a.txt"), "old");
    }
    WholeFileWriter moved = std::move(writer).value();
    EXPECT_FALSE(moved.Commit());
    EXPECT_TRUE(folder.Read("a.txt") == whole);
    EXPECT_TRUE(moved.Commit());  // Once is enough.
    EXPECT_TRUE(moved.Append({}));
  }
  EXPECT_TRUE(folder.Read("a.txt") == whole);
  EXPECT_THAT(folder.Names(), ElementsAre("a.txt"));
}

TEST(WholeFileWriter, WithoutACommitNothingIsLeftAndTheOldFileStays) {
  const ScratchFolder folder;
  folder.Write("old.txt", "old");
  for (const char* name : {"old.txt", "new.txt"}) {
    Result<WholeFileWriter> writer = WholeFileWriter::Create(folder / name);
    ASSERT_TRUE(writer.ok());
    const std::vector<std::byte> piece(1'000'000);
    EXPECT_FALSE(writer->Append(piece));
  }
  EXPECT_EQ(folder.Read("old.txt"), "old");
  EXPECT_THAT(folder.Names(), ElementsAre("old.txt"));
}

TEST(WholeFileWriter, MoreThanItsBytesIsALimitAndCannotBeCommitted) {
  const ScratchFolder folder;
  Result<WholeFileWriter> writer = WholeFileWriter::Create(folder / "a.txt", 10);
  ASSERT_TRUE(writer.ok());
  const std::vector<std::byte> six(6);
  EXPECT_FALSE(writer->Append(six));
  const std::optional<Failure> refused = writer->Append(six);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, FailureCode::kLimit);
  EXPECT_EQ(refused->message, "would be larger than 10 bytes, the limit max_output_bytes");
  EXPECT_EQ(writer->Append({})->code, FailureCode::kLimit);
  EXPECT_EQ(writer->Commit()->code, FailureCode::kLimit);
  EXPECT_TRUE(folder.Names().empty());
}

// On a file system of 1 MB that only this process sees. Without /proc an unnamed file cannot be
// given a name: the bytes go into a draft then.
int FillSmallDisk(const ScratchFolder& folder, bool with_proc) {
  if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=1m") != 0) return 10;
  if (!with_proc && ::mount("none", "/proc", "tmpfs", 0, "size=4k") != 0) return 10;
  if (Write(folder / "old.txt", "old")) return 1;
  const std::string large(std::size_t{2} << 20, 'x');
  for (const char* name : {"old.txt", "new.txt"}) {
    const std::optional<Failure> failure = Write(folder / name, large);
    if (!failure || failure->message != "cannot write: No space left on device") return 2;
  }
  if (folder.Read("old.txt") != "old") return 3;
  if (folder.Names().size() != 1) return 4;
  // The space is free again.
  if (Write(folder / "new.txt", std::string(std::size_t{900} << 10, 'y'))) return 5;
  Result<WholeFileWriter> unfinished = WholeFileWriter::Create(folder / "third.txt");
  if (!unfinished.ok()) return 6;
  return folder.Names().size() == (with_proc ? 2u : 3u) ? 0 : 7;
}

TEST(WholeFileWriter, AFullDiskLeavesTheOldFileAndNoDraft) {
  for (const bool with_proc : {true, false}) {
    const ScratchFolder folder;
    const std::optional<int> code =
        RunInNewNamespaces([&] { return FillSmallDisk(folder, with_proc); });
    if (!code || *code == 10) GTEST_SKIP() << "this machine allows no namespaces with a tmpfs";
    EXPECT_EQ(*code, 0) << (with_proc ? "unnamed" : "drafts");
  }
}

// In containers each run is the same process id; what a killed one left must not stop those after
// it. Without /proc that is a draft.
TEST(WholeFileWriter, ProcessIdsThatRepeatDoNotMeet) {
  for (const bool with_proc : {true, false}) {
    const ScratchFolder folder;
    for (int run = 0; run < 3; ++run) {
      const std::optional<int> code = RunInNewNamespaces([&] {
        if (::getpid() != 1) return 1;
        if (!with_proc && ::mount("none", "/proc", "tmpfs", 0, "size=4k") != 0) return 10;
        Result<WholeFileWriter> killed = WholeFileWriter::Create(folder / "a.txt");
        Result<WholeFileWriter> second = WholeFileWriter::Create(folder / "a.txt");
        if (!killed.ok() || !second.ok()) return 2;
        if (second->Append(std::as_bytes(std::span("new", 3))) || second->Commit()) return 3;
        ::_exit(0);  // `killed` is not destroyed.
      });
      if (!code || *code == 10) GTEST_SKIP() << "this machine allows no process id namespaces";
      EXPECT_EQ(*code, 0) << run << (with_proc ? "" : " without /proc");
      EXPECT_EQ(folder.Read("a.txt"), "new");
    }
    EXPECT_EQ(folder.Names().size(), with_proc ? 1u : 4u);
  }
}

// Children write one of two contents without end and are killed at any moment.
TEST(WholeFileWriter, AKilledWriterLeavesOneWholeFileAndTheNextOneWrites) {
  const ScratchFolder folder;
  const std::string first(300'000, 'a'), second(200'000, 'b');
  ASSERT_FALSE(Write(folder / "a.txt", first));
  for (int round = 0; round < 20; ++round) {
    int begun[2];
    ASSERT_EQ(::pipe2(begun, O_CLOEXEC), 0);
    const ::pid_t child = StartChild([&] {
      for (int i = 0;; ++i) {
        if (i == round) (void)!::write(begun[1], "x", 1);
        if (Write(folder / "a.txt", i % 2 == 0 ? second : first)) ::_exit(1);
      }
    });
    char x = 0;
    ASSERT_EQ(::read(begun[0], &x, 1), 1);
    ::usleep(static_cast<unsigned>(round) * 97);
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the child could not write";
    ::close(begun[0]);
    ::close(begun[1]);
    const std::string now = folder.Read("a.txt");
    ASSERT_TRUE(now == first || now == second) << now.size() << " bytes in round " << round;
  }
  EXPECT_FALSE(Write(folder / "a.txt", "last"));
  EXPECT_EQ(folder.Read("a.txt"), "last");
}

TEST(WholeFileWriter, ReadersBesideTwoWritersSeeOneOrTheOther) {
  const ScratchFolder folder;
  const std::string contents[] = {std::string(300'000, 'a'), std::string(200'000, 'b')};
  ASSERT_FALSE(Write(folder / "a.txt", contents[0]));
  std::vector<::pid_t> children;
  for (const std::string& content : contents) {
    children.push_back(StartChild([&] {
      for (int i = 0; i < 100; ++i) {
        if (Write(folder / "a.txt", content)) ::_exit(1);
      }
    }));
  }
  for (int i = 0; i < 200; ++i) {
    const std::string now = folder.Read("a.txt");
    EXPECT_TRUE(now == contents[0] || now == contents[1]) << now.size();
  }
  for (const ::pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << "a writer failed";
  }
  EXPECT_THAT(folder.Names(), ElementsAre("a.txt"));
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

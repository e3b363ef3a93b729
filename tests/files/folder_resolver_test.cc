// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Files beside a file are read from its folder, or from below a root folder, and nowhere else. Each
// forbidden file exists: only the refusal keeps it out.
//
//   outer/               secret.txt
//   outer/assets/        near.txt      textures/a.txt
//   outer/assets/models/ own.txt       escape -> outer/secret.txt   across -> ../near.txt
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>

#include "namespaces.h"
#include "sinew/files.h"
#include "support/sanitized.h"
#include "support/scratch_folder.h"

namespace sinew::testing {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

class FolderResolving : public ::testing::Test {
 protected:
  FolderResolving() {
    folder_.Write("secret.txt", "secret");
    folder_.Write("assets/near.txt", "near");
    folder_.Write("assets/textures/a.txt", "texture");
    folder_.Write("assets/models/own.txt", "own");
    folder_.Write("assets-of-others/b.txt", "others'");
    fs::create_symlink(folder_ / "secret.txt", folder_ / "assets/models/escape");
    fs::create_symlink("../near.txt", folder_ / "assets/models/across");
    fs::create_directory_symlink(folder_.path(), folder_ / "assets/up");
  }

  // What lies there, or "refused: why".
  std::string Fetch(std::string_view uri, const fs::path& root = {},
                    std::size_t max_bytes = 100) const {
    const auto bytes = FolderResolver(folder_ / "assets/models", max_bytes, root)(uri);
    if (!bytes.ok()) return "refused: " + Describe(bytes.failure());
    return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
  }

  ScratchFolder folder_;
};

TEST_F(FolderResolving, LeavingTheFolderIsRefusedAndTheRefusalNamesTheWayOut) {
  EXPECT_EQ(Fetch("own.txt"), "own");
  for (const char* uri : {"../near.txt", "../textures/a.txt", "../models/own.txt"}) {
    EXPECT_THAT(Fetch(uri), HasSubstr("leads out of the file's folder; --root DIR")) << uri;
  }
  for (const char* uri : {"escape", "across"}) {
    EXPECT_THAT(Fetch(uri), HasSubstr("a link leads out of the file's folder")) << uri;
  }
}

TEST_F(FolderResolving, WithARootEverythingInItIsReadAndNothingElse) {
  const fs::path root = folder_ / "assets";
  EXPECT_EQ(Fetch("own.txt", root), "own");
  EXPECT_EQ(Fetch("../near.txt", root), "near");
  EXPECT_EQ(Fetch("../textures/a.txt", root), "texture");
  EXPECT_EQ(Fetch("../models/../near.txt", root), "near");
  EXPECT_EQ(Fetch("across", root), "near");
  for (const char* uri :
       {"../../secret.txt", "escape", "../up/secret.txt", "../../assets-of-others/b.txt",
        "../textures/../../secret.txt", "../../../../../../../../etc/passwd"}) {
    EXPECT_THAT(Fetch(uri, root), HasSubstr("it leads out of the root folder")) << uri;
  }
  EXPECT_THAT(Fetch(root.string() + "/near.txt", root), HasSubstr("it is an absolute path"));
  EXPECT_THAT(Fetch("file:../near.txt", root), HasSubstr("it names a scheme or a drive"));
  EXPECT_THAT(Fetch("..", root), HasSubstr("leads out of the root folder"));
  EXPECT_THAT(Fetch("../textures", root), HasSubstr("it is not a regular file"));
  EXPECT_THAT(Fetch("../gone.txt", root), HasSubstr("there is no such file"));
}

TEST_F(FolderResolving, TheFileItselfMustLieInTheRoot) {
  EXPECT_THAT(Fetch("own.txt", folder_ / "assets/textures"),
              HasSubstr("does not lie in the root folder"));
  EXPECT_THAT(Fetch("own.txt", folder_ / "nowhere"), HasSubstr("the root folder cannot be opened"));
  EXPECT_EQ(Fetch("own.txt", folder_ / "assets/models"), "own");
  EXPECT_EQ(Fetch("own.txt", folder_ / "assets/up/assets"), "own");  // A link to the same folder.
}

TEST_F(FolderResolving, ALargeFileIsALimit) {
  EXPECT_EQ(Fetch("own.txt", {}, 3), "own");
  EXPECT_THAT(Fetch("own.txt", {}, 2), HasSubstr("larger than 2 bytes, the limit max_file_bytes"));
  const auto refused = FolderResolver(folder_ / "assets/models", 2)("own.txt");
  EXPECT_EQ(refused.failure().code, FailureCode::kLimit);
}

TEST_F(FolderResolving, LinksThatStayInsideAreFollowedWhateverTheirForm) {
  const fs::path models = folder_ / "assets/models";
  fs::create_directories(models / "deep/deeper");
  folder_.Write("assets/models/deep/deeper/file.txt", "deep");
  fs::create_symlink("deep/../deep/./deeper//file.txt", models / "winding");
  fs::create_symlink("winding", models / "twice");
  fs::create_directory_symlink("deep", models / "folder");
  fs::create_symlink("../../own.txt", models / "deep/deeper/back");
  fs::create_symlink(models / "own.txt", models / "absolute");
  fs::create_symlink(folder_ / "assets/up/assets/models/own.txt", models / "roundabout");
  for (const char* uri :
       {"winding", "twice", "folder/deeper/file.txt", "./deep//deeper/file.txt"}) {
    EXPECT_EQ(Fetch(uri), "deep") << uri;
  }
  for (const char* uri : {"folder/deeper/back", "absolute", "roundabout"}) {
    EXPECT_EQ(Fetch(uri), "own") << uri;
  }
}

TEST_F(FolderResolving, LinksThatLeadAstrayAreRefusedAndTellNothingOfOutside) {
  const fs::path models = folder_ / "assets/models";
  fs::create_symlink("loop", models / "loop");
  fs::create_symlink("nowhere", models / "dangling");
  fs::create_symlink("/no/such/file", models / "outside-and-gone");
  fs::create_symlink("../models/own.txt", models / "out-and-in");
  fs::create_directory_symlink(folder_.path(), models / "folder");
  EXPECT_THAT(Fetch("loop"), HasSubstr("Too many levels of symbolic links"));
  EXPECT_THAT(Fetch("dangling"), HasSubstr("there is no such file"));
  EXPECT_THAT(Fetch("own.txt/"), HasSubstr("there is no such file"));
  EXPECT_THAT(Fetch("own.txt/x"), HasSubstr("there is no such file"));
  for (const char* uri : {"outside-and-gone", "out-and-in", "folder/secret.txt", "folder/gone"}) {
    EXPECT_THAT(Fetch(uri), HasSubstr("a link leads out of the file's folder")) << uri;
  }
  EXPECT_THAT(Fetch(std::string(5000, 'a')), HasSubstr("File name too long"));
}

TEST_F(FolderResolving, APipeIsRefusedAndNobodyWaitsForIt) {
  ASSERT_EQ(::mkfifo((folder_ / "assets/models/pipe").c_str(), 0600), 0);
  EXPECT_THAT(Fetch("pipe"), HasSubstr("it is not a regular file"));
}

TEST_F(FolderResolving, AResolverStaysInTheFolderItWasMadeFor) {
  const Resolver resolve = FolderResolver(folder_ / "assets/models", 100);
  fs::rename(folder_ / "assets/models", folder_ / "assets/moved");
  fs::create_directory_symlink(folder_.path(), folder_ / "assets/models");
  EXPECT_EQ(resolve("own.txt").value().size(), 3u);
  EXPECT_FALSE(resolve("secret.txt").ok());
}

TEST_F(FolderResolving, AFileOfSeveralNamesIsReadOnce) {
  fs::create_symlink("own.txt", folder_ / "assets/models/link");
  fs::create_hard_link(folder_ / "assets/models/own.txt", folder_ / "assets/models/second");
  folder_.Write("assets/models/other.txt", "own");
  const Resolver resolve = FolderResolver(folder_ / "assets/models", 100);
  const SharedBytes first = resolve("own.txt").value();
  for (const char* uri : {"own.txt", "link", "second", "./own.txt"}) {
    EXPECT_EQ(resolve(uri).value().data(), first.data()) << uri;
  }
  const SharedBytes other = resolve("other.txt").value();
  EXPECT_NE(other.data(), first.data());
  EXPECT_EQ(other, first);
}

TEST_F(FolderResolving, AFileThatIsTooLargeIsNotRead) {
  // Six terabytes, of which none are there: reading them would not end.
  fs::resize_file(folder_.Write("assets/models/sparse", ""), std::uint64_t{6} << 40);
  const auto refused = FolderResolver(folder_ / "assets/models", std::size_t{1} << 42)("sparse");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().code, FailureCode::kLimit);
}

// Another process swaps a file for a link to a file outside and back, and a folder likewise, as
// fast as it can.
TEST_F(FolderResolving, NothingThatIsSwappedMeanwhileLeadsOutside) {
  const fs::path models = folder_ / "assets/models";
  folder_.Write("assets/models/sub/own.txt", "own");
  folder_.Write("outside/own.txt", "secret");
  for (const char* name : {"file-a", "dir-a"}) fs::remove_all(models / name);
  fs::create_symlink(folder_ / "secret.txt", models / "file-b");
  fs::create_directory_symlink(folder_ / "outside", models / "dir-b");
  fs::rename(models / "own.txt", models / "file-a");
  fs::rename(models / "sub", models / "dir-a");
  const ::pid_t swapper = StartChild([&] {
    const std::string file_a = models / "file-a", file_b = models / "file-b",
                      dir_a = models / "dir-a", dir_b = models / "dir-b";
    for (;;) {
      ::renameat2(AT_FDCWD, file_a.c_str(), AT_FDCWD, file_b.c_str(), RENAME_EXCHANGE);
      ::renameat2(AT_FDCWD, dir_a.c_str(), AT_FDCWD, dir_b.c_str(), RENAME_EXCHANGE);
    }
  });
  int secrets = 0, own = 0, refused = 0;
  constexpr int kTries = kSanitized ? 1000 : 10'000;
  for (int i = 0; i < kTries; ++i) {
    const std::string got = Fetch(i % 2 == 0 ? "file-a" : "dir-a/own.txt");
    secrets += got == "secret" ? 1 : 0;
    own += got == "own" ? 1 : 0;
    refused += got.starts_with("refused") ? 1 : 0;
  }
  ::kill(swapper, SIGKILL);
  ::waitpid(swapper, nullptr, 0);
  EXPECT_EQ(secrets, 0);
  EXPECT_EQ(own + refused, kTries);
  EXPECT_GT(own, 0) << "else the test shows nothing";
  EXPECT_GT(refused, 0) << "else the test shows nothing";
}

TEST_F(FolderResolving, LongUrisAreCutBetweenCharacters) {
  std::string uri;
  for (int i = 0; i < 40; ++i) uri += "\xc3\xa9";  // Two bytes each; 60 is even, 61 is not.
  EXPECT_THAT(Fetch(uri), HasSubstr("\xc3\xa9...\" is not read"));
  EXPECT_THAT(Fetch("a" + uri), HasSubstr("\xc3\xa9...\" is not read"));
}

}  // namespace
}  // namespace sinew::testing

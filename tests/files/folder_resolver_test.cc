// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Files beside a file are read from its folder, or from below a root folder, and nowhere else. Each
// forbidden file exists: only the refusal keeps it out.
//
//   outer/               secret.txt
//   outer/assets/        near.txt      textures/a.txt
//   outer/assets/models/ own.txt       escape -> outer/secret.txt   across -> ../near.txt
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "sinew/files.h"
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

TEST_F(FolderResolving, LongUrisAreCutBetweenCharacters) {
  std::string uri;
  for (int i = 0; i < 40; ++i) uri += "\xc3\xa9";  // Two bytes each; 60 is even, 61 is not.
  EXPECT_THAT(Fetch(uri), HasSubstr("\xc3\xa9...\" is not read"));
  EXPECT_THAT(Fetch("a" + uri), HasSubstr("\xc3\xa9...\" is not read"));
}

}  // namespace
}  // namespace sinew::testing

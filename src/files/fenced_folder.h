// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A folder from which files that another file names are opened, and a fence around it that they
// cannot leave.
//
//   Races   folders are walked one name at a time by descriptors that stay open, links are read and
//           followed here, and ".." goes back along the way that was come. The system never
//           follows a link: what is swapped meanwhile can make the walk fail, not leave.
//   openat2 is not used: RESOLVE_BENEATH refuses absolute links, also those that stay inside, and
//           older systems and container filters do not have it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "files/open_file.h"
#include "sinew/result.h"

namespace sinew::files {

class FencedFolder {
 public:
  // Opens both once: what happens to their paths later changes nothing. `root` empty: the fence is
  // `home` itself; else `home` must lie in it. A failure's message is only why.
  static Result<FencedFolder> Open(const std::filesystem::path& root,
                                   const std::filesystem::path& home);

  // The regular file that `uri` names, a path from `home`. Links are followed as long as they stay
  // inside the fence; an absolute one may lead there from outside.
  Result<OpenFile> OpenRegular(std::string_view uri) const;

 private:
  class Walk;
  FencedFolder() = default;

  std::vector<OpenFile> way_{};  // The root first, then each folder on the way to home.
  bool has_root_ = false;
};

}  // namespace sinew::files

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "files/fenced_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <optional>
#include <string>
#include <utility>

namespace sinew::files {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;  // As the system has it.
constexpr int kFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;

Failure Refused(std::string why) { return {FailureCode::kResource, "", std::move(why)}; }

struct stat StatusOf(const OpenFile& file) {
  struct stat status{};
  (void)::fstat(file.descriptor(), &status);
  return status;
}

bool IsSame(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

OpenFile OpenFolder(const fs::path& path) {
  return OpenFile(::open(path.empty() ? "." : path.c_str(), kFolder));
}

}  // namespace

Result<FencedFolder> FencedFolder::Open(const fs::path& root, const fs::path& home) {
  FencedFolder folder;
  folder.has_root_ = !root.empty();
  folder.way_.push_back(OpenFolder(home));
  if (folder.way_.back().descriptor() < 0) return Refused(SystemWords(errno));
  if (root.empty()) return folder;
  const OpenFile fence = OpenFolder(root);
  if (fence.descriptor() < 0) {
    return Refused("the root folder cannot be opened: " + SystemWords(errno));
  }
  const struct stat wanted = StatusOf(fence);
  for (struct stat here = StatusOf(folder.way_.back()); !IsSame(here, wanted);) {
    OpenFile above(::openat(folder.way_.back().descriptor(), "..", kFolder));
    if (above.descriptor() < 0) return Refused(SystemWords(errno));
    const struct stat status = StatusOf(above);
    if (IsSame(status, here)) {  // The top.
      return Refused("the file that names it does not lie in the root folder");
    }
    here = status;
    folder.way_.push_back(std::move(above));
  }
  std::reverse(folder.way_.begin(), folder.way_.end());
  return folder;
}

// One URI on its way. Where it is, is the last of `steps_`, or of the first `base_` of the fence's
// own folders where there are none.
class FencedFolder::Walk {
 public:
  explicit Walk(const FencedFolder& fence) : fence_(fence), base_(fence.way_.size()) {}

  Result<OpenFile> To(std::string_view uri) {
    Ahead(uri);
    while (!ahead_.empty()) {
      const std::string name = std::move(ahead_.back());
      ahead_.pop_back();
      if (name.empty() || name == ".") continue;
      if (name == "..") {
        if (!Back()) return LeadsOut();
        continue;
      }
      OpenFile entry(::openat(here(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      if (entry.descriptor() < 0) return Broken(errno);
      const struct stat status = StatusOf(entry);
      if (S_ISLNK(status.st_mode)) {
        if (const int error = Follow(entry)) return Broken(error);
      } else if (S_ISDIR(status.st_mode)) {
        Enter(std::move(entry), status);
      } else {
        return OpenHere(name, S_ISREG(status.st_mode));
      }
    }
    if (is_outside() || (steps_.empty() && base_ == 1)) return LeadsOut();
    return Refused("it is not a regular file");
  }

 private:
  int here() const {
    return (steps_.empty() ? fence_.way_[base_ - 1] : steps_.back()).descriptor();
  }
  bool is_outside() const { return base_ == 0; }  // On an absolute link's way from "/".

  Failure LeadsOut() const {
    return Refused(fence_.has_root_ ? "it leads out of the root folder"
                                    : "a link leads out of the file's folder");
  }
  // What lies outside is nobody's business.
  Failure Broken(int error) const {
    if (is_outside()) return LeadsOut();
    if (error == ENOENT || error == ENOTDIR) return Refused("there is no such file");
    return Refused("cannot open: " + SystemWords(error));
  }

  // Puts the names of a path before those that are still to come.
  void Ahead(std::string_view path) {
    const std::size_t first = ahead_.size();
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      ahead_.emplace_back(path.substr(begin, end - begin));
      begin = end + 1;
    }
    std::reverse(ahead_.begin() + static_cast<std::ptrdiff_t>(first), ahead_.end());
  }

  bool Back() {
    if (steps_.size() > (is_outside() ? 1u : 0u)) {
      steps_.pop_back();
    } else if (!is_outside()) {
      if (base_ == 1) return false;
      --base_;
    }
    return true;
  }

  void Enter(OpenFile folder, const struct stat& status) {
    if (is_outside() && IsSame(status, StatusOf(fence_.way_[0]))) {
      steps_.clear();
      base_ = 1;
    } else {
      steps_.push_back(std::move(folder));
    }
  }

  // 0, or the errno of what went wrong.
  int Follow(const OpenFile& link) {
    if (++links_ > kMaxLinks) return ELOOP;
    std::array<char, PATH_MAX> text{};
    const ::ssize_t size = ::readlinkat(link.descriptor(), "", text.data(), text.size());
    if (size < 0) return errno;
    const std::string_view target(text.data(), static_cast<std::size_t>(size));
    if (target.empty() || target.size() == text.size()) return ENAMETOOLONG;
    if (target.front() == '/') {
      OpenFile top(::open("/", kFolder));
      if (top.descriptor() < 0) return errno;
      steps_.clear();
      base_ = 0;
      const struct stat status = StatusOf(top);
      Enter(std::move(top), status);
    }
    Ahead(target);
    return 0;
  }

  Result<OpenFile> OpenHere(const std::string& name, bool is_regular) const {
    if (is_outside()) return LeadsOut();
    if (!ahead_.empty()) return Refused("there is no such file");
    if (!is_regular) return Refused("it is not a regular file");
    // What was put there since is no regular file, or not followed, or inside as well.
    OpenFile file(
        ::openat(here(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (file.descriptor() < 0) return Refused("cannot open: " + SystemWords(errno));
    if (!file.is_regular()) return Refused("it is not a regular file");
    return file;
  }

  const FencedFolder& fence_;
  std::size_t base_;
  std::vector<OpenFile> steps_{};
  std::vector<std::string> ahead_{};  // The next one last.
  int links_ = 0;
};

Result<OpenFile> FencedFolder::OpenRegular(std::string_view uri) const {
  if (uri.size() >= PATH_MAX) return Refused("cannot open: " + SystemWords(ENAMETOOLONG));
  return Walk(*this).To(uri);
}

}  // namespace sinew::files

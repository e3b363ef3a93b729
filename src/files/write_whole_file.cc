// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Output files are whole or not there. Where the file system has unnamed files (O_TMPFILE) the
// bytes go into one, which is given a name when it is complete; elsewhere into a draft beside the
// place.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include "files/open_file.h"
#include "sinew/files.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kMode = 0666;  // The process's mask takes what it wants.

Failure CannotWrite(int error) {
  return {FailureCode::kResource, "", "cannot write: " + files::SystemWords(error)};
}

// All below return 0, or the errno of what went wrong.

int WriteAll(int descriptor, std::span<const std::byte> bytes) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 30;
  while (!bytes.empty()) {
    const ::ssize_t put = ::write(descriptor, bytes.data(), std::min(bytes.size(), kPieceBytes));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    if (put == 0) return EIO;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return 0;
}

int WriteAndClose(int descriptor, std::span<const std::byte> bytes) {
  const int error = WriteAll(descriptor, bytes);
  const int closing = ::close(descriptor) == 0 || errno == EINTR ? 0 : errno;
  return error != 0 ? error : closing;
}

int Move(const fs::path& draft, const fs::path& place) {
  std::error_code error;
  fs::rename(draft, place, error);
  return error.value();
}

// Where a chain of links leads, whether something is there or not.
int FollowLinks(fs::path& place) {
  std::error_code error;
  for (int hops = 0; fs::is_symlink(place, error); ++hops) {
    if (hops == 40) return ELOOP;
    const fs::path target = fs::read_symlink(place, error);
    if (error) return error.value();
    place = target.is_absolute() ? target : place.parent_path() / target;
  }
  return 0;
}

// Into a file without a name, if the file system has them; `done` says whether it came so far.
int WriteUnnamed(const fs::path& place, const fs::path& draft, std::span<const std::byte> bytes,
                 bool& done) {
  const fs::path folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
  const files::OpenFile file(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode));
  if (file.descriptor() < 0) return 0;
  if (const int error = WriteAll(file.descriptor(), bytes)) return done = true, error;
  const std::string self = "/proc/self/fd/" + std::to_string(file.descriptor());
  const auto named = [&](const fs::path& name) {
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  done = true;
  if (named(place)) return 0;
  if (errno == EEXIST) {
    if (named(draft)) {
      const int error = Move(draft, place);
      if (error != 0) ::unlink(draft.c_str());
      return error;
    }
    return errno;
  }
  done = false;  // Without /proc it cannot be named.
  return 0;
}

int WriteDraft(const fs::path& place, const fs::path& draft, std::span<const std::byte> bytes) {
  const int descriptor = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  if (descriptor < 0) return errno;
  int error = WriteAndClose(descriptor, bytes);
  if (error == 0) error = Move(draft, place);
  if (error != 0) ::unlink(draft.c_str());
  return error;
}

int WriteWhole(const fs::path& path, std::span<const std::byte> bytes) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return EISDIR;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {  // A pipe, /dev/null.
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    return descriptor < 0 ? errno : WriteAndClose(descriptor, bytes);
  }
  fs::path place = path;
  if (const int error = FollowLinks(place)) return error;
  const fs::path draft = place.parent_path() / ("." + place.filename().string() + "." +
                                                std::to_string(::getpid()) + ".part");
  bool done = false;
  const int error = WriteUnnamed(place, draft, bytes, done);
  return done ? error : WriteDraft(place, draft, bytes);
}

}  // namespace

std::optional<Failure> WriteWholeFile(const fs::path& path, std::span<const std::byte> bytes) {
  if (const int error = WriteWhole(path, bytes)) return CannotWrite(error);
  return std::nullopt;
}

std::optional<Failure> WriteWholeFiles(const fs::path& folder, std::span<const FileContent> files) {
  std::error_code error;
  const bool made = fs::create_directories(folder, error);
  if (error) return CannotWrite(error.value());
  std::vector<fs::path> added;
  for (const FileContent& file : files) {
    const fs::path path = folder / file.name;
    const bool is_new = !fs::exists(fs::symlink_status(path, error));
    std::optional<Failure> failure = WriteWholeFile(path, std::as_bytes(std::span(file.text)));
    if (!failure) {
      if (is_new) added.push_back(path);
      continue;
    }
    for (const fs::path& path_added : added) fs::remove(path_added, error);
    if (made) fs::remove(folder, error);  // Only where it is empty.
    failure->message = file.name + ": " + failure->message;
    return failure;
  }
  return std::nullopt;
}

}  // namespace sinew

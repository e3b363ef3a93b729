// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "files/open_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "io/words.h"

namespace sinew::files {
namespace {

namespace fs = std::filesystem;

int Open(const fs::path& path, int flags) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), flags | O_RDONLY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

}  // namespace

std::string SystemWords(int error) {
  return std::error_code(error, std::generic_category()).message();
}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool OpenFile::is_regular() const {
  struct stat status{};
  return ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
}

std::uint64_t OpenFile::size_bytes() const {
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0)
    return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

Result<std::vector<std::byte>> OpenFile::ReadAll(std::uint64_t max_bytes,
                                                 std::string_view limit) const {
  const auto too_large = [&] {
    return Failure{FailureCode::kLimit, "",
                   io::Words("is larger than ", max_bytes, " bytes, the limit ", limit)};
  };
  std::vector<std::byte> bytes;
  const std::uint64_t stated = size_bytes();
  if (stated > max_bytes) return too_large();
  bytes.reserve(static_cast<std::size_t>(stated) + 1);
  constexpr std::size_t kPieceBytes = 1 << 16;
  for (;;) {
    const std::size_t had = bytes.size();
    const std::size_t room = std::max(bytes.capacity() - had, kPieceBytes);
    bytes.resize(had + room);
    const ::ssize_t got = ::read(descriptor_, bytes.data() + had, room);
    const int error = errno;
    bytes.resize(had + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (bytes.size() > max_bytes) return too_large();
    if (got == 0) return bytes;
    if (got < 0 && error != EINTR) {
      return Failure{FailureCode::kResource, "", "cannot read: " + SystemWords(error)};
    }
  }
}

Result<OpenFile> OpenToRead(const fs::path& path) {
  OpenFile file(Open(path, 0));
  const int error = errno;
  std::error_code ignored;
  if (file.descriptor() < 0 && error == ENOENT && fs::is_symlink(path, ignored)) {
    return Failure{FailureCode::kResource, "",
                   io::Words("cannot open: it is a link to \"",
                             fs::read_symlink(path, ignored).string(), "\", which is not there")};
  }
  if (file.descriptor() < 0) {
    return Failure{FailureCode::kResource, "", "cannot open: " + SystemWords(error)};
  }
  struct stat status{};
  if (::fstat(file.descriptor(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return Failure{FailureCode::kResource, "", "is a directory, not a file"};
  }
  return file;
}

}  // namespace sinew::files

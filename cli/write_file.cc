// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "write_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "exit_code.h"
#include "printable.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void CannotWrite(const std::string& path, int error) {
  throw CommandError(ExitCode::kCannotRead,
                     fmt::format("{}: cannot write: {}", Printable(path), std::strerror(error)));
}

// 0, or the errno of what went wrong.
int WriteAndClose(std::FILE* file, std::span<const std::byte> bytes) {
  errno = 0;
  bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  good = std::fflush(file) == 0 && good;
  const int error = good ? 0 : errno != 0 ? errno : EIO;
  return std::fclose(file) == 0 ? error : error != 0 ? error : EIO;
}

}  // namespace

void WriteWholeFile(const std::string& path, std::span<const std::byte> bytes) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) CannotWrite(path, EISDIR);
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {  // A pipe, /dev/null.
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) CannotWrite(path, errno);
    if (const int error = WriteAndClose(file, bytes)) CannotWrite(path, error);
    return;
  }
  // Where the name is a link, the file it leads to is replaced, not the link.
  const fs::path place = fs::is_symlink(path, ignored) ? fs::canonical(path) : fs::path(path);
  const fs::path draft =
      place.parent_path() / fmt::format(".{}.{}.part", place.filename().string(), getpid());
  std::FILE* const file = std::fopen(draft.c_str(), "wbx");
  if (file == nullptr) CannotWrite(path, errno);
  int error = WriteAndClose(file, bytes);
  if (error == 0 && std::rename(draft.c_str(), place.c_str()) != 0) error = errno;
  if (error != 0) {
    fs::remove(draft, ignored);
    CannotWrite(path, error);
  }
}

void WriteWholeFile(const std::string& path, std::string_view text) {
  WriteWholeFile(path, std::as_bytes(std::span(text)));
}

}  // namespace sinew::cli

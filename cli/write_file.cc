// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "write_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "text/exit_code.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void CannotWrite(const std::string& path, int error) {
  throw CommandError(ExitCode::kCannotRead, path,
                     fmt::format("cannot write: {}", std::strerror(error)));
}

// The draft that a signal must take away; empty: none. Read by the handler, so no std::string.
volatile std::sig_atomic_t draft_is_there = 0;
char draft_path[4096];

void RemoveDraftAndEnd(int signal) {
  if (draft_is_there != 0) unlink(draft_path);
  std::raise(signal);  // With its own meaning again: SA_RESETHAND.
}

// While it lives, signals that end the tool take the draft with them.
class DraftGuard {
 public:
  explicit DraftGuard(const fs::path& draft) {
    const std::string path = draft.string();
    if (path.size() >= sizeof draft_path) return;
    std::memcpy(draft_path, path.c_str(), path.size() + 1);
    draft_is_there = 1;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      struct sigaction remove{};
      remove.sa_handler = RemoveDraftAndEnd;
      remove.sa_flags = static_cast<int>(SA_RESETHAND);
      sigaction(kSignals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &remove, nullptr);
    }
  }
  ~DraftGuard() {
    if (draft_is_there == 0) return;
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
    draft_is_there = 0;
  }
  DraftGuard(const DraftGuard&) = delete;
  DraftGuard& operator=(const DraftGuard&) = delete;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  std::array<struct sigaction, kSignals.size()> before_{};
};

// Where a chain of links leads, whether something is there or not.
fs::path BehindLinks(const std::string& path) {
  fs::path place = path;
  std::error_code error;
  for (int hops = 0; fs::is_symlink(place, error); ++hops) {
    if (hops == 40) CannotWrite(path, ELOOP);
    const fs::path target = fs::read_symlink(place, error);
    if (error) CannotWrite(path, error.value());
    place = target.is_absolute() ? target : place.parent_path() / target;
  }
  return place;
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
  const fs::path place = BehindLinks(path);
  const fs::path draft =
      place.parent_path() / fmt::format(".{}.{}.part", place.filename().string(), getpid());
  const DraftGuard guard(draft);
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

std::string Ending(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending;
}

}  // namespace sinew::cli

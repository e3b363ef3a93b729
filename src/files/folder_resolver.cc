// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "files/folder_resolver.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "files/fenced_folder.h"
#include "files/open_file.h"
#include "io/words.h"
#include "sinew/files.h"
#include "sinew/shared.h"

namespace sinew {
namespace files {
namespace {

// Why a URI must not be opened, or nothing.
std::optional<std::string> Forbidden(std::string_view uri, bool may_leave_folder) {
  if (uri.empty()) return "it is empty";
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(uri.begin(), uri.end(), is_control)) return "it holds control characters";
  if (uri.find('\\') != uri.npos) return "it holds a backslash";
  if (uri.front() == '/') return "it is an absolute path";
  const std::string_view first_segment = uri.substr(0, uri.find('/'));
  if (first_segment.find(':') != uri.npos) return "it names a scheme or a drive";
  for (std::size_t begin = 0; begin <= uri.size() && !may_leave_folder;) {
    const std::size_t end = std::min(uri.find('/', begin), uri.size());
    if (uri.substr(begin, end - begin) == "..") {
      return "it leads out of the file's folder; --root DIR (FileOptions::root) allows what stays "
             "in DIR";
    }
    begin = end + 1;
  }
  return std::nullopt;
}

// The URI as far as a message shows it, cut between characters of UTF-8.
std::string_view ShownUri(std::string_view uri) {
  constexpr std::size_t kShownBytes = 60;
  if (uri.size() <= kShownBytes) return uri;
  std::size_t end = kShownBytes;
  while (end > 0 && (static_cast<unsigned char>(uri[end]) & 0xc0) == 0x80) --end;
  return uri.substr(0, end);
}

Failure NotRead(FailureCode code, std::string_view uri, std::string_view why) {
  const std::string_view shown = ShownUri(uri);
  return {code, "",
          io::Words('"', shown, shown.size() < uri.size() ? "..." : "", "\" is not read: ", why)};
}

// A folder, opened once, and what was read from it. Copies of the resolver share it.
class FolderReader : public SharedOwner {
 public:
  static const void* Kind() { return &kKind; }

  FolderReader(const std::filesystem::path& folder, const std::filesystem::path& root,
               const FolderReading& reading)
      : SharedOwner(&kKind,
                    [](const SharedOwner* o) { delete static_cast<const FolderReader*>(o); }),
        folder_(FencedFolder::Open(root, folder)),
        may_leave_folder_(!root.empty()),
        reading_(reading) {}

  Result<SharedBytes> Read(std::string_view uri) const {
    if (const auto why = Forbidden(uri, may_leave_folder_)) {
      return NotRead(FailureCode::kResource, uri, *why);
    }
    if (!folder_.ok()) return NotRead(FailureCode::kResource, uri, folder_.failure().message);
    const Result<OpenFile> file = folder_->OpenRegular(uri);
    if (!file.ok()) return NotRead(FailureCode::kResource, uri, file.failure().message);
    const std::lock_guard lock(mutex_);
    Result<SharedBytes> bytes = ReadOnce(*file);
    if (bytes.ok()) return bytes;
    return NotRead(bytes.failure().code, uri, bytes.failure().message);
  }

 private:
  static constexpr char kKind = 0;

  // What tells a file from all others, and from what it was before somebody wrote to it.
  using Identity = std::tuple<::dev_t, ::ino_t, ::off_t, ::time_t, long>;

  Result<SharedBytes> ReadOnce(const OpenFile& file) const {
    struct stat status{};
    if (::fstat(file.descriptor(), &status) != 0) {
      return Failure{FailureCode::kResource, "", "cannot read: " + SystemWords(errno)};
    }
    const Identity identity{status.st_dev, status.st_ino, status.st_size, status.st_ctim.tv_sec,
                            status.st_ctim.tv_nsec};
    if (const auto known = kept_.find(identity); known != kept_.end()) return known->second;
    const std::uint64_t left = reading_.max_total_bytes - total_bytes_;
    if (file.size_bytes() > left && file.size_bytes() <= reading_.max_bytes) {
      return Failure{FailureCode::kLimit, "",
                     io::Words("with it, more than ", reading_.max_total_bytes,
                               " bytes would be read, the limit ", reading_.total_limit)};
    }
    Result<std::vector<std::byte>> read =
        file.ReadAll(std::min(reading_.max_bytes, left), reading_.limit);
    if (!read.ok()) return read.failure();
    total_bytes_ += read->size();
    SharedBytes bytes = std::move(read).value();
    if (reading_.keeps) kept_.emplace(identity, bytes);
    return bytes;
  }

  Result<FencedFolder> folder_;
  bool may_leave_folder_;
  FolderReading reading_;
  mutable std::mutex mutex_;
  mutable std::map<Identity, SharedBytes> kept_;
  mutable std::uint64_t total_bytes_ = 0;
};

}  // namespace

Resolver MakeFolderResolver(const std::filesystem::path& folder, const std::filesystem::path& root,
                            const FolderReading& reading) {
  return [reader = SharedRef(new FolderReader(folder, root, reading))](std::string_view uri) {
    return reader.As<FolderReader>()->Read(uri);
  };
}

}  // namespace files

Resolver FolderResolver(const std::filesystem::path& folder, std::size_t max_bytes,
                        const std::filesystem::path& root) {
  return files::MakeFolderResolver(folder, root, {.max_bytes = max_bytes});
}

}  // namespace sinew

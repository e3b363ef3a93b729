// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Files that the user named, and those that they name in turn.
#include <algorithm>
#include <optional>
#include <string>

#include "files/open_file.h"
#include "io/words.h"
#include "sinew/files.h"

namespace sinew {
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

}  // namespace

Result<std::vector<std::byte>> ReadFile(const std::filesystem::path& path, std::size_t max_bytes) {
  const Result<files::OpenFile> file = files::OpenToRead(path);
  if (!file.ok()) return file.failure();
  return file->ReadAll(max_bytes);
}

Resolver FolderResolver(const std::filesystem::path& folder, std::size_t max_bytes,
                        const std::filesystem::path& root) {
  return [folder, max_bytes, root](std::string_view uri) -> Result<std::vector<std::byte>> {
    if (const auto why = Forbidden(uri, !root.empty())) {
      return NotRead(FailureCode::kResource, uri, *why);
    }
    const Result<files::OpenFile> file = files::OpenBelow(root, folder, uri);
    if (!file.ok()) return NotRead(FailureCode::kResource, uri, file.failure().message);
    Result<std::vector<std::byte>> bytes = file->ReadAll(max_bytes);
    if (bytes.ok()) return bytes;
    return NotRead(
        bytes.failure().code == FailureCode::kLimit ? FailureCode::kLimit : FailureCode::kResource,
        uri, bytes.failure().message);
  };
}

}  // namespace sinew

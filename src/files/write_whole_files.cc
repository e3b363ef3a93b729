// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <string>
#include <system_error>
#include <vector>

#include "files/open_file.h"
#include "sinew/files.h"

namespace sinew {

namespace fs = std::filesystem;

std::optional<Failure> WriteWholeFiles(const fs::path& folder, std::span<const FileContent> files) {
  std::error_code error;
  const bool made = fs::create_directories(folder, error);
  if (error) {
    return Failure{FailureCode::kResource, "",
                   "cannot write: " + files::SystemWords(error.value())};
  }
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

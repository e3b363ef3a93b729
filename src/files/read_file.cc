// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "files/open_file.h"
#include "sinew/files.h"

namespace sinew {
Result<std::vector<std::byte>> ReadFile(const std::filesystem::path& path, std::size_t max_bytes) {
  const Result<files::OpenFile> file = files::OpenToRead(path);
  if (!file.ok()) return file.failure();
  return file->ReadAll(max_bytes);
}

}  // namespace sinew

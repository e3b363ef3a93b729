// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "load_runtime.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/exit_code.h"

namespace sinew::cli {

LoadedRuntime OpenRuntime(const std::string& path, std::span<const std::byte> content) {
  AlignedBytes bytes(content.size());
  std::copy(content.begin(), content.end(), bytes.data());
  const Result<RuntimeFile> file = RuntimeFile::Open(bytes);
  if (!file.ok()) throw CommandError(path, file.failure());
  if (const std::optional<Failure> failure = file->CheckAll()) throw CommandError(path, *failure);
  return {std::move(bytes), *file};  // Moved bytes stay where they are.
}

void RefuseImportOptions(const ImportOptions& options) {
  if (options.up != ImportOptions{}.up) {
    throw CommandError(ExitCode::kUsage,
                       "--up is for reading models; a .sinew file stands as it was packed");
  }
}

}  // namespace sinew::cli

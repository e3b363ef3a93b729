// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Runtime files as the tool reads them: whole, with every part looked at.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "load_file.h"
#include "sinew/aligned_bytes.h"
#include "sinew/runtime_file.h"

namespace sinew::cli {

// A file and the bytes that it lies in.
struct LoadedRuntime {
  AlignedBytes bytes;
  RuntimeFile file;

  LoadedRuntime(AlignedBytes b, const RuntimeFile& f) : bytes(std::move(b)), file(f) {}
  LoadedRuntime(LoadedRuntime&&) = default;  // Moved bytes stay where they are; copies would not.
  LoadedRuntime& operator=(LoadedRuntime&&) = default;
};

// Throws CommandError (kUsage) where somebody wants a packed file turned or read strictly: it is as
// it was packed.
void RefuseImportOptions(const ImportOptions& options);

// Throws CommandError where any part is broken, or of a foreign version. `content` is what `path`
// held.
LoadedRuntime OpenRuntime(const std::string& path, std::span<const std::byte> content);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From a path to a model: the only place where the tool opens files to read.
//
//   Confined  a file may name buffers beside it; they are read only from its own folder and what
//             lies below. Absolute paths, "..", other schemes, backslashes and links that lead out
//             are refused.
//   Bounded   nothing larger than GltfLimits::max_file_bytes is read, whatever it claims to be.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/js3d.h"
#include "sinew/model.h"
#include "sinew/report.h"
#include "sinew/weights.h"
#include "text/command_line.h"
#include "tool_limits.h"

namespace sinew::cli {

// What every command that reads a model lets the user choose.
struct ImportOptions {
  std::string up = "y";
  bool strict = false;
  Limits limits{};
};
void AddImportOptions(Command& command, ImportOptions& options);
// Of these --limit alone: NAME=VALUE, as often as wanted.
void AddLimitOption(Command& command, Limits& limits);

// Throws CommandError (kCannotRead) where the file cannot be opened or is too large.
std::vector<std::byte> ReadFileBytes(const std::string& path, std::size_t max_bytes);
// The same, and an empty file is refused too.
std::vector<std::byte> ReadContent(const std::string& path, std::size_t max_bytes);

// Fetches buffers from `folder` and below, by percent-decoded URI.
Resolver BesideResolver(const std::filesystem::path& folder, std::size_t max_bytes);

// %41 becomes A; a percent sign without two hexadecimal digits stays.
std::string PercentDecoded(std::string_view uri);

struct ReadModel {
  std::size_t file_bytes = 0;
  GltfRead read;  // The model may be a Failure; the report is there in any case.
  std::vector<Js3dLoss> not_carried{};  // Of a .js3d: what a model has no place for.
  // Of a .js3d: the bones of each skin in bind space. A skin may have one entry more: what vertices
  // without weights follow, which is no bone.
  std::vector<std::vector<BoneSegment>> bones_of_skin{};
};

// Reads what `path` held: glTF, GLB or .js3d, told apart by content. Buffers beside it are found
// through the path.
ReadModel ReadModelBytes(const std::string& path, std::span<const std::byte> bytes,
                         const ImportOptions& options);

// Throws CommandError only where the file itself cannot be read or is empty.
ReadModel ReadModelFile(const std::string& path, const ImportOptions& options);

// The same for commands that need the model: a Failure is thrown as its exit code, and errors that
// did not stop the import are mentioned on stderr.
Model ModelOf(const std::string& path, ReadModel file);
Model LoadModelFile(const std::string& path, const ImportOptions& options);

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Loading and writing for commands: what the user may choose, and the library's failures
// (sinew/files.h) as CommandErrors with their exit codes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/aligned_bytes.h"
#include "sinew/asset.h"
#include "sinew/files.h"
#include "sinew/limits.h"
#include "sinew/load.h"
#include "sinew/model.h"
#include "sinew/runtime_file.h"
#include "text/command_line.h"

namespace sinew::cli {

// What every command that reads a model lets the user choose.
struct ImportOptions {
  std::string up = "y";
  bool strict = false;
  std::string root{};  // Empty: the file's own folder.
  Limits limits{};

  FileOptions file_options() const;
};
void AddImportOptions(Command& command, ImportOptions& options);
// Of these --limit alone, or --limit and --root.
void AddLimitOption(Command& command, Limits& limits);
void AddReadOptions(Command& command, ImportOptions& options);

// --- reading: these throw CommandError where the file cannot be opened or is too large ---

std::vector<std::byte> ReadFileBytes(const std::string& path, std::size_t max_bytes);
// The same, and an empty file is refused too.
std::vector<std::byte> ReadContent(const std::string& path, std::size_t max_bytes);

// Throw only where the file itself cannot be read or is empty. The second: `bytes` is what `path`
// held.
LoadedModel ReadModelFile(const std::string& path, const ImportOptions& options);
LoadedModel ReadModelBytes(const std::string& path, std::span<const std::byte> bytes,
                           const ImportOptions& options);

// The same for commands that need the model: a Failure is thrown as its exit code, and errors that
// did not stop the import are mentioned on stderr.
Model ModelOf(const std::string& path, LoadedModel file);
Model LoadModelFile(const std::string& path, const ImportOptions& options);

// The model with the images that lie beside `path` in it. Of those that stay outside, `outside`
// says why.
Model WithImages(Model model, const std::string& path, const ImportOptions& options,
                 std::vector<std::string>& outside);

// An asset, and a model for what an asset does not show. Its model() stays where it is as long as
// this does: it can be moved only before somebody borrows it.
class LoadedAsset {
 public:
  explicit LoadedAsset(Model model) : asset_(Asset::Create(std::move(model))) {}
  // Of a runtime file: its model is made again from it, without clips.
  LoadedAsset(Asset asset, Model rebuilt)
      : asset_(std::move(asset)), rebuilt_(std::move(rebuilt)) {}

  const Asset& asset() const { return asset_; }
  const Model& model() const { return rebuilt_ ? *rebuilt_ : *asset_.model(); }
  bool is_packed() const { return rebuilt_.has_value(); }

 private:
  friend LoadedAsset LoadAsset(const std::string& path, const ImportOptions& options);
  explicit LoadedAsset(Asset asset) : asset_(std::move(asset)) {}

  Asset asset_;
  std::optional<Model> rebuilt_;
};

// Throws where the file cannot be read, is broken, or is a runtime file and the options are about
// importing.
LoadedAsset LoadAsset(const std::string& path, const ImportOptions& options);

// A runtime file and the bytes that it lies in.
struct LoadedRuntime {
  AlignedBytes bytes;
  RuntimeFile file;

  LoadedRuntime(AlignedBytes b, const RuntimeFile& f) : bytes(std::move(b)), file(f) {}
  LoadedRuntime(LoadedRuntime&&) = default;  // Moved bytes stay where they are; copies would not.
  LoadedRuntime& operator=(LoadedRuntime&&) = default;
};

// Throws where any part is broken, or of a foreign version. `content` is what `path` held.
LoadedRuntime OpenRuntime(const std::string& path, std::span<const std::byte> content);

// Throws (kUsage) where somebody wants a packed file turned: it is as it was packed.
void RefuseImportOptions(const ImportOptions& options);

// --- writing: these throw CommandError (kCannotRead), and the old file stays where they do ---

void WriteWholeFile(const std::string& path, std::span<const std::byte> bytes);
void WriteWholeFile(const std::string& path, std::string_view text);
void WriteWholeFiles(const std::string& folder, std::span<const FileContent> files);

// Throws (kUsage) where both are the same file.
void RefuseInputAsOutput(const std::string& in, const std::string& out,
                         const char* what = "the input");

// The ending in lower case, with its dot: ".glb" of "Fox.GLB".
std::string Ending(const std::string& path);

}  // namespace sinew::cli

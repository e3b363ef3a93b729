// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/load_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "text/diagnostics.h"
#include "text/exit_code.h"
#include "text/limit_option.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

void RequireContent(const std::string& path, std::size_t size) {
  if (size == 0) throw CommandError(ExitCode::kCannotRead, path, "is empty, 0 bytes");
}

// A failure of the file itself, not of what is in it or beside it, is of the kind "file".
CommandError ErrorOf(const std::string& path, const Failure& failure) {
  if (failure.code == FailureCode::kResource && failure.place.empty()) {
    return {ExitCode::kCannotRead, path, Printable(failure.message)};
  }
  return {path, failure};
}

void MentionErrors(const std::string& path, const Report& report) {
  if (report.errors() == 0) return;
  Complain(path, fmt::format("note: read in spite of {}; `sinew validate` lists them",
                             Counted(report.errors(), "error")));
}

}  // namespace

FileOptions ImportOptions::file_options() const {
  FileOptions options{.load = {.up_axis = up == "z" ? UpAxis::kZ : UpAxis::kAsInFile,
                               .strict = strict,
                               .limits = limits.gltf},
                      .root = root};
  options.load.decoders.draco = IsolatedDracoDecoder(limits);
  return options;
}

void AddLimitOption(Command& command, Limits& limits) {
  command
      .AddOption(
          "--limit", [&limits](const std::string& text) { return TakeLimit(text, limits); },
          "Change a limit; `sinew help limits` lists them")
      .TypeName("NAME=N")
      .OneTextEach();
}

void AddReadOptions(Command& command, ImportOptions& options) {
  AddLimitOption(command, options.limits);
  command
      .AddOption("--root", options.root,
                 "Files beside FILE may lie anywhere in DIR, which nothing may leave")
      .TypeName("DIR");
}

void AddImportOptions(Command& command, ImportOptions& options) {
  command.AddOption("--up", options.up, "Up axis of the result: y (as in the file) or z")
      .OneOf({"y", "z"})
      .TypeName("AXIS");
  command.AddFlag("--strict", options.strict,
                  "Refuse files with any error instead of repairing them");
  AddReadOptions(command, options);
}

std::vector<std::byte> ReadFileBytes(const std::string& path, std::size_t max_bytes) {
  Result<std::vector<std::byte>> bytes = ReadFile(path, max_bytes);
  if (!bytes.ok()) throw ErrorOf(path, bytes.failure());
  return std::move(bytes).value();
}

std::vector<std::byte> ReadContent(const std::string& path, std::size_t max_bytes) {
  std::vector<std::byte> bytes = ReadFileBytes(path, max_bytes);
  RequireContent(path, bytes.size());
  return bytes;
}

LoadedModel ReadModelBytes(const std::string& path, std::span<const std::byte> bytes,
                           const ImportOptions& options) {
  return LoadModelContent(path, bytes, options.file_options());
}

LoadedModel ReadModelFile(const std::string& path, const ImportOptions& options) {
  return ReadModelBytes(path, ReadContent(path, options.limits.gltf.max_file_bytes), options);
}

Model ModelOf(const std::string& path, LoadedModel file) {
  if (!file.model.ok()) throw CommandError(path, file.model.failure());
  MentionErrors(path, file.report);
  return std::move(file.model).value();
}

Model LoadModelFile(const std::string& path, const ImportOptions& options) {
  return ModelOf(path, ReadModelFile(path, options));
}

Model WithImages(Model model, const std::string& path, const ImportOptions& options,
                 std::vector<std::string>& outside) {
  Result<EmbeddedImages> embedded =
      EmbedImages(std::move(model), ResolverBeside(path, options.file_options()));
  if (!embedded.ok()) throw CommandError(ExitCode::kBug, Describe(embedded.failure()));
  for (const Failure& failure : embedded->missing) outside.push_back(Describe(failure));
  return std::move(embedded->model);
}

LoadedAsset LoadAsset(const std::string& path, const ImportOptions& options) {
  sinew::LoadedAsset loaded = LoadAssetFile(path, options.file_options());
  if (loaded.format == FileFormat::kSinew) RefuseImportOptions(options);
  if (!loaded.asset.ok()) throw ErrorOf(path, loaded.asset.failure());
  MentionErrors(path, loaded.report);
  if (loaded.format != FileFormat::kSinew) return LoadedAsset(std::move(loaded.asset).value());
  Result<Model> rebuilt = ToModel(*loaded.asset);
  if (!rebuilt.ok()) throw CommandError(path, rebuilt.failure());
  return {std::move(loaded.asset).value(), std::move(rebuilt).value()};
}

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

void WriteWholeFile(const std::string& path, std::span<const std::byte> bytes) {
  if (const auto failure = sinew::WriteWholeFile(path, bytes)) throw ErrorOf(path, *failure);
}

void WriteWholeFile(const std::string& path, std::string_view text) {
  WriteWholeFile(path, std::as_bytes(std::span(text)));
}

void WriteWholeFiles(const std::string& folder, std::span<const FileContent> files) {
  if (const auto failure = sinew::WriteWholeFiles(folder, files)) throw ErrorOf(folder, *failure);
}

void RefuseInputAsOutput(const std::string& in, const std::string& out, const char* what) {
  std::error_code none;  // Whatever cannot be compared is not the same.
  if (std::filesystem::equivalent(in, out, none)) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("the output \"{}\" is {}", Shortened(out, 60), what));
  }
}

std::string Ending(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending;
}

}  // namespace sinew::cli

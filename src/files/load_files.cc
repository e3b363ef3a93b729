// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <string>
#include <utility>

#include "files/folder_resolver.h"
#include "files/map_file.h"
#include "files/open_file.h"
#include "sinew/files.h"

namespace sinew {
namespace {

FileFormat FormatByName(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (ending == ".js3d") return FileFormat::kJs3d;
  return ending == ".glb" ? FileFormat::kGlb : FileFormat::kUnknown;
}

// Those of a file that is only looked at are read one after the other and not kept.
Resolver ImagesBeside(const std::filesystem::path& path, const FileOptions& options, bool keeps) {
  if (options.load.resolve_image) return options.load.resolve_image;
  if (options.load.resolve) return options.load.resolve;
  return files::MakeFolderResolver(path.parent_path(), options.root,
                                   {.max_bytes = options.load.limits.max_image_bytes,
                                    .limit = "max_image_bytes",
                                    .max_total_bytes = options.load.limits.max_images_bytes,
                                    .total_limit = "max_images_bytes",
                                    .keeps = keeps});
}

Failure EmptyFile() { return {FailureCode::kResource, "", "is empty, 0 bytes"}; }

LoadedAsset AssetOf(LoadedModel loaded) {
  if (!loaded.model.ok()) {
    return {.asset = loaded.model.failure(),
            .report = std::move(loaded.report),
            .format = loaded.format};
  }
  return {.asset = Asset::Create(std::move(loaded.model).value()),
          .report = std::move(loaded.report),
          .format = loaded.format};
}

// A runtime file that came through a pipe.
Result<Asset> OpenCopy(std::span<const std::byte> content) {
  AlignedBytes bytes(content.size());
  std::copy(content.begin(), content.end(), bytes.data());
  return Asset::Open(std::move(bytes));
}

}  // namespace

Resolver ResolverBeside(const std::filesystem::path& path, const FileOptions& options) {
  return ImagesBeside(path, options, true);
}

LoadedModel LoadModelContent(const std::filesystem::path& path, std::span<const std::byte> bytes,
                             const FileOptions& options) {
  LoadOptions load = options.load;
  load.resolve_image = ImagesBeside(path, options, false);
  if (!load.resolve) {
    load.resolve = FolderResolver(path.parent_path(), load.limits.max_file_bytes, options.root);
  }
  if (!load.decoders.draco) load.decoders.draco = DracoDecoder();
  if (load.assumed == FileFormat::kUnknown) load.assumed = FormatByName(path);
  return LoadModel(bytes, load);
}

LoadedModel LoadModelFile(const std::filesystem::path& path, const FileOptions& options) {
  const Result<std::vector<std::byte>> bytes = ReadFile(path, options.load.limits.max_file_bytes);
  if (!bytes.ok()) return {.model = bytes.failure()};
  if (bytes->empty()) return {.model = EmptyFile()};
  return LoadModelContent(path, *bytes, options);
}

LoadedAsset LoadAssetFile(const std::filesystem::path& path, const FileOptions& options) {
  const std::size_t max_bytes = options.load.limits.max_file_bytes;
  const Result<files::OpenFile> file = files::OpenToRead(path);
  if (!file.ok()) return {.asset = file.failure()};
  if (files::BeginsAsRuntimeFile(*file)) {
    return {.asset = files::OpenMapped(*file, max_bytes), .format = FileFormat::kSinew};
  }
  const Result<std::vector<std::byte>> bytes = file->ReadAll(max_bytes);
  if (!bytes.ok()) return {.asset = bytes.failure()};
  if (bytes->empty()) return {.asset = EmptyFile()};
  if (DetectFormat(*bytes) == FileFormat::kSinew) {
    return {.asset = OpenCopy(*bytes), .format = FileFormat::kSinew};
  }
  return AssetOf(LoadModelContent(path, *bytes, options));
}

}  // namespace sinew

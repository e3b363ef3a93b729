// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Files by their path: models and assets of any format, and files written whole or not at all. The
// only part of the library that touches the file system (component sinew::files).
//
//   LoadedModel fox = LoadModelFile("fox.gltf");
//   LoadedAsset hero = LoadAssetFile("hero.sinew");
//   std::optional<Failure> failure = WriteWholeFile("fox.glb", WriteGlb(*fox.model).value());
//
//   Confined  a file may name buffers and images beside it. They are read only from its own folder
//             and below, or from below FileOptions::root. Absolute paths, other schemes,
//             backslashes and links that lead out are refused.
//   Bounded   nothing larger than GltfLimits::max_file_bytes is read, whatever it claims to be.
//   Failures  kResource where a file cannot be opened, read or written (with an empty place) or one
//             beside it cannot (with its place in the file); otherwise as ReadGltf, ReadJs3d and
//             Asset::Open.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/asset.h"
#include "sinew/gltf.h"
#include "sinew/load.h"
#include "sinew/report.h"
#include "sinew/result.h"

namespace sinew {

// The whole file. Pipes are read too: what counts is what comes, not a stated size.
Result<std::vector<std::byte>> ReadFile(const std::filesystem::path& path, std::size_t max_bytes);

// Writes beside the file's place and moves the result there: readers see the old file or the new
// one, never a part. Where `path` is a link, the file it leads to is replaced; a pipe or a device
// is written to. Nothing where it succeeds; nothing is left behind where it fails. (A process that
// is killed meanwhile leaves ".NAME.PID.part" where the file system has no unnamed files.)
std::optional<Failure> WriteWholeFile(const std::filesystem::path& path,
                                      std::span<const std::byte> bytes);

struct FileContent {
  std::string name{};  // Without a folder.
  std::string text{};
};

// Writes several files into one folder, which is made where it is not there. Each is whole. Where
// one cannot be written, those of them that were not there before are removed again; those that
// were there may have been replaced.
std::optional<Failure> WriteWholeFiles(const std::filesystem::path& folder,
                                       std::span<const FileContent> files);

// Fetches what lies beside a file, by percent-decoded URI, from `folder` and below.
//   root  A folder that nothing may leave, links included: URIs may lead anywhere below it
//         ("../textures/a.png"). `folder` must be in it. Empty: `folder` itself, and ".." is
//         refused.
Resolver FolderResolver(const std::filesystem::path& folder, std::size_t max_bytes,
                        const std::filesystem::path& root = {});

// The packaged Draco library, behind checks of what the stream will need. Empty where this library
// was built without Draco: files that require it are then refused by name.
std::function<Result<DracoMesh>(const DracoRequest&)> DracoDecoder();

struct FileOptions {
  // Where resolve or decoders.draco are empty they become FolderResolver and DracoDecoder;
  // `assumed` is told by the file's name.
  LoadOptions load{};
  std::filesystem::path root{};  // See FolderResolver.
};

// A model from a glTF, GLB or .js3d file. An empty file is a failure of code kResource.
LoadedModel LoadModelFile(const std::filesystem::path& path, const FileOptions& options = {});
// The same where the caller has the file's bytes already: `path` says where it lies.
LoadedModel LoadModelContent(const std::filesystem::path& path, std::span<const std::byte> bytes,
                             const FileOptions& options = {});

// Fetches what lies beside `path`, as LoadModelFile does: for EmbedImages.
Resolver ResolverBeside(const std::filesystem::path& path, const FileOptions& options = {});

struct LoadedAsset {
  Result<Asset> asset;  // Or why the file cannot be loaded.
  Report report{};      // Of a model; empty for a runtime file.
  FileFormat format = FileFormat::kUnknown;
};

// An asset from any of these, or from a .sinew file, which is mapped and used in place: it must not
// be changed as long as the asset exists. A .sinew is as it was packed: up_axis is ignored.
LoadedAsset LoadAssetFile(const std::filesystem::path& path, const FileOptions& options = {});

}  // namespace sinew

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
//   Bounded   nothing larger than GltfLimits::max_file_bytes is read, whatever it claims to be, and
//             no image beyond max_image_bytes and max_images_bytes. Sizes are looked at first.
//   Failures  kResource where a file cannot be opened, read or written (with an empty place) or one
//             beside it cannot (with its place in the file); otherwise as ReadGltf, ReadJs3d and
//             Asset::Open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/asset.h"
#include "sinew/gltf.h"
#include "sinew/limits.h"
#include "sinew/load.h"
#include "sinew/report.h"
#include "sinew/result.h"

namespace sinew {

// The whole file. Pipes are read too: what counts is what comes, not a stated size.
Result<std::vector<std::byte>> ReadFile(const std::filesystem::path& path, std::size_t max_bytes);

// Writes a file piece by piece; it appears at its place, whole, when Commit has succeeded. Until
// then readers see the old file, or none. Destroyed without Commit, it leaves nothing behind.
//
//   Place      where `path` is a link, the file it leads to is replaced. A pipe or a device is
//              written to directly, and keeps what it got.
//   Mode       the permission bits of a replaced file are kept, and its owner where the process
//              may set it.
//   Crashes    the bytes are on the disk before the file gets its name. A process that is killed
//              leaves nothing, or ".sinew-RANDOM.part" where the file system has no unnamed files
//              or the kill came between the last two steps; nothing ever stumbles over such a file.
//   Writers    of the same path at the same time do not meet: the last Commit wins.
class WholeFileWriter {
 public:
  // Fails (kResource) where the place cannot be written to. Appending more than `max_bytes` in all
  // is a failure of code kLimit that names max_output_bytes.
  static Result<WholeFileWriter> Create(
      const std::filesystem::path& path,
      std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max());
  WholeFileWriter(WholeFileWriter&& other) noexcept;
  WholeFileWriter& operator=(WholeFileWriter&& other) noexcept;
  ~WholeFileWriter();

  // Nothing where they succeed. After a failure every call returns that failure. Small pieces are
  // gathered before they are written, so an error may come with a later call.
  std::optional<Failure> Append(std::span<const std::byte> bytes);
  std::optional<Failure> Commit();

 private:
  struct Body;
  explicit WholeFileWriter(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

// The same in one call.
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

// Fetches what lies beside a file, by percent-decoded URI, from `folder` and below. The folder is
// opened at once: what happens to its path later changes nothing. A file is read once, whatever
// names and links lead to it, and its bytes are kept as long as the resolver or a copy exists.
//   root  A folder that nothing may leave, links included: URIs may lead anywhere below it
//         ("../textures/a.png"). `folder` must be in it. Empty: `folder` itself, and ".." is
//         refused.
Resolver FolderResolver(const std::filesystem::path& folder, std::size_t max_bytes,
                        const std::filesystem::path& root = {});

// The packaged Draco library, behind checks of what the stream declares. Empty where this library
// was built without Draco: files that require it are then refused by name. The library's tables and
// loops can still take more than a stream declares (512 bytes and more per byte of stream): for
// files of strangers use the isolated one.
std::function<Result<DracoMesh>(const DracoRequest&)> DracoDecoder();

// The same in a child process per stream, whose memory and processor time the system holds to
// DracoRequest::max_bytes and Limits::max_draco_seconds; a crash is a Failure too. The time is that
// of all streams: make one decoder per file. (Memory is not held in builds with a sanitizer, nor
// where there is no /proc.) It forks: not for programs that may not, as under some sandboxes.
std::function<Result<DracoMesh>(const DracoRequest&)> IsolatedDracoDecoder(
    const Limits& limits = {});

struct FileOptions {
  // Where resolve, resolve_image or decoders.draco are empty they become FolderResolver (that of
  // images with their own limits) and DracoDecoder;
  // `assumed` is told by the file's name.
  LoadOptions load{};
  std::filesystem::path root{};  // See FolderResolver.
};

// A model from a glTF, GLB or .js3d file. An empty file is a failure of code kResource.
LoadedModel LoadModelFile(const std::filesystem::path& path, const FileOptions& options = {});
// The same where the caller has the file's bytes already: `path` says where it lies.
LoadedModel LoadModelContent(const std::filesystem::path& path, std::span<const std::byte> bytes,
                             const FileOptions& options = {});

// Fetches images beside `path`, as LoadModelFile does, within GltfLimits::max_image_bytes and
// max_images_bytes: for EmbedImages.
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

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One call from bytes to a Model, whatever the format: glTF, GLB or Scotty3D's .js3d, told apart by
// content.
//
//   LoadedModel loaded = LoadModel(bytes);
//   if (!loaded.model.ok()) return Describe(loaded.model.failure());
//
//   Pure     no file system here. Buffers beside the file come through LoadOptions::resolve, Draco
//            geometry through LoadOptions::decoders. files.h has both, and loads by path.
//   Safety   as ReadGltf and ReadJs3d: every size is checked, and memory is bounded by the limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/bones.h"
#include "sinew/gltf.h"
#include "sinew/js3d.h"
#include "sinew/model.h"
#include "sinew/report.h"
#include "sinew/result.h"

namespace sinew {

enum class FileFormat : std::uint8_t {
  kUnknown,
  kGltf,   // glTF as text.
  kGlb,    // glTF, binary.
  kJs3d,   // A scene of Scotty3D.
  kSinew,  // A runtime file; see runtime_file.h and Asset::Open.
};

// By the first bytes, or by the first telling key of a JSON text. kUnknown where neither tells.
FileFormat DetectFormat(std::span<const std::byte> bytes);

struct LoadOptions {
  Resolver resolve{};        // Empty: files with external buffers are refused.
  Resolver resolve_image{};  // Of images. Empty: `resolve`.
  Decoders decoders{};
  UpAxis up_axis = UpAxis::kAsInFile;
  // Refuse a glTF with any issue of severity error, and a .js3d that needs any repair.
  bool strict = false;
  bool read_images = true;            // Copy the bytes of embedded images.
  std::uint32_t max_issues = 10'000;  // Kept in the report; all are counted.
  bool fetch_unused = false;          // For validators: see GltfOptions::fetch_unused.
  GltfLimits limits{};                // Of .js3d as well, where they have a meaning there.
  // What a JSON text without a telling key is read as: kJs3d, or else glTF; an empty file: kGlb, or
  // else glTF. A file's name may say.
  FileFormat assumed = FileFormat::kUnknown;
};

struct LoadedModel {
  Result<Model> model;  // Or why the file cannot be loaded.
  // In both cases. Repairs of a .js3d are warnings, what its model has no place for information.
  Report report{};
  FileFormat format = FileFormat::kUnknown;  // As which the file was read.
  std::vector<Js3dLoss> not_carried{};       // Of a .js3d: what a model has no place for.
  // Of a .js3d: the bones of each skin in bind space, with their radii. A skin may have one entry
  // more than bones: what vertices without weights follow.
  std::vector<std::vector<BoneSegment>> bones_of_skin{};
};

// `bytes` is borrowed for the call. A .sinew file is refused by name (kUnsupported): no model is
// read from it.
LoadedModel LoadModel(std::span<const std::byte> bytes, const LoadOptions& options = {});

// A model whose images lie in it instead of beside its file.
struct EmbeddedImages {
  Model model;
  std::vector<Failure> missing{};  // Per image that stays outside: "/images/3", and why.
};

// Fetches every image that has a URI and no bytes, each URI once: images of the same URI share the
// bytes. What is not to be had keeps its URI; without a resolver that is all of them. Fails only
// where the resolver returns what no model can hold.
Result<EmbeddedImages> EmbedImages(Model model, const Resolver& resolve);

}  // namespace sinew

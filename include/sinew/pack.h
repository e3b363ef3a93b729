// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Packing: a model's clips packed, its meshes prepared, all of it written as a runtime file
// (runtime_file.h). What `sinew pack` does. Offline: allocates, and may take seconds.
//
//   Bound    of vertices, whatever unit the model is in: lengths that the options leave open are
//            shares of the model's size at rest (model_size.h), and where they say nothing of
//            single joints, those are packed for as far as their vertices stand (joint_reach.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/aligned_bytes.h"
#include "sinew/asset.h"
#include "sinew/model.h"
#include "sinew/packed_clip.h"
#include "sinew/result.h"
#include "sinew/runtime_file.h"

namespace sinew {

// Packs the clips of one model, one at a time: for programs that show how far they are, or need
// some of the clips only.
class ClipPacker {
 public:
  // Measures the model, which must stay where it is. Fails where its rest pose is not usable.
  static Result<ClipPacker> Create(const Model& model, const PackOptions& options = {});
  static Result<ClipPacker> Create(const Model&&, const PackOptions& options = {}) = delete;
  ClipPacker(ClipPacker&&) = default;
  ClipPacker& operator=(ClipPacker&&) = default;

  // `clip` is one of the model's: another is a caller's bug. Fails as PackedClip::Create does, at
  // the place "clips/3" or below it; kLimit: it would take more memory than max_pack_bytes.
  Result<PackedClip> Pack(std::size_t clip) const;

  float size() const { return size_; }  // Of the model at rest; 0 without clips.
  // As packing uses them: with every length given. Borrows from this.
  const PackOptions& options() const& { return options_; }
  const PackOptions& options() const&& = delete;
  // What whoever chose the options should know, in one sentence, or empty: the bound is below what
  // float positions of that size can show.
  const std::string& warning() const& { return warning_; }
  const std::string& warning() const&& = delete;

 private:
  explicit ClipPacker(const Model& model) : model_(&model) {}
  Result<PackedClip> Smallest(const Clip& clip) const;

  const Model* model_;
  float size_ = 0.0f;
  std::vector<float> reach_;  // Of the joints.
  PackOptions options_;
  std::string warning_;
};

struct PackedClips {
  std::vector<PackedClip> clips{};      // One for each of the model's, in their order.
  std::vector<std::string> warnings{};  // See ClipPacker::warning.
};

// Packs every clip. Fails where one does (place "clips/3").
Result<PackedClips> PackClips(const Model& model, const PackOptions& options = {});

// What a runtime file holds beside what playing needs.
struct RuntimeFileOptions {
  // The bytes of images that have them; else only names and URIs. Equal images are embedded once:
  // textures name the first of them.
  bool embed_images = false;
  // Vertices as a GPU reads them as well (vertex_format.h): flags of the attributes that are
  // wanted; a primitive gets those that it has, four weights, and 16-bit joints where it needs
  // them. None: no such vertices. kUnsupported at "meshes/1/primitives/0" where the format cannot
  // hold one.
  std::optional<std::uint32_t> vertex_flags{};
  // Texture coordinates and colours outside [0, 1] are taken to the nearer end instead of refused.
  bool clamp_vertices = false;
};

// Packs every clip and prepares every primitive. Materials are written in full; scenes and raw JSON
// are not. Fails where PackClips does.
Result<AlignedBytes> WriteRuntimeFile(const Model& model, const PackOptions& options = {},
                                      const RuntimeFileOptions& file_options = {});

// The same of clips that are packed already: one for each of the model's, in their order.
Result<AlignedBytes> WriteRuntimeFileWithClips(const Model& model,
                                               std::span<const PackedClip> clips,
                                               const RuntimeFileOptions& file_options = {});

// Something of a model that a runtime file does not hold.
struct NotCarried {
  const char* kind = "";  // For programs: "images", "scenes", "extras".
  const char* what = "";  // For people.
  std::uint64_t count = 0;
};
// `embeds_images` as the file was written: RuntimeFileOptions::embed_images.
std::vector<NotCarried> ListNotCarried(const Model& model, bool embeds_images);

// An asset with packed clips, made from one with exact clips: WriteRuntimeFile, opened in memory,
// so that it equals the asset that Asset::Open makes from the file, bit for bit. Fails where
// packing fails, and for an asset that came from a runtime file.
Result<Asset> Pack(const Asset& asset, const PackOptions& options = {},
                   const RuntimeFileOptions& file_options = {});

}  // namespace sinew

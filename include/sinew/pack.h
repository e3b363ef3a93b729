// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Packing: a model's clips packed, its meshes prepared, all of it written as a runtime file
// (runtime_file.h). Offline: allocates, and may take seconds.
#pragma once

#include <span>

#include "sinew/aligned_bytes.h"
#include "sinew/asset.h"
#include "sinew/model.h"
#include "sinew/packed_clip.h"
#include "sinew/result.h"

namespace sinew {

// Packs every clip and prepares every primitive. Where the options say nothing of single joints,
// the clips' bound is one of vertices: JointReach (joint_reach.h). Of materials the names are
// written; images, scenes and raw JSON are not. Fails where a clip does (place "clips/3").
Result<AlignedBytes> WriteRuntimeFile(const Model& model, const PackOptions& options = {});

// The same of clips that are packed already: one for each of the model's, in their order, and by
// these options.
Result<AlignedBytes> WriteRuntimeFile(const Model& model, std::span<const PackedClip> clips,
                                      const PackOptions& options);

// An asset with packed clips, made from one with exact clips: WriteRuntimeFile, opened in memory,
// so that it equals the asset that Asset::Open makes from the file, bit for bit. Fails where
// packing fails, and for an asset that came from a runtime file.
Result<Asset> Pack(const Asset& asset, const PackOptions& options = {});

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The meshes of another file on a character: what `sinew merge --meshes` does, and what it has to
// tell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "merge_joints.h"
#include "sinew/bind_mesh.h"

namespace sinew::cli {

struct MergedMesh {
  std::string node{}, mesh{};  // In its file.
  bool skinned = false;
  std::uint64_t vertices = 0;
  float rest_shift = 0.0f;  // See BindMeshReport.
};

struct MergedOutfit {
  std::string refusal{};  // Why nothing may be written; empty: it may.
  std::vector<MergedMesh> meshes{};
  std::vector<MergedJoint> joints{};  // That its skins name, or that move meshes rigidly.
  std::array<std::uint32_t, kJointMatchCount> counts{};
  std::uint32_t extensions = 0;         // Left behind.
  bool shifted = false;                 // In its rest pose some mesh is clearly somewhere else.
  std::vector<std::string> outside{};   // Images that could not be embedded, and why.
  std::vector<std::uint32_t> unused{};  // Entries of the map.

  std::uint64_t warnings() const;
};

// True where the joint is not there, and the map does not say so.
bool IsMissing(const MergedJoint& joint);

struct OutfitOptions {
  std::vector<std::string> names{};  // Of nodes or meshes; empty: all.
  MissingJoints missing = MissingJoints::kRefuse;
  std::size_t max_file_bytes = 0;  // Of an image beside the file.
};

// The character with the meshes of a file on it, or nothing where that is refused. Throws
// CommandError where the map cannot be followed.
std::optional<Model> MergeMeshes(const std::string& file, Model from, const Model& character,
                                 const JointMap& map, const OutfitOptions& options,
                                 MergedOutfit& merged);

}  // namespace sinew::cli

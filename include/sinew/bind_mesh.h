// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes of one model for the skeleton of another: armour, clothes, hair, weapons.
//
//   Joints    are found by the rules of joint_match.h, as for clips.
//   Skins     name the character's joints afterwards; their inverse bind matrices stay as they are.
//             An outfit that was made for the same skeleton therefore moves as if it had been in
//             the character's file, to the bit.
//   Skeleton  of the character: never changes. Its clips, packed clips, mixers and saved states are
//             valid as before, and one pose moves everything that is bound to it.
//   Not here  fitting. Where the two skeletons have different rest poses or proportions the meshes
//             follow the character's; the report says how far that moves them.
//   Memory    everything here allocates: it is work for importers and tools.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sinew/joint_match.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

// What happens where a joint of the outfit moves vertices and has no target.
enum class MissingJoints : std::uint8_t {
  kRefuse,   // Nothing is bound.
  kNearest,  // Its vertices follow the nearest ancestor that has a target, and keep the place in
             // that joint's space that they have in the outfit's rest pose. Without such an
             // ancestor nothing is bound.
};

struct BindMeshOptions {
  // Joints that the map leads to nothing are bound as by kNearest, whatever `missing` says.
  BindOptions match{};
  MissingJoints missing = MissingJoints::kRefuse;
  std::optional<std::vector<std::uint32_t>> instances{};  // Of the outfit. Default: all.
};

struct BindMeshReport : MatchCounts {
  // The joints that the skins of these meshes name, and those of meshes that move rigidly, in
  // ascending order.
  struct Joint : JointBinding {
    // Of vertices on it, summed over the instances. A vertex that moves rigidly counts as one.
    std::uint64_t influence_count = 0;
    // Of a joint without a target: the character's joint that it is bound to instead. Nothing: no
    // ancestor has a target.
    std::optional<std::uint32_t> nearest{};
  };
  std::vector<Joint> joints{};

  // The bound instances, in the order asked for.
  struct Instance {
    std::uint32_t instance = 0;  // Of the outfit.
    // With both models in their rest poses, no vertex is farther than this from where it is in the
    // outfit's own file; morph targets are left out. In the asset's unit. 0 where nothing moves;
    // kLargest where it is out of range.
    float rest_shift = 0.0f;
  };
  std::vector<Instance> instances{};  // Empty where nothing was bound.

  std::vector<std::uint32_t> unused_entries{};  // Of the map: no joint of the outfit is called so.
  // Of meshes, primitives, skins and images: they may point into their own file. Those of materials
  // and textures are kept.
  std::uint32_t dropped_extensions = 0;
};

struct BoundMeshes {
  Result<Model> model;  // Or why nothing was bound.
  BindMeshReport report{};
};

// The outfit on the character's skeleton: a model of that skeleton with the outfit's meshes, morph
// targets, skins, materials, textures and images, and nothing of the character's. A pose of the
// character moves it as it is. An instance is at the joint that its own has become; one that is
// skinned, and whose node the character does not have, is at the joint of the character's first
// skinned mesh. A mesh without a skin at a joint without a target gets a skin of one entry
// (kNearest). Fails with the place
//   "map/3"        as BindClips does;
//   "instances/2"  where there is no such instance of the outfit, or only some of its primitives
//   are
//                  skinned and the character does not have its node;
//   "joints/7"     of the outfit, where a joint that moves vertices has no target.
BoundMeshes BindMeshes(const Model& outfit, const Model& character,
                       const BindMeshOptions& options = {});

// All meshes of a model after those of another that has the same skeleton, with morph slots after
// its own. Materials, textures and embedded images that are there already are not added again.
// Fails with the place "skeleton" where the skeletons are not the same.
Result<Model> AddMeshes(Model character, const Model& bound);

// Both: the character with the outfit on it.
BoundMeshes AddOutfit(Model character, const Model& outfit, const BindMeshOptions& options = {});

}  // namespace sinew

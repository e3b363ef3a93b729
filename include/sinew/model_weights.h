// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Automatic weights for a whole model: from its meshes and joints to the same model with weights.
// weights.h does the same for one list of vertices; docs/weights.md has the algorithms.
//
//   Skinned meshes   keep their skins. Weights of all meshes of a skin are computed together, so
//                    that seams between them do not tear. Skins that bind the same meshes to bones
//                    of the same names at the same places share their weights.
//   Without a skin   meshes get one: the model's first, where it has one that nothing uses, else
//                    one made of the nodes that are bones. Vertices stay as they are: where the
//                    mesh stands goes into the skin's inverse binds. In a model where other meshes
//                    are skinned, those without a skin stay as they are.
//   Without bones    a model takes those of the model that its weights come from (kTransfer).
//   Kept             morph targets, materials, clips, preserved JSON. A mesh that stands at several
//                    places, or under several skins, becomes several.
//   Failures         of an option have a place below "/options": "/options/locked_joints/0". Others
//                    are about the model, or those of weights.h.
//   Bits             the same on every machine.
//   Memory           offline: allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sinew/model.h"
#include "sinew/result.h"
#include "sinew/weights.h"

namespace sinew {

enum class WeightsMethod : std::uint8_t {
  kHeat,      // HeatWeights.
  kSegment,   // SegmentWeights; what no bone reaches takes the nearest.
  kTransfer,  // TransferWeights, from another model.
};

struct ModelWeightsOptions {
  WeightsMethod method = WeightsMethod::kHeat;
  float radius = 0.0f;  // Of kSegment, see SegmentOptions: 0 is for bones_of_skin with radii.

  // Of kTransfer, which needs it and nobody else uses it: its meshes under the skin of its first
  // skinned instance. Joints are matched by the names that the files give them. A joint that has
  // weights and no namesake gives them to the nearest above it that has one.
  const Model* from = nullptr;

  std::uint32_t max_influences = 0;  // Per vertex; 0: any number.
  std::uint32_t smoothing = 0;       // Times that weights are averaged with their neighbours'.

  // Names of joints, each of some skin; not for kTransfer. All joints of a name keep the weights
  // they have; meshes that have none have nothing to keep.
  std::vector<std::string> locked_joints{};

  // The topmost bone, where the model has no skin (see BoneNodes).
  std::optional<std::string> root{};

  // The bones of each skin, where a file says more of them than its skins do, as a .js3d does.
  // Skins beyond the list have those of BonesOfSkin.
  std::vector<std::vector<BoneSegment>> bones_of_skin{};

  std::uint64_t max_work = kMaxWeightsWork;                 // Of all groups; see HeatOptions.
  std::uint64_t max_output_bytes = std::uint64_t{1} << 30;  // Of meshes and skins, about.

  // How much of everything is done, from 0 to 1. Called now and then, from within.
  std::function<void(float share)> progress{};
};

// A vertex where the model has it.
struct MeshVertex {
  std::uint32_t mesh = 0, primitive = 0, vertex = 0;
};

// Meshes whose weights were computed together. Vertices of the report count through all of `parts`;
// its joints are entries of the skin.
struct WeightedGroup {
  std::uint32_t skin = 0;  // The first skin of the new model that has these joints.
  bool skin_made = false;
  std::vector<std::string> joints{};  // Skeleton::Label of the skin's entries, or "(none)".
  std::size_t bone_count = 0;
  std::size_t vertex_count = 0;
  WeightsReport report{};
  // Of kTransfer: joints of the other model without a namesake, whose weights one above them has.
  std::vector<std::string> moved_joints{};
  struct Part {
    std::uint32_t mesh = 0, primitive = 0, first_vertex = 0;
  };
  std::vector<Part> parts{};  // In ascending first vertex.

  // Of a vertex of the report.
  MeshVertex PlaceOf(std::uint32_t vertex) const;
};

struct WeightedModel {
  Model model{};
  std::vector<WeightedGroup> groups{};
  std::size_t unskinned_count = 0;  // Instances without a skin, where others have one: unchanged.
  bool bones_adopted = false;       // The model had no bones and took those of `from`.
};

// Old weights are replaced. Fails on options that do not fit the model, a model without meshes or
// bones, and where a limit breaks.
Result<WeightedModel> ComputeModelWeights(Model&& model, const ModelWeightsOptions& options);

// The joints that are bones in a model that binds nothing, ascending: those without a mesh, a
// camera or a light. Not those at the top that only hold things together: a root above a mesh, and
// lone nodes. With `root`: that joint and what is below it, without meshes, cameras and lights.
// None is an empty list. Fails where no joint has that name ("/options/root").
Result<std::vector<std::uint32_t>> BoneNodes(const Model& model,
                                             const std::optional<std::string>& root = {});

// The model with the bones of another beside its own nodes, where they rest there, and the skin
// that the other's first skinned mesh has. Nothing is bound to it yet. The other's clips and meshes
// stay where they are. Fails where the other has no skinned mesh ("/options/from").
Result<Model> AdoptBones(Model&& model, const Model& other);

}  // namespace sinew

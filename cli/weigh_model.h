// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From the meshes and joints of a model to the same model with weights.
//
//   Skinned meshes   keep their skins. All meshes of a skin are weighed together, so that seams
//                    between them do not tear. Skins that bind the same meshes to bones of the
//                    same names at the same places are weighed once.
//   Without a skin   meshes get one: the file's first, where it has one that nothing uses, else one
//                    made of the nodes that are bones. Vertices stay as they are: where the mesh
//                    stands goes into the skin's inverse binds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sinew/model.h"
#include "sinew/weights.h"
#include "tool_limits.h"

namespace sinew::cli {

struct WeighOptions {
  enum class Method : std::uint8_t { kHeat, kSegment, kTransfer } method = Method::kHeat;
  float radius = 0.0f;               // Of kSegment.
  const Model* from = nullptr;       // Of kTransfer.
  std::uint32_t max_influences = 0;  // 0: any number.
  std::uint32_t smoothing = 0;
  // Names of joints, each of some skin. All joints of a name keep their weights; meshes that have
  // none have nothing to keep.
  std::vector<std::string> locked{};
  std::optional<std::string> root{};  // The topmost bone, where the file has no skin.
  // The bones of each skin, where the file says more of them than its skins do (.js3d); else empty.
  std::vector<std::vector<BoneSegment>> bones_of_skin{};
  Limits limits{};  // max_output_bytes for meshes and skins, max_work for vertices times bones.
  std::function<void(float share)> progress{};  // Of everything.
};

// A vertex where the file has it.
struct VertexPlace {
  std::uint32_t mesh = 0, primitive = 0, vertex = 0;
};

// Meshes that were weighed together.
struct WeighedGroup {
  std::uint32_t skin = 0;  // The first skin of the new model that has these joints.
  bool skin_made = false;
  std::vector<std::string> joints{};  // What people call the skin's entries.
  std::size_t bone_count = 0;
  std::size_t vertex_count = 0;
  WeightsReport report{};
  // Of kTransfer: joints of the other model without a namesake, whose weights one above them has.
  std::vector<std::string> moved{};
  struct Part {
    std::uint32_t mesh = 0, primitive = 0, first = 0;
  };
  std::vector<Part> parts{};  // In ascending first vertex.
  VertexPlace PlaceOf(std::uint32_t vertex) const;
};

struct WeighedModel {
  Model model{};
  std::vector<WeighedGroup> groups{};
  std::size_t left_alone = 0;  // Mesh instances without a skin, in a file where others have one.
};

// Throws CommandError: kUsage where a name is wrong, kCannotRead where the file cannot be weighed
// or a limit breaks.
WeighedModel WeighModel(const std::string& file, Model model, const WeighOptions& options);

}  // namespace sinew::cli

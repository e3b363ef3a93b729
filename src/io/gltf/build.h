// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The build stage: a linked document and its bytes become the parts of a Model. What is wrong but
// has a written rule is mended and counted (docs/gltf-rules.md); what has none is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/gltf/accessor.h"
#include "io/gltf/budget.h"
#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/gltf/resources.h"
#include "io/json/json.h"
#include "sinew/gltf.h"
#include "sinew/model.h"

namespace sinew::gltf {

// What the steps share. They run in the order of their declarations below.
struct Build {
  const json::Document& json;
  const Document& document;
  const Resources& resources;
  const Accessors& accessors;
  const GltfOptions& options;
  Budget& budget;
  Judge& judge;

  Model::Parts parts{};
  std::vector<std::uint32_t> joint_of_node{};    // By the file's node index.
  std::vector<std::int32_t> instance_of_node{};  // Into parts.instances, or -1.
  // By mesh: the file's numbers of the primitives that were not dropped.
  std::vector<std::vector<std::uint32_t>> kept_primitives{};

  bool Take(std::uint64_t count, std::uint64_t bytes_each, std::string_view place) {
    return budget.Take(count, bytes_each, judge, place);
  }
};

// Each returns false where the file had to be refused.
bool BuildSkeleton(Build& build);
bool BuildSkins(Build& build);
bool BuildMeshes(Build& build);
bool BuildInstances(Build& build);
bool BuildClips(Build& build);
bool BuildMaterials(Build& build);  // And textures.
bool BuildImages(Build& build);
bool BuildScenes(Build& build);
bool CarryJson(Build& build);  // What is kept as text.

// All of them, and Model::Create.
std::optional<Model> BuildModel(Build& build);

// --- between the steps ---

// One primitive, without its influences. Nothing: dropped (with a mend) or refused.
std::optional<Primitive> BuildPrimitive(Build& build, std::uint32_t mesh, std::uint32_t primitive,
                                        std::uint32_t joint_limit);

// Joints and weights of all sets, four of each a vertex and set, become influences: clamped,
// merged, renormalised, in ascending joint. Joints at or beyond `joint_limit` are dropped.
struct InfluenceSet {
  std::vector<std::uint32_t> joints;
  std::vector<float> weights;
};
Influences BuildInfluences(std::span<const InfluenceSet> sets, std::uint32_t vertex_count,
                           std::uint32_t joint_limit, std::string_view pointer, Judge& judge);

// The object's "name", if it has one.
std::optional<std::string> NameOf(const Build& build, std::uint32_t json);

// The numbers of a JSON array, put to `count` entries: missing ones are zero. The flag says whether
// the array had another length.
struct Weights {
  std::vector<float> values;
  bool length_differs = false;
};
Weights WeightsOf(const Build& build, std::uint32_t json, std::uint32_t count);

// The number of morph targets: the largest of any primitive.
std::uint32_t MorphCount(const MeshDef& mesh);

}  // namespace sinew::gltf

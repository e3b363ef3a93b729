// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/build.h"

#include <algorithm>
#include <utility>

namespace sinew::gltf {

std::optional<std::string> NameOf(const Build& build, std::uint32_t json) {
  if (json == ~0u) return std::nullopt;
  const json::Value object = build.json.At(json);
  if (!object.is_object()) return std::nullopt;
  const std::optional<json::Value> name = object.Find("name");
  if (!name || !name->is_string()) return std::nullopt;
  return name->string();
}

Weights WeightsOf(const Build& build, std::uint32_t json, std::uint32_t count) {
  Weights weights;
  weights.values.assign(count, 0.0f);
  if (json == ~0u) return weights;
  const json::Value array = build.json.At(json);
  if (!array.is_array()) return weights;
  weights.length_differs = array.size() != count;
  std::uint32_t at = 0;
  for (const json::Value value : array.elements()) {
    if (at == count) break;
    const float weight = value.is_number() ? static_cast<float>(value.number()) : 0.0f;
    weights.values[at++] = IsUsable(weight) ? weight : 0.0f;
  }
  return weights;
}

std::uint32_t MorphCount(const MeshDef& mesh) {
  std::size_t count = 0;
  for (const PrimitiveDef& primitive : mesh.primitives) {
    count = std::max(count, primitive.targets.size());
  }
  return static_cast<std::uint32_t>(count);
}

std::optional<Model> BuildModel(Build& build) {
  const bool built = BuildSkeleton(build) && BuildSkins(build) && BuildMeshes(build) &&
                     BuildInstances(build) && BuildClips(build) && BuildMaterials(build) &&
                     BuildImages(build) && BuildScenes(build) && CarryJson(build);
  if (!built || build.judge.refused()) return std::nullopt;
  Result<Model> model = Model::Create(std::move(build.parts));
  if (!model.ok()) {
    // The steps above keep the model's invariants; this is the net below them.
    build.judge.Refuse(model.failure().code, "", Describe(model.failure()));
    return std::nullopt;
  }
  return std::move(*model);
}

}  // namespace sinew::gltf

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The stages in a row.
#include <algorithm>
#include <utility>

#include "io/js3d/scene_parts.h"
#include "sinew/floating_point.h"
#include "sinew/js3d.h"

namespace sinew {
namespace {

using js3d::SceneParts;
using js3d::Source;
using js3d::Words;

std::string_view TextOf(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

Failure TooLarge(std::size_t found, std::size_t limit) {
  return {FailureCode::kLimit, "",
          Words("The file has ", found, " bytes, more than max_file_bytes (", limit, ").")};
}

bool ReadScene(Source& source, SceneParts& parts) {
  const json::Value root = source.root();
  if (!source.RequireObject(root)) return false;
  std::optional<json::Value> scene;
  if (!source.FindObject(root, "scene", scene)) return false;
  if (!scene) return source.Invalid(root, "found no \"scene\", which every .js3d file has");
  return source.CheckFormat(*scene, "js3d-v1") && ReadTransforms(source, *scene, parts) &&
         ReadMaterials(source, *scene, parts) && ReadMeshes(source, *scene, parts) &&
         ReadInstances(source, *scene, parts) && MakeSkeleton(source, *scene, parts) &&
         ReadAnimator(source, root, parts);
}

Result<Js3dScene> MakeScene(Source& source, SceneParts& parts) {
  const Skeleton& skeleton = parts.model.skeleton;
  if (skeleton.joint_count() != 0) {
    ModelScene scene;
    for (std::uint32_t joint = 0; joint < skeleton.level_begins()[1]; ++joint) {
      scene.roots.push_back(joint);
    }
    parts.model.scenes.push_back(std::move(scene));
    parts.model.default_scene = 0;
  }
  Result<Model> model = Model::Create(std::move(parts.model));
  if (!model.ok()) return model.failure();
  return Js3dScene{.model = std::move(model).value(),
                   .skinned_meshes = std::move(parts.skinned),
                   .not_carried = source.TakeLosses(),
                   .mends = source.TakeMends()};
}

}  // namespace

Result<Js3dScene> ReadJs3d(std::span<const std::byte> bytes, const Js3dLimits& limits) {
  const FloatEnvironmentGuard guard;
  if (bytes.size() > limits.max_file_bytes) return TooLarge(bytes.size(), limits.max_file_bytes);
  const Result<json::Document> json =
      json::Document::Parse(TextOf(bytes), {.max_json_depth = limits.max_json_depth,
                                            .max_json_bytes = limits.max_json_bytes,
                                            .max_json_values = limits.max_json_values});
  if (!json.ok()) return json.failure();
  Source source(*json, limits, bytes.size());
  SceneParts parts;
  if (!source.Take(json->value_count(), 2 * sizeof(json::Node), json->root())) {
    return source.failure();
  }
  // A name that comes twice would leave open which one others mean.
  if (const auto duplicates = json->duplicates(); !duplicates.empty()) {
    return Failure{FailureCode::kInvalid, json->PointerTo(duplicates.front().key),
                   "the name is there twice"};
  }
  if (!ReadScene(source, parts)) return source.failure();
  return MakeScene(source, parts);
}

}  // namespace sinew

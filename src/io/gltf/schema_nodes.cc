// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Nodes, skins and scenes, each by itself.
#include <cmath>

#include "io/gltf/schema_stage.h"
#include "io/gltf/trs_check.h"

namespace sinew::gltf {
namespace {

enum NodeKey : std::size_t {
  kCamera,
  kChildren,
  kSkin,
  kMatrix,
  kMesh,
  kNodeRotation,
  kNodeScale,
  kTranslation,
  kNodeWeights,
  kNodeName,
  kNodeExtensions,
  kNodeExtras,
};
constexpr KeySet kNodeKeys({"camera", "children", "skin", "matrix", "mesh", "rotation", "scale",
                            "translation", "weights", "name", "extensions", "extras"});

enum SkinKey : std::size_t {
  kInverseBindMatrices,
  kSkeleton,
  kJoints,
  kSkinName,
  kSkinExtensions,
  kSkinExtras,
};
constexpr KeySet kSkinKeys({"inverseBindMatrices", "skeleton", "joints", "name", "extensions",
                            "extras"});

enum SceneKey : std::size_t { kSceneNodes, kSceneName, kSceneExtensions, kSceneExtras };
constexpr KeySet kSceneKeys({"nodes", "name", "extensions", "extras"});

enum LightKey : std::size_t { kLight, kLightExtensions, kLightExtras };
constexpr KeySet kNodeLightKeys({"light", "extensions", "extras"});

enum VisibilityKey : std::size_t { kVisible, kVisibilityExtensions, kVisibilityExtras };
constexpr KeySet kVisibilityKeys({"visible", "extensions", "extras"});

// Slightly more than 8-bit quantisation costs, as the Khronos validator has it.
constexpr double kNodeUnitTolerance = 0.00769;

// Reads numbers into floats; true where they are there and of use.
template <std::size_t N>
bool ReadVector(SchemaReader& reader, Field field, float (&out)[N], NodeDef& node,
                double most = kInfinity) {
  if (!field.present()) return false;
  double numbers[N];
  const auto length = static_cast<std::uint32_t>(N);
  if (!reader.Floats(field, {.length = length, .min = -most, .max = most}, numbers)) {
    node.broken = true;
    return false;
  }
  for (std::size_t i = 0; i < N; ++i) out[i] = static_cast<float>(numbers[i]);
  return true;
}

void ReadTransform(SchemaReader& reader, const Fields<12>& f, NodeDef& node) {
  node.has_matrix = ReadVector(reader, f[kMatrix], node.matrix, node);
  node.has_translation = ReadVector(reader, f[kTranslation], node.translation, node);
  node.has_rotation = ReadVector(reader, f[kNodeRotation], node.rotation, node, 1.0);
  node.has_scale = ReadVector(reader, f[kNodeScale], node.scale, node);
  if (node.has_rotation) {
    double square = 0;
    for (const float part : node.rotation) square += double{part} * part;
    const double off = 1.0 - std::sqrt(square);
    if (off > kNodeUnitTolerance || off < -kNodeUnitTolerance) {
      reader.Add(issue::kRotationNonUnit, f[kNodeRotation],
                 Words("the quaternion has the length ", std::sqrt(square), ", expected 1"));
    }
  }
}

void CheckMatrix(SchemaReader& reader, Field field, const NodeDef& node) {
  if (!node.has_matrix) return;
  if (node.has_translation || node.has_rotation || node.has_scale) {
    reader.Add(issue::kNodeMatrixTrs, field,
               "a node has a matrix or translation, rotation and scale, not both");
  }
  if (IsIdentity(node.matrix)) {
    reader.Add(issue::kNodeMatrixDefault, field, "the identity matrix could be left out");
  } else if (!IsTrsMatrix(node.matrix)) {
    reader.Add(issue::kNodeMatrixNonTrs, field,
               "the matrix is no product of translation, rotation and scale");
  }
}

void ReadNodeExtension(SchemaStage& stage, Extension extension, std::optional<Value> object,
                       const Path& path, std::int32_t node) {
  SchemaReader& reader = stage.reader;
  if (extension == Extension::kLightsPunctual) {
    const auto f = reader.Members(object, kNodeLightKeys, path);
    const std::int32_t light = reader.Index(f[kLight], Need::kRequired);
    stage.document.light_uses.push_back({node, light});
    stage.extensions.Check(f[kLightExtensions], Host::kElsewhere, reader);
    reader.Extras(f[kLightExtras]);
  } else if (extension == Extension::kNodeVisibility) {
    const auto f = reader.Members(object, kVisibilityKeys, path);
    reader.Bool(f[kVisible], true);
    stage.extensions.Check(f[kVisibilityExtensions], Host::kElsewhere, reader);
    reader.Extras(f[kVisibilityExtras]);
  }
}

}  // namespace

void ReadNode(SchemaStage& stage, Value object, const Path& path, NodeDef& node) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kNodeKeys, path);
  node.json = object.index();
  ReadTransform(reader, f, node);
  node.camera = reader.Index(f[kCamera]);
  if (f[kChildren].present() && !reader.Indices(f[kChildren], node.children)) {
    // An empty list harms nobody.
    const Value children = reader.At(f[kChildren].json);
    if (!children.is_array() || children.size() != 0) node.broken = true;
  }
  for (const std::int32_t child : node.children) {
    if (child == kNone) node.broken = true;
  }
  node.mesh = reader.Index(f[kMesh]);
  node.skin = reader.Index(f[kSkin]);
  if ((node.mesh == kNone && f[kMesh].present()) || (node.skin == kNone && f[kSkin].present())) {
    node.broken = true;
  }
  const std::optional<Value> weights = reader.Floats(f[kNodeWeights], {});
  if (weights) node.weights_json = weights->index();
  if (node.mesh == kNone) {
    if (node.skin != kNone) {
      reader.Add(issue::kUnsatisfiedDependency, f[kSkin], "a skin needs a \"mesh\" beside it");
    }
    if (weights) {
      reader.Add(issue::kUnsatisfiedDependency, f[kNodeWeights],
                 "weights need a \"mesh\" beside them");
    }
  }
  CheckMatrix(reader, f[kMatrix], node);
  reader.Name(f[kNodeName]);
  if (f[kNodeExtensions].present()) {
    node.has_extras = stage.extensions.ForEach(
        f[kNodeExtensions], Host::kNode, reader,
        [&](Extension extension, std::optional<Value> inner, const Path& place) {
          ReadNodeExtension(stage, extension, inner, place, static_cast<std::int32_t>(path.index));
        });
  }
  if (reader.Extras(f[kNodeExtras])) node.has_extras = true;
}

void ReadSkin(SchemaStage& stage, Value object, const Path& path, SkinDef& skin) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kSkinKeys, path);
  skin.json = object.index();
  skin.inverse_bind = reader.Index(f[kInverseBindMatrices]);
  skin.skeleton = reader.Index(f[kSkeleton]);
  if (!reader.Indices(f[kJoints], skin.joints, Need::kRequired)) skin.broken = true;
  for (const std::int32_t joint : skin.joints) {
    if (joint == kNone) skin.broken = true;
  }
  if (skin.inverse_bind == kNone && f[kInverseBindMatrices].present()) skin.broken = true;
  if (skin.joints.size() > stage.limits.max_skin_joints) {
    reader.judge().Refuse(
        FailureCode::kLimit, path.At("joints").Pointer(),
        Words("the skin has ", skin.joints.size(), " joints, the limit max_skin_joints allows ",
              stage.limits.max_skin_joints));
  }
  reader.Name(f[kSkinName]);
  stage.extensions.Check(f[kSkinExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kSkinExtras]);
}

void ReadScene(SchemaStage& stage, Value object, const Path& path, SceneDef& scene) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kSceneKeys, path);
  scene.json = object.index();
  reader.Indices(f[kSceneNodes], scene.nodes);
  reader.Name(f[kSceneName]);
  stage.extensions.Check(f[kSceneExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kSceneExtras]);
}

}  // namespace sinew::gltf

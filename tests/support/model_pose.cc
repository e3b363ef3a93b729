// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/model_pose.h"

#include <string>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/pose.h"

namespace sinew::testing {
namespace {

std::optional<Failure> Check(Error error, const char* job) {
  if (error == Error::kNone) return std::nullopt;
  return Failure{FailureCode::kInvalid, job, std::string(ErrorName(error))};
}

}  // namespace

Result<ModelPose> PoseModel(const Model& model, std::optional<std::uint32_t> clip, double time_s) {
  const Asset asset = Asset::Create(model);
  AssetPose pose(asset);
  if (auto failure = Check(clip ? pose.Sample(*clip, time_s) : pose.SetRest(), "pose")) {
    return *failure;
  }
  ModelPose out;
  out.model_from_joint.assign(pose.model_from_joint().begin(), pose.model_from_joint().end());
  out.pose.resize(asset.skeleton().joint_count());
  CopyTransforms(pose.pose(), out.pose);
  out.morphs.assign(pose.pose().morphs.begin(), pose.pose().morphs.end());
  for (std::uint32_t i = 0; i < asset.instances().size(); ++i) {
    const MeshInstance& instance = asset.instances()[i];
    const AssetMesh& mesh = asset.meshes()[instance.mesh];
    PosedInstance& posed = out.instances.emplace_back();
    const std::span<const float> weights = pose.morph_weights(i);
    posed.morph_weights.assign(weights.begin(), weights.end());
    if (instance.skin) {
      const std::span<const Affine> palette = pose.palette(*instance.skin);
      posed.palette.assign(palette.begin(), palette.end());
    }
    for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
      const SkinnedMeshView& prepared = asset.primitives()[mesh.first_primitive + p].vertices;
      PosedPrimitive& vertices = posed.primitives.emplace_back();
      vertices.positions.resize(prepared.vertex_count());
      vertices.normals.resize(prepared.has_normals() ? prepared.vertex_count() : 0);
      const Error error = pose.Skin({.instance = i, .primitive = mesh.first_primitive + p},
                                    {.positions = vertices.positions,
                                     .normals = vertices.normals,
                                     .order = VertexOrder::kFile,
                                     .normal_rule = NormalRule::kCofactor});
      if (auto failure = Check(error, "skin")) return *failure;
    }
  }
  return out;
}

Affine WorldOfNode(const Model& model, const ModelPose& pose, std::uint32_t file_node) {
  return pose.model_from_joint[model.skeleton().JointOfFileNode(file_node).value()];
}

std::optional<std::uint32_t> InstanceAtNode(const Model& model, std::uint32_t file_node) {
  for (std::uint32_t i = 0; i < model.instances().size(); ++i) {
    if (model.skeleton().file_node(model.instances()[i].joint) == file_node) return i;
  }
  return std::nullopt;
}

}  // namespace sinew::testing

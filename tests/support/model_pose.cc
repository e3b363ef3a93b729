// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/model_pose.h"

#include <cstring>
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

template <typename T>
bool SameBits(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.empty() || b.empty()) return a.empty() == b.empty();
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

::testing::AssertionResult Differ(const char* where) {
  return ::testing::AssertionFailure() << "the poses differ in " << where;
}

}  // namespace

::testing::AssertionResult SamePose(const PosedInstance& a, const PosedInstance& b) {
  if (!SameBits(a.palette, b.palette)) return Differ("the palette");
  if (!SameBits(a.morph_weights, b.morph_weights)) return Differ("the morph weights");
  if (a.primitives.size() != b.primitives.size()) return Differ("the number of primitives");
  for (std::size_t p = 0; p < a.primitives.size(); ++p) {
    if (!SameBits(a.primitives[p].positions, b.primitives[p].positions)) return Differ("positions");
    if (!SameBits(a.primitives[p].normals, b.primitives[p].normals)) return Differ("normals");
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult SamePose(const ModelPose& a, const ModelPose& b) {
  if (!SameBits(a.pose, b.pose)) return Differ("local transforms");
  if (!SameBits(a.morphs, b.morphs)) return Differ("the morph weights of the pose");
  if (!SameBits(a.model_from_joint, b.model_from_joint)) return Differ("model matrices");
  if (a.instances.size() != b.instances.size()) return Differ("the number of instances");
  for (std::size_t i = 0; i < a.instances.size(); ++i) {
    if (auto same = SamePose(a.instances[i], b.instances[i]); !same) {
      return same << " of instance " << i;
    }
  }
  return ::testing::AssertionSuccess();
}

namespace {

// The moment that an asset is posed at, in the file's order.
Result<ModelPose> Moment(const AssetPose& pose) {
  const Asset& asset = pose.asset();
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

}  // namespace

Result<ModelPose> PoseModel(const Model& model, std::optional<std::uint32_t> clip, double time_s) {
  AssetPose pose(Asset::Create(model));
  if (auto failure = Check(clip ? pose.Sample(*clip, time_s) : pose.SetRest(), "pose")) {
    return *failure;
  }
  return Moment(pose);
}

Result<ModelPose> PoseModel(const Model& model, const ClipView& clip, double time_s) {
  AssetPose pose(Asset::Create(model));
  if (auto failure = Check(pose.Sample(clip, time_s), "pose")) return *failure;
  return Moment(pose);
}

Result<ModelPose> MoveModel(const Model& model, const Pose& local) {
  AssetPose pose(Asset::Create(model));
  if (auto failure = Check(pose.SetPose(local), "pose")) return *failure;
  return Moment(pose);
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

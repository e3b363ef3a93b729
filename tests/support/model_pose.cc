// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/model_pose.h"

#include <cstring>
#include <string>

#include "sinew/hierarchy.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"

namespace sinew::testing {
namespace {

std::optional<Failure> Check(Error error, const char* job) {
  if (error == Error::kNone) return std::nullopt;
  return Failure{FailureCode::kInvalid, job, std::string(ErrorName(error))};
}

template <typename T>
bool SameBits(const std::vector<T>& a, const std::vector<T>& b) {
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

Result<ModelPose> PoseModel(const Model& model, std::optional<std::uint32_t> clip, double time_s) {
  const Clip rest;
  return PoseModel(model, ClipView(clip ? model.clips()[*clip] : rest), time_s);
}

Result<ModelPose> PoseModel(const Model& model, const ClipView& clip, double time_s) {
  Pose pose(model.skeleton().joint_count(), static_cast<std::uint32_t>(model.morph_rest().size()));
  const SampleJob sample{.skeleton = model.skeleton(),
                         .clip = clip,
                         .time_s = time_s,
                         .morph_rest = model.morph_rest(),
                         .pose = pose};
  if (auto failure = Check(sample.Run(), "sample")) return *failure;
  return MoveModel(model, pose);
}

Result<ModelPose> MoveModel(const Model& model, const Pose& pose) {
  const Skeleton& skeleton = model.skeleton();
  ModelPose out;
  out.model_from_joint.resize(skeleton.joint_count());
  const LocalToModelJob walk{
      .skeleton = skeleton, .pose = pose, .model_from_joint = out.model_from_joint};
  if (auto failure = Check(walk.Run(), "local to model")) return *failure;
  out.pose.resize(skeleton.joint_count());
  CopyTransforms(pose, out.pose);
  out.morphs.assign(pose.morphs().begin(), pose.morphs().end());

  for (const MeshInstance& instance : model.instances()) {
    const Mesh& mesh = model.meshes()[instance.mesh];
    PosedInstance& posed = out.instances.emplace_back();
    const auto first = out.morphs.begin() + instance.first_morph;
    posed.morph_weights.assign(first, first + mesh.morph_count());
    if (instance.skin) {
      const Skin& skin = model.skins()[*instance.skin];
      posed.palette.resize(skin.size());
      const PaletteJob palette{
          .skin = skin, .model_from_joint = out.model_from_joint, .palette = posed.palette};
      if (auto failure = Check(palette.Run(), "palette")) return *failure;
    }
    for (const Primitive& primitive : mesh.primitives()) {
      PosedPrimitive& vertices = posed.primitives.emplace_back();
      vertices.positions.resize(primitive.vertex_count());
      vertices.normals.resize(primitive.normals.size());
      // Influences mean nothing at a node without a skin (NODE_SKINNED_MESH_WITHOUT_SKIN).
      Primitive unbound;
      const bool ignore_influences = !instance.skin && !primitive.influences.empty();
      if (ignore_influences) {
        unbound = primitive;
        unbound.influences = {};
      }
      const spec::Skin skin{.primitive = ignore_influences ? unbound : primitive,
                            .morph_weights = posed.morph_weights,
                            .palette = posed.palette,
                            .rigid = out.model_from_joint[instance.joint],
                            .normal_rule = NormalRule::kCofactor,
                            .positions = vertices.positions,
                            .normals = vertices.normals};
      if (auto failure = Check(skin.Run(), "skin")) return *failure;
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

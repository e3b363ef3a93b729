// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/posed_scene.h"

#include <algorithm>
#include <string>

#include "export/message.h"
#include "sinew/assertion.h"

namespace sinew {

Error SkinInFileOrder(const AssetPose& pose, std::uint32_t instance, std::size_t primitive,
                      const Primitive& source, PosedPrimitive& out, NormalRule rule) {
  out.positions.resize(source.positions.size());
  out.normals.resize(source.normals.size());
  out.tangents.resize(source.tangents.size());
  const Asset& asset = pose.asset();
  const AssetMesh& mesh = asset.meshes()[asset.instances()[instance].mesh];
  const Draw draw{.instance = instance,
                  .primitive = mesh.first_primitive + static_cast<std::uint32_t>(primitive)};
  return pose.Skin(draw, {.positions = out.positions,
                          .normals = out.normals,
                          .tangents = out.tangents,
                          .order = VertexOrder::kFile,
                          .normal_rule = rule});
}

PosedScene::PosedScene(const Asset& asset, const Model& model, SkinMethod method)
    : model_(model), pose_(asset, method) {
  for (const std::uint32_t index : asset.instances_in_file_order()) {
    const MeshInstance& instance = asset.instances()[index];
    instances_.push_back(
        {.instance = instance,
         .index = index,
         .file_node = asset.skeleton().file_node(instance.joint),
         .morph_weights = pose_.morph_weights(index),
         .palette = instance.skin ? pose_.palette(*instance.skin) : std::span<const Affine>{},
         .primitives = model_.meshes()[instance.mesh].primitives()});
  }
}

std::uint64_t FrameCount(float duration_s, double rate_hz) {
  SINEW_ASSERT(rate_hz > 0.0);
  // The frames before the end, found by the same comparison that defines them.
  const double guess = static_cast<double>(duration_s) * rate_hz;
  constexpr double kMostFrames = 1e15;  // Beyond it numbers of frames are no longer exact.
  if (!(guess < kMostFrames)) return static_cast<std::uint64_t>(kMostFrames);
  auto count = static_cast<std::uint64_t>(guess > 0.0 ? guess : 0.0);
  while (count > 0 && static_cast<double>(count - 1) / rate_hz >= duration_s) --count;
  while (static_cast<double>(count) / rate_hz < duration_s) ++count;
  return count + 1;
}

double FrameTime(std::uint64_t frame, float duration_s, double rate_hz) {
  return std::min(static_cast<double>(frame) / rate_hz, static_cast<double>(duration_s));
}

std::uint64_t MomentCount(std::span<const ClipView> clips, double rate_hz) {
  std::uint64_t count = clips.empty() ? 1 : 0;
  for (const ClipView& clip : clips) count += FrameCount(clip.duration_s(), rate_hz);
  return count;
}

double FrameWork(const Model& model, bool with_vertices) {
  std::vector<double> of_mesh(model.meshes().size(), 0.0);
  for (std::size_t m = 0; m < of_mesh.size(); ++m) {
    for (const Primitive& primitive : model.meshes()[m].primitives()) {
      of_mesh[m] +=
          1.0 + (with_vertices ? static_cast<double>(primitive.vertex_count()) *
                                     static_cast<double>(1 + model.meshes()[m].morph_count())
                               : 0.0);
    }
  }
  constexpr double kFrameItself = 100.0;
  double work = kFrameItself + model.skeleton().joint_count();
  for (const MeshInstance& instance : model.instances()) {
    work += of_mesh[instance.mesh];
    if (instance.skin) work += model.skins()[*instance.skin].size();
  }
  return work;
}

std::optional<Failure> CheckWork(const Model& model, double frames, bool with_vertices,
                                 std::uint64_t max_work) {
  const double work = FrameWork(model, with_vertices) * frames;
  if (work <= static_cast<double>(max_work)) return std::nullopt;
  const std::size_t count = model.instances().size();
  return Failure{FailureCode::kLimit, "",
                 Message(count, count == 1 ? " mesh instance in " : " mesh instances in ",
                         Roughly(frames), " frames make ", Roughly(work),
                         " joints and vertices to pose, the limit max_work allows ",
                         Roughly(static_cast<double>(max_work)))};
}

Failure CannotPose(Error error) {
  return {FailureCode::kInvalid, "",
          Message("the model cannot be posed: ",
                  error == Error::kValueNotFinite ? "its transforms multiply to numbers beyond 1e18"
                                                  : ErrorName(error))};
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "scene_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/exit_code.h"
#include "text/printable.h"

namespace sinew::cli {

PosedScene::PosedScene(const LoadedAsset& loaded, SkinMethod method)
    : model_(loaded.model()), pose_(loaded.asset(), method) {
  for (const std::uint32_t index : asset().instances_in_file_order()) {
    const MeshInstance& instance = asset().instances()[index];
    instances_.push_back(
        {.instance = instance,
         .index = index,
         .file_node = asset().skeleton().file_node(instance.joint),
         .morph_weights = pose_.morph_weights(index),
         .palette = instance.skin ? pose_.palette(*instance.skin) : std::span<const Affine>{},
         .primitives = model_.meshes()[instance.mesh].primitives()});
  }
}

Error PosedScene::SkinPrimitive(const PosedInstance& posed, std::size_t primitive,
                                PosedPrimitive& out, NormalRule rule) const {
  const Primitive& source = posed.primitives[primitive];
  out.positions.resize(source.positions.size());
  out.normals.resize(source.normals.size());
  out.tangents.resize(source.tangents.size());
  const AssetMesh& mesh = asset().meshes()[posed.instance.mesh];
  const Draw draw{.instance = posed.index,
                  .primitive = mesh.first_primitive + static_cast<std::uint32_t>(primitive)};
  return pose_.Skin(draw, {.positions = out.positions,
                           .normals = out.normals,
                           .tangents = out.tangents,
                           .order = VertexOrder::kFile,
                           .normal_rule = rule});
}

std::uint64_t FrameCount(float duration_s, double rate_hz) {
  // The stops before the end, found by the same comparison that defines them.
  const double guess = std::floor(static_cast<double>(duration_s) * rate_hz);
  constexpr double kMost = 1e15;  // Beyond it numbers of frames are no longer exact.
  if (!(guess < kMost)) return static_cast<std::uint64_t>(kMost);
  auto count = static_cast<std::uint64_t>(std::max(guess, 0.0));
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

void RequireWork(const std::string& file, const Model& model, double frames, bool with_vertices,
                 const Limits& limits) {
  const double work = FrameWork(model, with_vertices) * frames;
  if (work <= static_cast<double>(limits.max_work)) return;
  throw LimitError(file, fmt::format("{} in {:.3g} frames make {:.3g} joints and vertices to pose, "
                                     "the limit max_work allows {:.3g}",
                                     Counted(model.instances().size(), "mesh instance"), frames,
                                     work, static_cast<double>(limits.max_work)));
}

}  // namespace sinew::cli

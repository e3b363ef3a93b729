// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Frames of recordings, made from what is posed or played here.
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/comparison.h"
#include "sinew/matrix_layouts.h"

namespace sinew {
namespace {

std::vector<double> ListOf(const Vec3& v) { return {v.x, v.y, v.z}; }
std::vector<double> ListOf(const Quat& q) { return {q.x, q.y, q.z, q.w}; }
std::vector<double> ListOf(std::span<const float> numbers) {
  return {numbers.begin(), numbers.end()};
}
std::vector<double> ListOf(const std::vector<Vec3>& vectors) {
  std::vector<double> list;
  list.reserve(vectors.size() * 3);
  for (const Vec3& v : vectors) list.insert(list.end(), {v.x, v.y, v.z});
  return list;
}
std::vector<double> ListOf(const Affine& matrix) {
  return ListOf(std::span<const float>(ToColumnMajor4x4(matrix)));
}

void RecordNodes(const Asset& asset, ConstPoseView pose, RecordedFrame& frame) {
  for (const std::uint32_t joint : asset.joints_in_file_order()) {
    const Transform local = pose.joint(joint);
    frame.nodes.push_back({.node = asset.skeleton().file_node(joint),
                           .name = std::string(asset.skeleton().name(joint)),
                           .translation = ListOf(local.translation),
                           .rotation = ListOf(local.rotation),
                           .scale = ListOf(local.scale)});
  }
  for (const std::uint32_t index : asset.instances_in_file_order()) {
    const MeshInstance& instance = asset.instances()[index];
    const std::size_t count = asset.meshes()[instance.mesh].morph_weights.size();
    if (count == 0) continue;
    frame.morphs.push_back({.node = asset.skeleton().file_node(instance.joint),
                            .weights = ListOf(pose.morphs.subspan(instance.first_morph, count))});
  }
}

}  // namespace

Result<RecordedFrame> RecordPose(const PosedScene& scene, double time_s, bool with_vertices) {
  const Asset& asset = scene.asset();
  RecordedFrame frame{.time_s = time_s};
  RecordNodes(asset, scene.pose(), frame);
  for (std::size_t i = 0; i < frame.nodes.size(); ++i) {
    const std::uint32_t joint = asset.joints_in_file_order()[i];
    frame.nodes[i].world = ListOf(scene.model_from_joint()[joint]);
  }
  PosedPrimitive vertices;
  for (const PosedInstance& posed : scene.instances()) {
    if (posed.instance.skin) {
      RecordedSkin& skin = frame.skins.emplace_back();
      skin.node = posed.file_node;
      skin.skin = *posed.instance.skin;
      for (const std::int32_t joint : asset.skins()[*posed.instance.skin].joints()) {
        skin.joints.push_back(
            joint < 0 ? -1.0 : asset.skeleton().file_node(static_cast<std::uint32_t>(joint)));
      }
      for (const Affine& matrix : posed.palette) skin.matrices.push_back(ListOf(matrix));
    }
    for (std::size_t p = 0; p < posed.primitives.size(); ++p) {
      RecordedPrimitive& primitive = frame.primitives.emplace_back();
      primitive.node = posed.file_node;
      primitive.mesh = posed.instance.mesh;
      primitive.primitive = static_cast<double>(p);
      if (posed.instance.skin) primitive.skin = *posed.instance.skin;
      primitive.vertex_count = posed.primitives[p].vertex_count();
      if (!with_vertices) continue;
      const Error skinned = scene.SkinPrimitive(posed, p, vertices);
      if (skinned != Error::kNone) return CannotPose(skinned);
      primitive.positions = ListOf(vertices.positions);
      primitive.normals = ListOf(vertices.normals);
    }
  }
  return frame;
}

RecordedFrame RecordMix(MixPlayer& player) {
  const Asset& asset = player.instance().asset();
  RecordedFrame frame{.time_s = player.time_s()};
  for (const Action& action : player.actions()) {
    const std::string_view name = asset.clips()[action.clip()].name();
    frame.actions.push_back(
        {.name = name.empty() ? "#" + std::to_string(action.clip()) : std::string(name),
         .time_s = action.time(),
         .weight = action.contribution()});
  }
  RecordNodes(asset, player.instance().pose(), frame);
  return frame;
}

}  // namespace sinew

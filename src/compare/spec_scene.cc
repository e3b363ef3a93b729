// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "compare/spec_scene.h"

#include <algorithm>
#include <numeric>

#include "sinew/specification.h"

namespace sinew {

SpecScene::SpecScene(const Model& model) : model_(model) {
  const Skeleton& skeleton = model.skeleton();
  joints_in_file_order_.resize(skeleton.joint_count());
  std::iota(joints_in_file_order_.begin(), joints_in_file_order_.end(), 0u);
  std::sort(joints_in_file_order_.begin(), joints_in_file_order_.end(),
            [&](auto a, auto b) { return skeleton.file_node(a) < skeleton.file_node(b); });
  pose_ =
      sinew::Pose(skeleton.joint_count(), static_cast<std::uint32_t>(model.morph_rest().size()));
  model_from_joint_.resize(skeleton.joint_count());

  palettes_.resize(model.skins().size());
  std::vector<std::uint32_t> order(model.instances().size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) {
    const std::uint32_t node_a = skeleton.file_node(model.instances()[a].joint);
    const std::uint32_t node_b = skeleton.file_node(model.instances()[b].joint);
    return node_a != node_b ? node_a < node_b : a < b;
  });
  for (const std::uint32_t index : order) {
    const MeshInstance& instance = model.instances()[index];
    const Mesh& mesh = model.meshes()[instance.mesh];
    PosedInstance& posed = instances_.emplace_back();
    posed.instance = instance;
    posed.index = index;
    posed.file_node = skeleton.file_node(instance.joint);
    posed.morph_weights = pose_.morphs().subspan(instance.first_morph, mesh.morph_count());
    posed.primitives = mesh.primitives();
    if (instance.skin) {
      std::vector<Affine>& palette = palettes_[*instance.skin];
      palette.resize(model.skins()[*instance.skin].size());
      posed.palette = palette;
    } else if (mesh.joint_bound() > 0) {
      // A mesh with influences may stand at a node without a skin: there it is a rigid mesh.
      std::vector<Primitive>& copies = unbound_[instance.mesh];
      if (copies.empty()) {
        copies.assign(mesh.primitives().begin(), mesh.primitives().end());
        for (Primitive& copy : copies) copy.influences = {};
      }
      posed.primitives = copies;
    }
  }
}

Error SpecScene::Pose(const ClipView* clip, double time_s) {
  // Exact clips are sampled by their specification anyway, and a packed one is first asked whether
  // it can be played at all.
  const Clip rest;
  const Error sampled = SampleJob{.skeleton = model_.skeleton(),
                                  .clip = clip != nullptr ? *clip : ClipView(rest),
                                  .time_s = time_s,
                                  .morph_rest = model_.morph_rest(),
                                  .pose = pose_}
                            .Run();
  if (sampled != Error::kNone) return sampled;
  if (clip != nullptr && clip->packed() != nullptr) {
    std::copy(model_.morph_rest().begin(), model_.morph_rest().end(), pose_.morphs().begin());
    spec::SamplePacked(model_.skeleton(), *clip->packed(), time_s, pose_);
  }
  if (!spec::LocalToModel(model_.skeleton(), pose_, Affine{}, model_from_joint_)) {
    return Error::kValueNotFinite;
  }
  for (std::size_t skin = 0; skin < palettes_.size(); ++skin) {
    if (palettes_[skin].empty()) continue;
    spec::MakePalette(model_.skins()[skin], model_from_joint_, palettes_[skin]);
  }
  return Error::kNone;
}

Error SpecScene::SkinPrimitive(const PosedInstance& posed, std::size_t primitive,
                               PosedPrimitive& out, NormalRule rule,
                               std::span<const DualJoint> dual_palette) const {
  const Primitive& source = posed.primitives[primitive];
  out.positions.resize(source.positions.size());
  out.normals.resize(source.normals.size());
  out.tangents.resize(source.tangents.size());
  return spec::Skin{.primitive = source,
                    .morph_weights = posed.morph_weights,
                    .palette = posed.palette,
                    .dual_palette = dual_palette,
                    .rigid = model_from_joint_[posed.instance.joint],
                    .normal_rule = rule,
                    .positions = out.positions,
                    .normals = out.normals,
                    .tangents = out.tangents}
      .Run();
}

}  // namespace sinew

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "scene_walk.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sinew/skinning.h"

namespace sinew::cli {

PosedScene::PosedScene(const Model& model) : model_(model) {
  const Skeleton& skeleton = model.skeleton();
  joints_in_file_order_.resize(skeleton.joint_count());
  std::iota(joints_in_file_order_.begin(), joints_in_file_order_.end(), 0u);
  std::sort(joints_in_file_order_.begin(), joints_in_file_order_.end(),
            [&](auto a, auto b) { return skeleton.file_node(a) < skeleton.file_node(b); });
  pose_.resize(skeleton.joint_count());
  model_from_joint_.resize(skeleton.joint_count());
  morphs_.resize(model.morph_rest().size());

  // A mesh with influences may stand at a node without a skin: there it is a rigid mesh.
  const auto is_unbound = [](const MeshInstance& instance, const Primitive& primitive) {
    return !instance.skin && !primitive.influences.empty();
  };
  std::size_t unbound_count = 0;
  for (const MeshInstance& instance : model.instances()) {
    for (const Primitive& primitive : model.meshes()[instance.mesh].primitives()) {
      unbound_count += is_unbound(instance, primitive) ? 1 : 0;
    }
  }
  unbound_.reserve(unbound_count);  // Pointers into it must hold.

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
    posed.file_node = skeleton.file_node(instance.joint);
    posed.morph_weights = std::span(morphs_).subspan(instance.first_morph, mesh.morph_count());
    if (instance.skin) posed.palette.resize(model.skins()[*instance.skin].size());
    for (const Primitive& primitive : mesh.primitives()) {
      const Primitive* source = &primitive;
      if (is_unbound(instance, primitive)) {
        source = &unbound_.emplace_back(primitive);
        unbound_.back().influences = {};
      }
      posed.primitives.push_back({source, std::vector<Vec3>(primitive.positions.size()),
                                  std::vector<Vec3>(primitive.normals.size()),
                                  std::vector<Vec4>(primitive.tangents.size())});
    }
  }
}

Error PosedScene::Pose(const Clip* clip, double time_s) {
  const Clip rest;
  const Error sampled = SampleJob{.skeleton = model_.skeleton(),
                                  .clip = clip != nullptr ? *clip : rest,
                                  .time_s = time_s,
                                  .morph_rest = model_.morph_rest(),
                                  .pose = pose_,
                                  .morphs = morphs_}
                            .Run();
  if (sampled != Error::kNone) return sampled;
  const Error placed =
      LocalToModelJob{
          .skeleton = model_.skeleton(), .pose = pose_, .model_from_joint = model_from_joint_}
          .Run();
  if (placed != Error::kNone) return placed;
  for (PosedInstance& posed : instances_) {
    if (!posed.instance.skin) continue;
    const Error bound = PaletteJob{.skin = model_.skins()[*posed.instance.skin],
                                   .model_from_joint = model_from_joint_,
                                   .palette = posed.palette}
                            .Run();
    if (bound != Error::kNone) return bound;
  }
  return Error::kNone;
}

Error PosedScene::SkinVertices() {
  for (PosedInstance& posed : instances_) {
    for (PosedPrimitive& primitive : posed.primitives) {
      const Error skinned = SkinJob{.primitive = *primitive.source,
                                    .morph_weights = posed.morph_weights,
                                    .palette = posed.palette,
                                    .rigid = model_from_joint_[posed.instance.joint],
                                    .positions = primitive.positions,
                                    .normals = primitive.normals,
                                    .tangents = primitive.tangents}
                                .Run();
      if (skinned != Error::kNone) return skinned;
    }
  }
  return Error::kNone;
}

void PosedScene::AddLocal(Hash64& hash) const {
  for (const std::uint32_t joint : joints_in_file_order_) {
    hash.Add(std::span(pose_).subspan(joint, 1));
  }
  for (const PosedInstance& posed : instances_) hash.Add(posed.morph_weights);
}

void PosedScene::AddPalettes(Hash64& hash) const {
  for (const PosedInstance& posed : instances_) {
    hash.Add(std::span<const Affine>(posed.palette));
  }
}

void PosedScene::AddVertices(Hash64& hash) const {
  for (const PosedInstance& posed : instances_) {
    for (const PosedPrimitive& primitive : posed.primitives) {
      hash.Add(std::span<const Vec3>(primitive.positions));
      hash.Add(std::span<const Vec3>(primitive.normals));
      hash.Add(std::span<const Vec4>(primitive.tangents));
    }
  }
}

std::uint64_t FrameCount(float duration_s, double rate_hz) {
  // The stops before the end, found by the same comparison that defines them.
  const double guess = std::floor(static_cast<double>(duration_s) * rate_hz);
  auto count = static_cast<std::uint64_t>(std::clamp(guess, 0.0, 1e15));
  while (count > 0 && static_cast<double>(count - 1) / rate_hz >= duration_s) --count;
  while (static_cast<double>(count) / rate_hz < duration_s && count < 2'000'000'000'000'000) {
    ++count;
  }
  return count + 1;
}

double FrameTime(std::uint64_t frame, float duration_s, double rate_hz) {
  return std::min(static_cast<double>(frame) / rate_hz, static_cast<double>(duration_s));
}

std::uint64_t MomentCount(const Model& model, double rate_hz) {
  std::uint64_t count = model.clips().empty() ? 1 : 0;
  for (const Clip& clip : model.clips()) count += FrameCount(clip.duration_s(), rate_hz);
  return count;
}

Error WalkScene(PosedScene& scene, double rate_hz, const Visitor& visit) {
  const auto stop = [&](const Clip* clip, const Moment& moment) {
    const Error posed = scene.Pose(clip, moment.time_s);
    return posed != Error::kNone ? posed : visit(scene, moment);
  };
  const std::span<const Clip> clips = scene.model().clips();
  if (clips.empty()) return stop(nullptr, {});
  for (std::uint32_t c = 0; c < clips.size(); ++c) {
    const float duration_s = clips[c].duration_s();
    const std::uint64_t frame_count = FrameCount(duration_s, rate_hz);
    for (std::uint64_t frame = 0; frame < frame_count; ++frame) {
      const Error error = stop(&clips[c], {c, frame, FrameTime(frame, duration_s, rate_hz)});
      if (error != Error::kNone) return error;
    }
  }
  return Error::kNone;
}

}  // namespace sinew::cli

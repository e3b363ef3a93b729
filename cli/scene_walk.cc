// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "scene_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exit_code.h"
#include "printable.h"
#include "sinew/hierarchy.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"

namespace sinew::cli {

PosedScene::PosedScene(const Model& model, SkinMethod method) : model_(model) {
  const Skeleton& skeleton = model.skeleton();
  joints_in_file_order_.resize(skeleton.joint_count());
  std::iota(joints_in_file_order_.begin(), joints_in_file_order_.end(), 0u);
  std::sort(joints_in_file_order_.begin(), joints_in_file_order_.end(),
            [&](auto a, auto b) { return skeleton.file_node(a) < skeleton.file_node(b); });
  pose_ =
      sinew::Pose(skeleton.joint_count(), static_cast<std::uint32_t>(model.morph_rest().size()));
  model_from_joint_.resize(skeleton.joint_count());

  palettes_.resize(model.skins().size());
  dual_palettes_.resize(model.skins().size());
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
    posed.morph_weights = pose_.morphs().subspan(instance.first_morph, mesh.morph_count());
    posed.primitives = mesh.primitives();
    if (instance.skin) {
      std::vector<Affine>& palette = palettes_[*instance.skin];
      palette.resize(model.skins()[*instance.skin].size());
      posed.palette = palette;
      if (method == SkinMethod::kDualQuaternion) {
        dual_palettes_[*instance.skin].resize(palette.size());
        posed.dual_palette = dual_palettes_[*instance.skin];
      }
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

Error PosedScene::Pose(const Clip* clip, double time_s) {
  const Clip rest;
  return PoseFrom(clip != nullptr ? *clip : rest, time_s);
}

Error PosedScene::Pose(const PackedClip& clip, double time_s) { return PoseFrom(clip, time_s); }

Error PosedScene::PoseFrom(ClipView clip, double time_s) {
  const Error sampled = SampleJob{.skeleton = model_.skeleton(),
                                  .clip = clip,
                                  .time_s = time_s,
                                  .morph_rest = model_.morph_rest(),
                                  .pose = pose_}
                            .Run();
  if (sampled != Error::kNone) return sampled;
  const Error placed =
      LocalToModelJob{
          .skeleton = model_.skeleton(), .pose = pose_, .model_from_joint = model_from_joint_}
          .Run();
  if (placed != Error::kNone) return placed;
  for (std::size_t skin = 0; skin < palettes_.size(); ++skin) {
    if (palettes_[skin].empty()) continue;
    const Error bound = PaletteJob{.skin = model_.skins()[skin],
                                   .model_from_joint = model_from_joint_,
                                   .palette = palettes_[skin]}
                            .Run();
    if (bound != Error::kNone) return bound;
    if (dual_palettes_[skin].empty()) continue;
    const Error split =
        DualPaletteJob{.palette = palettes_[skin], .dual_palette = dual_palettes_[skin]}.Run();
    if (split != Error::kNone) return split;
  }
  return Error::kNone;
}

Error PosedScene::SkinPrimitive(const PosedInstance& posed, std::size_t primitive,
                                PosedPrimitive& out) const {
  const Primitive& source = posed.primitives[primitive];
  out.positions.resize(source.positions.size());
  out.normals.resize(source.normals.size());
  out.tangents.resize(source.tangents.size());
  return spec::Skin{.primitive = source,
                    .morph_weights = posed.morph_weights,
                    .palette = posed.palette,
                    .dual_palette = posed.dual_palette,
                    .rigid = model_from_joint_[posed.instance.joint],
                    .normal_rule = NormalRule::kCofactor,
                    .positions = out.positions,
                    .normals = out.normals,
                    .tangents = out.tangents}
      .Run();
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

std::uint64_t MomentCount(const Model& model, double rate_hz) {
  std::uint64_t count = model.clips().empty() ? 1 : 0;
  for (const Clip& clip : model.clips()) count += FrameCount(clip.duration_s(), rate_hz);
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

Error WalkScene(PosedScene& scene, std::span<const PackedClip> packed, double rate_hz,
                const Visitor& visit) {
  const std::span<const Clip> clips = scene.model().clips();
  const auto stop = [&](const Moment& moment) {
    Error posed = Error::kNone;
    if (moment.clip && !packed.empty()) {
      posed = scene.Pose(packed[*moment.clip], moment.time_s);
    } else {
      posed = scene.Pose(moment.clip ? &clips[*moment.clip] : nullptr, moment.time_s);
    }
    return posed != Error::kNone ? posed : visit(scene, moment);
  };
  if (clips.empty()) return stop({});
  for (std::uint32_t c = 0; c < clips.size(); ++c) {
    const float duration_s = clips[c].duration_s();
    const std::uint64_t frame_count = FrameCount(duration_s, rate_hz);
    for (std::uint64_t frame = 0; frame < frame_count; ++frame) {
      const Error error = stop({c, frame, FrameTime(frame, duration_s, rate_hz)});
      if (error != Error::kNone) return error;
    }
  }
  return Error::kNone;
}

}  // namespace sinew::cli

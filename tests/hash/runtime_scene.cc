// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime_scene.h"

#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "scene.h"
#include "sinew/hierarchy.h"
#include "sinew/joint_reach.h"
#include "sinew/pack.h"
#include "sinew/pose.h"
#include "sinew/runtime_file.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

namespace sinew::hash_scenes {
namespace {

Mesh MorphingMesh() {
  Mesh::Parts parts = bench::MakeRandomMesh(601, true).parts();
  Primitive& primitive = parts.primitives[0];
  Wild wild(91);
  MorphTarget& target = primitive.morph_targets.emplace_back();
  std::vector<Vec2>& texcoords = primitive.texcoords.emplace_back();
  for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
    target.positions.push_back(wild.Vector(0.1f));
    target.normals.push_back(wild.Vector(0.1f));
    const float u = wild.Unit();
    texcoords.push_back({u, wild.Unit()});
  }
  parts.name = "random";
  parts.morph_weights = {0.25f};
  parts.morph_names = {"swell"};
  return Mesh::Create(std::move(parts)).value();
}

Model MakeModel() {
  Model::Parts parts;
  parts.skeleton = bench::MakeRig100();
  Skin::Parts skin{.name = "all", .joints = {}, .inverse_bind = {}, .root = 0};
  for (const std::uint32_t joint : bench::Rig100Chains(parts.skeleton)) {
    skin.joints.push_back(static_cast<std::int32_t>(joint));
    skin.inverse_bind.push_back({});
  }
  parts.skins.push_back(Skin::Create(std::move(skin), 100).value());
  parts.meshes = {MorphingMesh(), bench::MakeSmoothMesh(1003, 4, false)};
  parts.instances = {{.joint = 3, .mesh = 0, .skin = 0}, {.joint = 1, .mesh = 1, .skin = 0}};
  parts.morph_rest = {0.5f};
  for (const auto tracks : {bench::Rig100Tracks::kFull, bench::Rig100Tracks::kRotation}) {
    Clip::Parts clip = bench::MakeRig100Clip(parts.skeleton, 7, tracks).TakeParts();
    clip.name = "clip";
    clip.events = {{.time_s = 0.0f, .name = "begin"}, {.time_s = 0.5f, .name = "foot"}};
    clip.root_motion_joint = 0;
    parts.clips.push_back(Clip::Create(std::move(clip)).value());
  }
  Result<Model> model = Model::Create(std::move(parts));
  Require(model.ok(), "no model");
  return std::move(model).value();
}

void PlayOut(const RuntimeFile& file, Hash64& hash) {
  Pose pose(file.skeleton().joint_count(), 1);
  std::vector<Affine> model_from_joint(pose.joint_count());
  const SkinView skin = file.skin(0).value();
  std::vector<Affine> palette(skin.size());
  for (std::uint32_t c = 0; c < file.clip_count(); ++c) {
    const PackedClipView clip = file.clip(c).value();
    for (const double time_s : {0.0, 0.377, 1.01}) {
      Require(SampleJob{.skeleton = file.skeleton(),
                        .clip = clip,
                        .time_s = time_s,
                        .morph_rest = file.morph_rest(),
                        .pose = pose}
                  .Run());
      Require(LocalToModelJob{
          .skeleton = file.skeleton(), .pose = pose, .model_from_joint = model_from_joint}
                  .Run());
      Require(
          PaletteJob{.skin = skin, .model_from_joint = model_from_joint, .palette = palette}.Run());
      hash.Add(std::span<const Affine>(palette));
      for (std::uint32_t p = 0; p < file.primitive_count(); ++p) {
        const SkinnedMeshView mesh = file.primitive(p).value().mesh;
        std::vector<Vec3> positions(mesh.vertex_count()), normals(mesh.vertex_count());
        Require(SkinJob{
            .mesh = mesh,
            .morph_weights = std::span<const float>(pose.morphs()).first(mesh.morph_count()),
            .palette = palette,
            .positions = positions,
            .normals = normals}
                    .Run());
        hash.Add(std::span<const Vec3>(positions)).Add(std::span<const Vec3>(normals));
      }
    }
  }
}

}  // namespace

void PackRuntime() {
  const Model model = MakeModel();
  const Result<AlignedBytes> bytes =
      WriteRuntimeFile(model, {.error_bound = 1e-3f, .point_distance = 0.03f, .keep_exact = false});
  Require(bytes.ok(), "the runtime file cannot be written");
  Hash64 reach, of_bytes, played;
  const std::vector<float> distances = JointReach(model);
  reach.Add(std::span<const float>(distances));
  Print("runtime", "reach", reach);
  of_bytes.Add(bytes->span());
  Print("runtime", "bytes", of_bytes);
  const Result<RuntimeFile> file = RuntimeFile::Open(*bytes);
  Require(file.ok(), "the runtime file cannot be opened");
  PlayOut(*file, played);
  Print("runtime", "played", played);
}

}  // namespace sinew::hash_scenes

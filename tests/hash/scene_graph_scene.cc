// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "scene_graph_scene.h"

#include <array>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "scene.h"
#include "sinew/asset.h"
#include "sinew/instance.h"
#include "sinew/scene.h"

namespace sinew::hash_scenes {
namespace {

MixerSetup MakeSetup() {
  Model::Parts parts;
  parts.skeleton = bench::MakeRig100();
  Skin::Parts skin;
  for (const std::uint32_t joint : bench::Rig100Chains(parts.skeleton)) {
    skin.joints.push_back(static_cast<std::int32_t>(joint));
    skin.inverse_bind.push_back({});
  }
  parts.skins.push_back(Skin::Create(std::move(skin), 100).value());
  parts.meshes = {bench::MakeSmoothMesh(500, 4, false), bench::MakeRandomMesh(100, false)};
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}, {.joint = 7, .mesh = 1, .skin = 0}};
  for (const auto tracks : {bench::Rig100Tracks::kFull, bench::Rig100Tracks::kRotation}) {
    Clip::Parts clip = bench::MakeRig100Clip(parts.skeleton, 5, tracks).TakeParts();
    clip.root_motion_joint = 0;
    parts.clips.push_back(Clip::Create(std::move(clip)).value());
  }
  MixerOptions options;
  options.root_motion.emplace();
  return Asset::Create(Model::Create(std::move(parts)).value())
      .MakeMixerSetup(std::move(options))
      .value();
}

Transform AnyPlace(Wild& wild) {
  Transform t;
  t.translation = wild.Vector(3.0f);
  const Vec3 axis = NormalizeOr(wild.Vector(1.0f), {1, 0, 0});
  t.rotation = QuatOf(axis, wild.Between(-3.0f, 3.0f));
  const float scale = wild.Between(0.5f, 1.5f);
  t.scale = {scale, scale, scale};
  if (wild.Unit() < 0.2f) t.scale.y = -0.5f * t.scale.y;
  return t;
}

Frustum AnyFrustum(Wild& wild) {
  std::array<float, 16> matrix;
  for (float& entry : matrix) entry = wild.Between(-1.0f, 1.0f);
  return Frustum::FromMatrix(
             matrix, wild.Unit() < 0.5f ? DepthRange::kMinusOneToOne : DepthRange::kZeroToOne)
      .value();
}

}  // namespace

void PlaySceneGraph() {
  const MixerSetup setup = MakeSetup();
  Wild wild(61);
  const auto below = [&](std::size_t bound) {
    return static_cast<std::uint32_t>(wild.Bits() % static_cast<std::uint64_t>(bound));
  };
  Scene scene;
  std::vector<NodeId> nodes{scene.root()};
  const auto any_parent = [&]() -> ParentRef {
    const NodeId node = nodes[below(nodes.size())];
    const bool on_joint = wild.Unit() < 0.7f && scene.instance(node) != nullptr;
    return on_joint ? ParentRef(node, below(100)) : ParentRef(node);
  };
  for (int i = 0; i < 12; ++i) {
    const ParentRef parent = any_parent();
    const Transform local = AnyPlace(wild);
    Result<NodeId> node =
        i % 3 == 2 ? scene.AddChild(parent, local) : scene.AddChild(parent, Instance(setup), local);
    Require(node.ok(), "a node");
    nodes.push_back(*node);
    if (Instance* instance = scene.instance(*node)) {
      Require(instance->Play(below(2)).ok(), "an action");
    }
  }
  Hash64 worlds, visible;
  std::vector<VisibleDraw> draws;
  for (int frame = 0; frame < 40; ++frame) {
    if (frame % 4 == 1) {
      const NodeId node = nodes[1 + below(12)];  // Named: arguments have no order of evaluation.
      Require(scene.SetLocal(node, AnyPlace(wild)));
    }
    if (frame % 4 == 2) {
      const NodeId node = nodes[1 + below(12)];
      const ParentRef parent = any_parent();
      const Keep keep = wild.Unit() < 0.3f ? Keep::kWorld : Keep::kLocal;
      worlds.Add(static_cast<std::uint32_t>(scene.SetParent(node, parent, keep) == Error::kNone));
    }
    Require(scene.Update(1.0 / 60.0));
    worlds.Add(scene.last_update().matrices_computed);
    for (const NodeId node : nodes) {
      const Affine world = scene.world(node).value();
      worlds.Add(std::span<const Affine>(&world, 1));
      Add(scene.bounds(node), visible);
    }
    scene.Cull(AnyFrustum(wild), draws);
    for (const VisibleDraw& draw : draws) {
      visible.Add(draw.node.index).Add(draw.draw.instance).Add(draw.draw.primitive);
    }
  }
  Print("scene", "worlds", worlds);
  Print("scene", "visible", visible);
}

}  // namespace sinew::hash_scenes

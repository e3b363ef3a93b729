// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Characters and props for tests of scenes.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "sinew/asset.h"
#include "sinew/instance.h"
#include "sinew/scene.h"
#include "skin/random_mesh.h"
#include "support/build_model.h"
#include "support/random_rig.h"

namespace sinew::testing {

inline Skeleton NamedSkeleton(std::vector<std::int32_t> parents, std::vector<Transform> rest,
                              std::vector<std::string> names) {
  Skeleton::Parts parts;
  for (std::uint32_t i = 0; i < parents.size(); ++i) parts.file_nodes.push_back(i);
  parts.parents = std::move(parents);
  parts.rest = std::move(rest);
  parts.names = std::move(names);
  return Skeleton::Create(std::move(parts)).value();
}

inline Quat AboutX(float degrees) {
  return QuatOf({1, 0, 0}, degrees * std::numbers::pi_v<float> / 180.0f);
}

// Points at a joint, without a skin.
inline Mesh PointsAt(const std::vector<Vec3>& positions) {
  Mesh::Parts parts;
  Primitive& primitive = parts.primitives.emplace_back();
  primitive.topology = Topology::kPoints;
  primitive.positions = positions;
  return Mesh::Create(std::move(parts)).value();
}

// A person: root - spine (0, 1, 0) - arm_R (-0.2, 0.5, 0) - hand_R (0, -0.5, 0).
//   swing  2 s: in the first second the arm turns by 90 degrees about x: the hand comes forward.
//   walk   2 s: the root goes 4 along z, and turns by 90 degrees about y in the meantime.
inline Model PersonModel() {
  Model::Parts parts;
  parts.skeleton = NamedSkeleton({-1, 0, 1, 2},
                                 {{},
                                  {.translation = {0, 1, 0}},
                                  {.translation = {-0.2f, 0.5f, 0}},
                                  {.translation = {0, -0.5f, 0}}},
                                 {"root", "spine", "arm_R", "hand_R"});
  const Quat quarter = AboutX(90.0f);
  Clip::Parts swing = ClipOf({{.target = 2,
                               .property = Property::kRotation,
                               .times = {0, 1, 2},
                               .values = {0, 0, 0, 1, quarter.x, 0, 0, quarter.w, 0, 0, 0, 1}}})
                          .TakeParts();
  swing.name = "swing";
  parts.clips.push_back(Clip::Create(std::move(swing)).value());
  const Quat turn = QuatOf({0, 1, 0}, std::numbers::pi_v<float> / 2.0f);
  Clip::Parts walk = ClipOf({{.target = 0, .times = {0, 2}, .values = {0, 0, 0, 0, 0, 4}},
                             {.target = 0,
                              .property = Property::kRotation,
                              .times = {0, 2},
                              .values = {0, 0, 0, 1, 0, turn.y, 0, turn.w}}})
                         .TakeParts();
  walk.name = "walk";
  walk.root_motion_joint = 0;
  parts.clips.push_back(Clip::Create(std::move(walk)).value());
  parts.meshes.push_back(PointsAt({{-0.3f, 0, -0.1f}, {0.3f, 0.8f, 0.1f}}));
  parts.instances = {{.joint = 1, .mesh = 0}};
  return Model::Create(std::move(parts)).value();
}

// A thing without clips: grip - tip (0, 0.8, 0). Two points, at the grip and at the tip.
inline Model PropModel() {
  Model::Parts parts;
  parts.skeleton = NamedSkeleton({-1, 0}, {{}, {.translation = {0, 0.8f, 0}}}, {"grip", "tip"});
  parts.meshes.push_back(PointsAt({{0, 0, 0}, {0, 0.8f, 0}}));
  parts.instances = {{.joint = 0, .mesh = 0}};
  return Model::Create(std::move(parts)).value();
}

// Anything: random joints, a random clip of all of them; a skinned mesh of two primitives that some
// vertices of are not influenced, and single points on joints.
inline Model RandomModel(std::uint64_t seed, std::uint32_t joints = 9) {
  SplitMix64 random(seed);
  Model::Parts parts;
  const Skeleton skeleton = RandomSkeleton(random, joints);
  std::vector<std::string> names;
  for (std::uint32_t j = 0; j < joints; ++j) names.push_back("joint " + std::to_string(j));
  parts.skeleton = NamedSkeleton({skeleton.parents().begin(), skeleton.parents().end()},
                                 {skeleton.rest().begin(), skeleton.rest().end()}, names);
  Clip::Parts clip = RandomClip(random, joints, 0).TakeParts();
  clip.name = "random";
  parts.clips.push_back(Clip::Create(std::move(clip)).value());
  std::vector<std::int32_t> entries;
  std::vector<Affine> binds;
  for (std::uint32_t j = 0; j < joints; ++j) {
    entries.push_back(static_cast<std::int32_t>(j));
    binds.push_back(AffineOf(random.Placement()));
  }
  parts.skins.push_back(SkinOf(entries, binds, joints));
  RandomMesh meshes(random.Next());
  const MeshRecipe recipe{.vertex_count = 40, .joint_count = joints, .most_influences = 4};
  Mesh::Parts body = meshes.Make(recipe).TakeParts();
  body.primitives.push_back(meshes.Make(recipe).TakeParts().primitives[0]);
  parts.meshes.push_back(Mesh::Create(std::move(body)).value());
  parts.meshes.push_back(PointsAt({random.Vector(2)}));
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0},
                     {.joint = joints - 1, .mesh = 1},
                     {.joint = joints / 2, .mesh = 1}};
  return Model::Create(std::move(parts)).value();
}

inline MixerSetup SetupOf(Model model, MixerOptions options = {}) {
  return Asset::Create(std::move(model)).MakeMixerSetup(std::move(options)).value();
}

inline MixerOptions WithRootMotion() {
  MixerOptions options;
  options.root_motion.emplace();
  return options;
}

inline Vec3 PlaceOf(const Affine& world) { return {world.m[0][3], world.m[1][3], world.m[2][3]}; }

}  // namespace sinew::testing

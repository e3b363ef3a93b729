// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A rig for exporters: 26 joints in a binary tree, of which the skin names 24, children first, so
// that an exporter must sort them. Joint 0 is above the bones and joint 5 between them; both have a
// transform of their own. Clip "walk" lasts a second, with a key every 1/30 s.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sinew/model.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew::testing {

inline constexpr std::uint32_t kRigJoints = 26, kRigBones = 24, kRigVertices = 90;
inline constexpr std::uint32_t kAbove = 0, kBetween = 5;

inline Model::Parts ConsoleRigParts() {
  SplitMix64 random(7);
  Skeleton::Parts joints;
  for (std::uint32_t j = 0; j < kRigJoints; ++j) {
    joints.parents.push_back(j == 0 ? -1 : static_cast<std::int32_t>((j - 1) / 2));
    Transform rest = random.Placement();
    if (j == kAbove || j == kBetween) rest.scale = {1.5f, 1.5f, 1.5f};  // Or TRS would shear.
    if (2 * j + 1 < kRigJoints && j != kAbove && j != kBetween) rest.scale = {1, 1, 1};
    joints.rest.push_back(rest);
    joints.names.push_back("j" + std::to_string(j));
    joints.file_nodes.push_back(j);
  }
  Model::Parts parts;
  parts.skeleton = Expect(Skeleton::Create(std::move(joints)));

  std::vector<std::int32_t> bones;
  std::vector<Affine> inverse_bind;
  for (std::int32_t j = kRigJoints - 1; j > 0; --j) {
    if (j == static_cast<std::int32_t>(kBetween)) continue;
    bones.push_back(j);
    inverse_bind.push_back(AffineOf(random.Placement()));
  }
  parts.skins.push_back(SkinOf(std::move(bones), std::move(inverse_bind), kRigJoints));

  Primitive body;
  body.influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < kRigVertices; ++v) {
    body.positions.push_back(random.Vector(2));
    body.normals.push_back(NormalizeOr(random.Vector(1), {0, 1, 0}));
    const std::uint32_t count = 1 + v % 4;
    std::vector<std::uint32_t> entries;
    for (std::uint32_t k = 0; k < count; ++k) entries.push_back((v + 5 * k) % kRigBones);
    std::sort(entries.begin(), entries.end());
    for (const std::uint32_t entry : entries) {
      body.influences.list.push_back({entry, 1.0f / static_cast<float>(count)});
    }
    body.influences.begins.push_back(static_cast<std::uint32_t>(body.influences.list.size()));
  }
  body.texcoords.emplace_back();
  for (std::uint32_t v = 0; v < kRigVertices; ++v) {
    body.texcoords[0].push_back({random.Unit(), random.Unit()});
  }
  parts.meshes.push_back(Mesh::Create({.name = "body", .primitives = {std::move(body)}}).value());
  parts.instances.push_back({.joint = 0, .mesh = 0, .skin = 0});

  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 1; j <= 20; ++j) {
    if (j == kBetween || j == 9) continue;
    const Vec3 axis = NormalizeOr(random.Vector(1), {0, 0, 1});
    TrackSpec track{.target = j, .property = Property::kRotation};
    for (int i = 0; i <= 30; ++i) {
      const double phase = i / 30.0 * 6.283185307179586 + j;
      const Quat q = QuatOf(axis, static_cast<float>(Sin(phase)));
      track.times.push_back(static_cast<float>(i / 30.0));
      track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
    }
    tracks.push_back(std::move(track));
  }
  Clip::Parts clip = ClipOf(tracks).TakeParts();
  clip.name = "walk";
  parts.clips.push_back(Clip::Create(std::move(clip)).value());
  return parts;
}

inline Model ConsoleRig() { return Expect(Model::Create(ConsoleRigParts())); }

}  // namespace sinew::testing

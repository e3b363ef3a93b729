// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Whole models that look random, in every combination of what moves a vertex: primitives with and
// without influences and morph targets side by side in one mesh, instances of it with and without
// a skin, skins of more entries than are used, at any joint.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sinew/model.h"
#include "support/build_model.h"
#include "support/random.h"
#include "support/random_rig.h"

namespace sinew::testing {

// One to four influences of entries below `entry_count` per vertex; some vertices have none.
inline Influences RandomInfluences(SplitMix64& random, std::uint32_t vertex_count,
                                   std::uint32_t entry_count) {
  Influences influences;
  influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const std::uint32_t count =
        random.Below(8) == 0 ? 0 : std::min(entry_count, 1 + random.Below(4));
    std::uint32_t entry = 0;
    const std::size_t first = influences.list.size();
    float total = 0.0f;
    for (std::uint32_t i = 0; i < count; ++i) {
      entry += i == 0 ? random.Below(entry_count - count + 1) : 1;
      influences.list.push_back({entry, random.Between(0.1f, 1)});
      total += influences.list.back().weight;
    }
    for (std::size_t i = first; i < influences.list.size(); ++i) {
      influences.list[i].weight /= total;
    }
    influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
  }
  return influences;
}

// A strip of triangles; `entry_count` 0: without influences.
inline Primitive RandomPrimitive(SplitMix64& random, std::uint32_t entry_count,
                                 std::uint32_t morph_count) {
  Primitive primitive;
  const std::uint32_t count = 3 + random.Below(20);
  const auto vectors = [&](float extent) {
    std::vector<Vec3> made(count);
    for (Vec3& v : made) v = random.Vector(extent);
    return made;
  };
  primitive.positions = vectors(1);
  if (random.Below(2) == 0) {
    for (const Vec3& v : vectors(1)) primitive.normals.push_back(NormalizeOr(v, {0, 1, 0}));
    for (const Vec3& v : vectors(1)) {
      const Vec3 unit = NormalizeOr(v, {1, 0, 0});
      primitive.tangents.push_back({unit.x, unit.y, unit.z, random.Below(2) == 0 ? 1.0f : -1.0f});
    }
  }
  if (entry_count > 0) primitive.influences = RandomInfluences(random, count, entry_count);
  const bool morphs = random.Below(3) != 0;
  for (std::uint32_t t = 0; t < morph_count; ++t) {
    MorphTarget& target = primitive.morph_targets.emplace_back();
    if (!morphs) continue;  // As many targets as the mesh has, and none that moves anything.
    if (random.Below(4) != 0) target.positions = vectors(0.5f);
    if (!primitive.normals.empty() && random.Below(2) == 0) target.normals = vectors(0.2f);
    if (!primitive.tangents.empty() && random.Below(2) == 0) target.tangents = vectors(0.2f);
  }
  primitive.indexed = true;
  for (std::uint32_t v = 0; v + 2 < count; ++v) {
    primitive.indices.insert(primitive.indices.end(), {v, v + 1, v + 2});
  }
  return primitive;
}

inline Model RandomModel(SplitMix64& random) {
  Model::Parts parts;
  const std::uint32_t joint_count = 1 + random.Below(12);
  parts.skeleton = RandomSkeleton(random, joint_count);
  const std::uint32_t entry_count = 1 + random.Below(6);  // That meshes use.
  for (std::uint32_t s = random.Below(3); s > 0; --s) {
    std::vector<std::int32_t> joints;
    std::vector<Affine> inverse_bind;
    const std::uint32_t size = entry_count + random.Below(4);
    for (std::uint32_t e = 0; e < size; ++e) {
      joints.push_back(random.Below(10) == 0
                           ? kIdentityJoint
                           : static_cast<std::int32_t>(random.Below(joint_count)));
      inverse_bind.push_back(AffineOf(random.Placement()));
    }
    parts.skins.push_back(SkinOf(joints, inverse_bind, joint_count));
  }
  for (std::uint32_t m = 1 + random.Below(3); m > 0; --m) {
    Mesh::Parts mesh;
    mesh.morph_weights.resize(random.Below(3));
    for (float& weight : mesh.morph_weights) weight = random.Unit();
    for (std::uint32_t p = 1 + random.Below(3); p > 0; --p) {
      mesh.primitives.push_back(
          RandomPrimitive(random, random.Below(2) * entry_count,
                          static_cast<std::uint32_t>(mesh.morph_weights.size())));
    }
    parts.meshes.push_back(Mesh::Create(std::move(mesh)).value());
  }
  for (std::uint32_t i = 1 + random.Below(5); i > 0; --i) {
    MeshInstance instance{.joint = random.Below(joint_count),
                          .mesh = random.Below(static_cast<std::uint32_t>(parts.meshes.size())),
                          .skin = {},
                          .first_morph = static_cast<std::uint32_t>(parts.morph_rest.size())};
    if (!parts.skins.empty() && random.Below(3) != 0) {
      instance.skin = random.Below(static_cast<std::uint32_t>(parts.skins.size()));
    }
    for (std::uint32_t t = 0; t < parts.meshes[instance.mesh].morph_count(); ++t) {
      parts.morph_rest.push_back(random.Unit());
    }
    parts.instances.push_back(instance);
  }
  for (std::uint32_t c = random.Below(3); c > 0; --c) {
    parts.clips.push_back(RandomClip(random, joint_count,
                                     static_cast<std::uint32_t>(parts.morph_rest.size()),
                                     {.turn = 0.2f, .distance = 0.05f, .keys = 3}));
  }
  return Expect(Model::Create(std::move(parts)));
}

}  // namespace sinew::testing

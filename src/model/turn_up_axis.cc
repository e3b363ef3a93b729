// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The quarter turn C about X that stands a Y-up model on Z: (x, y, z) becomes (x, -z, y). It only
// exchanges and negates numbers, so it is exact. A scale is exchanged without sign: a mirror stays
// the mirror it was (C83).
#include <cassert>
#include <utility>

#include "model/range_copier.h"
#include "sinew/model.h"

namespace sinew {
namespace {

Vec3 Turned(Vec3 v) { return {v.x, -v.z, v.y}; }
Vec4 Turned(Vec4 v) { return {v.x, -v.z, v.y, v.w}; }
Quat Turned(Quat q) { return {q.x, -q.z, q.y, q.w}; }
Vec3 TurnedScale(Vec3 s) { return {s.x, s.z, s.y}; }

Transform Turned(const Transform& t) {
  return {Turned(t.translation), Turned(t.rotation), TurnedScale(t.scale)};
}

// C * M * C^T.
Affine Turned(const Affine& a) {
  const auto& m = a.m;
  return {{{{m[0][0], -m[0][2], m[0][1], m[0][3]},
            {-m[2][0], m[2][2], -m[2][1], -m[2][3]},
            {m[1][0], -m[1][2], m[1][1], m[1][3]}}}};
}

template <typename T>
void Turn(std::vector<T>& values) {
  for (T& value : values) value = Turned(value);
}

Skeleton Turned(const Skeleton& skeleton) {
  Skeleton::Parts parts{{skeleton.parents().begin(), skeleton.parents().end()},
                        {skeleton.rest().begin(), skeleton.rest().end()},
                        {},
                        {}};
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    parts.names.push_back(skeleton.name(joint));
    parts.file_nodes.push_back(skeleton.file_node(joint));
  }
  Turn(parts.rest);
  return Skeleton::Create(std::move(parts)).value();
}

Mesh Turned(const Mesh& mesh) {
  Mesh::Parts parts = mesh.parts();
  for (Primitive& primitive : parts.primitives) {
    Turn(primitive.positions);
    Turn(primitive.normals);
    Turn(primitive.tangents);
    for (MorphTarget& target : primitive.morph_targets) {
      Turn(target.positions);
      Turn(target.normals);
      Turn(target.tangents);
    }
  }
  return Mesh::Create(std::move(parts)).value();
}

// Values, tangents of splines alike: all are vectors of the property's kind.
void TurnValues(Property property, std::span<float> values) {
  const std::size_t width = property == Property::kRotation ? 4 : 3;
  for (std::size_t i = 0; i + width <= values.size(); i += width) {
    std::swap(values[i + 1], values[i + 2]);
    if (property != Property::kScale) values[i + 1] = -values[i + 1];
  }
}

Clip Turned(const Clip& clip) {
  Clip::Parts parts = clip.parts();
  model::RangeCopier values(clip.parts().values);
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    TrackRange& track = parts.tracks[t];
    track.first_value =
        values.Copy(track.first_value, clip.track(t).values.size(),
                    static_cast<int>(track.property), [&track](std::span<float> range) {
                      if (track.property != Property::kMorphWeights) {
                        TurnValues(track.property, range);
                      }
                    });
  }
  parts.values = std::move(values).Take();
  return Clip::Create(std::move(parts)).value();
}

}  // namespace

Model TurnYUpToZUp(const Model& model) {
  Model::Parts parts = model.parts();
  parts.skeleton = Turned(parts.skeleton);
  for (Skin& skin : parts.skins) {
    Skin::Parts skin_parts = skin.parts();
    Turn(skin_parts.inverse_bind);
    skin = Skin::Create(std::move(skin_parts), parts.skeleton.joint_count()).value();
  }
  for (Mesh& mesh : parts.meshes) mesh = Turned(mesh);
  for (Clip& clip : parts.clips) clip = Turned(clip);
  return Model::Create(std::move(parts)).value();
}

}  // namespace sinew

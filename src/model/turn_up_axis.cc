// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The quarter turn C about X that stands a Y-up model on Z: (x, y, z) becomes (x, -z, y). It only
// exchanges and negates numbers, so it is exact. A scale is exchanged without sign: a mirror stays
// the mirror it was (C83).
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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

Skeleton TurnedSkeleton(Skeleton&& skeleton) {
  Skeleton::Parts parts = std::move(skeleton).TakeParts();
  Turn(parts.rest);
  return Skeleton::Create(std::move(parts)).value();
}

Skin TurnedSkin(Skin&& skin, std::uint32_t joint_count) {
  Skin::Parts parts = std::move(skin).TakeParts();
  Turn(parts.inverse_bind);
  return Skin::Create(std::move(parts), joint_count).value();
}

Mesh TurnedMesh(Mesh&& mesh) {
  Mesh::Parts parts = std::move(mesh).TakeParts();
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
  if (property == Property::kMorphWeights) return;
  const std::size_t width = property == Property::kRotation ? 4 : 3;
  for (std::size_t i = 0; i + width <= values.size(); i += width) {
    std::swap(values[i + 1], values[i + 2]);
    if (property != Property::kScale) values[i + 1] = -values[i + 1];
  }
}

std::size_t TurnedValueCount(const TrackRange& track) {
  const std::size_t values_a_key =
      std::size_t{track.width} * (track.interpolation == Interpolation::kCubicSpline ? 3 : 1);
  return values_a_key * track.key_count;
}

// Where tracks share values, they may not be turned twice, nor in two ways: then each way gets a
// copy of its own.
void TurnSharedValues(Clip::Parts& parts) {
  model::RangeCopier values(parts.values);
  for (TrackRange& track : parts.tracks) {
    track.first_value =
        values.Copy(track.first_value, TurnedValueCount(track), static_cast<int>(track.property),
                    [&track](std::span<float> range) { TurnValues(track.property, range); });
  }
  parts.values = std::move(values).Take();
}

bool SharesValues(const Clip::Parts& parts) {
  std::vector<std::pair<std::size_t, std::size_t>> ranges;  // Begin and end, in ascending order.
  ranges.reserve(parts.tracks.size());
  for (const TrackRange& track : parts.tracks) {
    ranges.emplace_back(track.first_value, track.first_value + TurnedValueCount(track));
  }
  std::sort(ranges.begin(), ranges.end());
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first < ranges[i - 1].second) return true;
  }
  return false;
}

Clip TurnedClip(Clip&& clip) {
  Clip::Parts parts = std::move(clip).TakeParts();
  if (SharesValues(parts)) {
    TurnSharedValues(parts);
  } else {
    for (const TrackRange& track : parts.tracks) {
      TurnValues(track.property,
                 std::span(parts.values).subspan(track.first_value, TurnedValueCount(track)));
    }
  }
  parts.skeleton_id = 0;  // The skeleton is turned as well; the model binds it again.
  return Clip::Create(std::move(parts)).value();
}

}  // namespace

Model TurnYUpToZUp(Model&& model) {
  Model::Parts parts = std::move(model).TakeParts();
  parts.skeleton = TurnedSkeleton(std::move(parts.skeleton));
  for (Skin& skin : parts.skins) {
    skin = TurnedSkin(std::move(skin), parts.skeleton.joint_count());
  }
  for (Mesh& mesh : parts.meshes) mesh = TurnedMesh(std::move(mesh));
  for (Clip& clip : parts.clips) clip = TurnedClip(std::move(clip));
  return Model::Create(std::move(parts)).value();
}

}  // namespace sinew

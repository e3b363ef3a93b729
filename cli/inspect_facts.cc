// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "inspect_facts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "pick_clip.h"
#include "progress.h"
#include "scene_walk.h"

namespace sinew::cli {
namespace {

constexpr std::uint64_t kMostBoundsFrames = 18'000;  // Ten minutes at 30 Hz.

std::uint64_t TriangleCount(const Primitive& primitive) {
  const std::uint64_t corners =
      primitive.indexed ? primitive.indices.size() : primitive.positions.size();
  switch (primitive.topology) {
    case Topology::kTriangles:
      return corners / 3;
    case Topology::kTriangleStrip:
    case Topology::kTriangleFan:
      return corners < 3 ? 0 : corners - 2;
    default:
      return 0;
  }
}

MeshFacts MeasureMesh(const Model& model, std::uint32_t index) {
  MeshFacts facts;
  for (const Primitive& primitive : model.meshes()[index].primitives()) {
    facts.vertex_count += primitive.vertex_count();
    facts.triangle_count += TriangleCount(primitive);
    if (primitive.influences.empty()) continue;
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
      const auto count = static_cast<std::uint32_t>(primitive.influences.of(v).size());
      facts.max_influences = std::max(facts.max_influences, count);
      facts.unweighted_vertices += count == 0 ? 1 : 0;
    }
  }
  for (const MeshInstance& instance : model.instances()) {
    facts.instance_count += instance.mesh == index ? 1 : 0;
  }
  return facts;
}

// Which entries of a skin any vertex names.
std::vector<bool> UsedEntries(const Model& model, std::uint32_t skin, std::uint32_t& instances) {
  std::vector<bool> used(model.skins()[skin].size(), false);
  for (const MeshInstance& instance : model.instances()) {
    if (instance.skin != skin) continue;
    ++instances;
    for (const Primitive& primitive : model.meshes()[instance.mesh].primitives()) {
      for (const Influence& influence : primitive.influences.list) used[influence.joint] = true;
    }
  }
  return used;
}

float LargestDifference(const Affine& a, const Affine& b) {
  float largest = 0.0f;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c)
      largest = std::max(largest, std::fabs(a.m[r][c] - b.m[r][c]));
  }
  return largest;
}

// How far a matrix may be off the identity and still be it, for rounding's sake: relative to how
// far out the joint stands.
float Tolerance(const Affine& model_from_joint, const Affine& inverse_bind) {
  float size = 1.0f;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      size = std::max({size, std::fabs(model_from_joint.m[r][c]), std::fabs(inverse_bind.m[r][c])});
    }
  }
  return 1e-4f * size;
}

void CompareBindWithRest(const Skin& skin, std::span<const Affine> model_from_joint,
                         SkinFacts& facts) {
  std::optional<Affine> first;
  facts.moved_alike = true;
  for (std::uint32_t i = 0; i < skin.size(); ++i) {
    if (skin.joints()[i] == kIdentityJoint) continue;
    const auto joint = static_cast<std::uint32_t>(skin.joints()[i]);
    const Affine at_rest = Multiply(model_from_joint[joint], skin.inverse_bind()[i]);
    const float tolerance = Tolerance(model_from_joint[joint], skin.inverse_bind()[i]);
    if (!first) first = at_rest;
    if (LargestDifference(at_rest, *first) > tolerance) facts.moved_alike = false;
    const float move = LargestDifference(at_rest, Affine{});
    if (move <= tolerance) continue;
    facts.moved.push_back(joint);
    if (move > facts.largest_move) {
      facts.largest_move = move;
      facts.most_moved = joint;
    }
  }
  facts.moved_alike = facts.moved_alike && !facts.moved.empty();
}

SkinFacts MeasureSkin(const Model& model, std::uint32_t index,
                      std::span<const Affine> model_from_joint) {
  const Skin& skin = model.skins()[index];
  SkinFacts facts;
  std::vector<bool> in_skin(model.skeleton().joint_count(), false);
  for (const std::int32_t joint : skin.joints()) {
    if (joint != kIdentityJoint) in_skin[static_cast<std::size_t>(joint)] = true;
  }
  const std::vector<bool> used = UsedEntries(model, index, facts.instance_count);
  for (std::uint32_t i = 0; i < skin.size(); ++i) {
    if (skin.joints()[i] == kIdentityJoint) continue;
    const auto joint = static_cast<std::uint32_t>(skin.joints()[i]);
    const std::int32_t parent = model.skeleton().parent(joint);
    if (parent == kNoParent || !in_skin[static_cast<std::size_t>(parent)]) {
      facts.roots.push_back(joint);
    }
    if (!used[i]) facts.unused.push_back(joint);
  }
  CompareBindWithRest(skin, model_from_joint, facts);
  return facts;
}

std::optional<Bounds> BoundsOf(const PosedScene& scene) {
  std::optional<Bounds> bounds;
  for (const PosedInstance& instance : scene.instances()) {
    for (const PosedPrimitive& primitive : instance.primitives) {
      for (const Vec3& position : primitive.positions) {
        if (!bounds) bounds = Bounds{position, position};
        bounds->Add(position);
      }
    }
  }
  return bounds;
}

double BoundsRate(float duration_s) {
  const double frames = static_cast<double>(duration_s) * kBoundsRate_Hz;
  if (frames <= static_cast<double>(kMostBoundsFrames)) return kBoundsRate_Hz;
  return static_cast<double>(kMostBoundsFrames) / static_cast<double>(duration_s);
}

ClipFacts MeasureClip(PosedScene& scene, const Clip& clip, Progress& progress) {
  ClipFacts facts;
  for (const TrackRange& track : clip.track_ranges()) facts.key_count += track.key_count;
  facts.bounds_rate_hz = BoundsRate(clip.duration_s());
  const std::uint64_t frame_count = FrameCount(clip.duration_s(), facts.bounds_rate_hz);
  for (std::uint64_t frame = 0; frame < frame_count; ++frame) {
    Require(scene.Pose(&clip, FrameTime(frame, clip.duration_s(), facts.bounds_rate_hz)));
    Require(scene.SkinVertices());
    const std::optional<Bounds> bounds = BoundsOf(scene);
    if (!facts.bounds) facts.bounds = bounds;
    if (facts.bounds) facts.bounds->Add(bounds);
    progress.Step();
  }
  return facts;
}

}  // namespace

void Bounds::Add(const Vec3& point) {
  min = {std::min(min.x, point.x), std::min(min.y, point.y), std::min(min.z, point.z)};
  max = {std::max(max.x, point.x), std::max(max.y, point.y), std::max(max.z, point.z)};
}

void Bounds::Add(const std::optional<Bounds>& other) {
  if (!other) return;
  Add(other->min);
  Add(other->max);
}

ModelFacts MeasureModel(const Model& model) {
  ModelFacts facts;
  for (const std::int32_t parent : model.skeleton().parents()) {
    facts.root_count += parent == kNoParent ? 1 : 0;
  }
  const std::size_t level_ends = model.skeleton().level_begins().size();
  facts.level_count = level_ends == 0 ? 0 : static_cast<std::uint32_t>(level_ends - 1);

  PosedScene scene(model);
  Require(scene.Pose(nullptr, 0.0));
  Require(scene.SkinVertices());
  facts.rest_bounds = BoundsOf(scene);
  for (std::uint32_t s = 0; s < model.skins().size(); ++s) {
    facts.skins.push_back(MeasureSkin(model, s, scene.model_from_joint()));
  }
  for (std::uint32_t m = 0; m < model.meshes().size(); ++m) {
    facts.meshes.push_back(MeasureMesh(model, m));
  }
  std::uint64_t frame_count = 0;
  for (const Clip& clip : model.clips()) {
    frame_count += FrameCount(clip.duration_s(), BoundsRate(clip.duration_s()));
  }
  Progress progress("measuring clips", frame_count);
  for (const Clip& clip : model.clips()) facts.clips.push_back(MeasureClip(scene, clip, progress));
  return facts;
}

}  // namespace sinew::cli

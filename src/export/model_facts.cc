// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/model_facts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "sinew/clip_bounds.h"
#include "sinew/clip_boxes.h"
#include "sinew/hierarchy.h"
#include "sinew/model_size.h"
#include "sinew/pose.h"
#include "sinew/posed_scene.h"
#include "sinew/primitive_triangles.h"

namespace sinew {
namespace {

constexpr std::uint64_t kMaxJointBoxes = 4'000'000;  // Half a gigabyte.

MeshFacts MeasureMesh(const Mesh& mesh) {
  MeshFacts facts;
  for (const Primitive& primitive : mesh.primitives()) {
    facts.vertex_count += primitive.vertex_count();
    facts.triangle_count += TriangleCount(primitive);
    if (primitive.influences.empty()) continue;
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
      const auto count = static_cast<std::uint32_t>(primitive.influences.of(v).size());
      facts.max_influences = std::max(facts.max_influences, count);
      facts.unweighted_vertices += count == 0 ? 1 : 0;
    }
  }
  return facts;
}

// Which entries of each skin any vertex names: by skin, in ascending order. Every mesh is read
// once, and every pair of mesh and skin is looked at once, however often it is instanced.
std::vector<std::vector<std::uint32_t>> UsedEntries(const Model& model) {
  std::vector<std::vector<std::uint32_t>> of_mesh(model.meshes().size());
  for (std::size_t m = 0; m < of_mesh.size(); ++m) {
    std::vector<bool> named(model.meshes()[m].joint_bound(), false);
    for (const Primitive& primitive : model.meshes()[m].primitives()) {
      for (const Influence& influence : primitive.influences.list) named[influence.joint] = true;
    }
    for (std::uint32_t entry = 0; entry < named.size(); ++entry) {
      if (named[entry]) of_mesh[m].push_back(entry);
    }
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const MeshInstance& instance : model.instances()) {
    if (instance.skin) pairs.emplace(*instance.skin, instance.mesh);
  }
  std::vector<std::vector<std::uint32_t>> used(model.skins().size());
  for (const auto& [skin, mesh] : pairs) {
    std::vector<std::uint32_t> both;
    std::set_union(used[skin].begin(), used[skin].end(), of_mesh[mesh].begin(), of_mesh[mesh].end(),
                   std::back_inserter(both));
    used[skin] = std::move(both);
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

SkinFacts MeasureSkin(const Model& model, const Skin& skin, std::span<const std::uint32_t> used) {
  SkinFacts facts;
  std::vector<std::int32_t> in_skin(skin.joints().begin(), skin.joints().end());
  std::sort(in_skin.begin(), in_skin.end());
  for (std::uint32_t i = 0; i < skin.size(); ++i) {
    if (skin.joints()[i] == kIdentityJoint) continue;
    const auto joint = static_cast<std::uint32_t>(skin.joints()[i]);
    const std::int32_t parent = model.skeleton().parent(joint);
    if (parent == kNoParent || !std::binary_search(in_skin.begin(), in_skin.end(), parent)) {
      facts.roots.push_back(joint);
    }
    if (!std::binary_search(used.begin(), used.end(), i)) facts.unused.push_back(joint);
  }
  return facts;
}

Result<std::vector<Affine>> RestMatrices(const Model& model) {
  const Skeleton& skeleton = model.skeleton();
  std::vector<Affine> matrices(skeleton.joint_count());
  const Pose pose(skeleton.rest());
  const Error error =
      LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = matrices}.Run();
  if (error == Error::kNone) return matrices;
  return CannotPose(error);
}

// What posing every vertex once costs. A double: a file can name more than 64 bits count.
double VertexWork(const Model& model) {
  std::vector<double> of_mesh;
  for (const Mesh& mesh : model.meshes()) {
    double& work = of_mesh.emplace_back(0.0);
    for (const Primitive& primitive : mesh.primitives()) {
      work += 1.0 + static_cast<double>(primitive.vertex_count()) * (1.0 + mesh.morph_count());
    }
  }
  double work = model.skeleton().joint_count();
  for (const MeshInstance& instance : model.instances()) {
    work += of_mesh[instance.mesh];
    if (instance.skin) work += model.skins()[*instance.skin].size();
  }
  return work;
}

Failure TooMuch(const Model& model) {
  return {FailureCode::kLimit, "",
          "found " + std::to_string(model.instances().size()) +
              " mesh instances whose bounds take more than the limit max_work allows"};
}

std::optional<Failure> MeasureBounds(const Model& model, const FactsOptions& options,
                                     ModelFacts& facts) {
  const auto max_work = static_cast<double>(options.max_work);
  double joint_boxes = 0.0;  // A mesh has one per joint that it may name, used or not.
  for (const Mesh& mesh : model.meshes()) joint_boxes += mesh.joint_bound() + 2.0;
  if (VertexWork(model) > max_work || joint_boxes > static_cast<double>(kMaxJointBoxes)) {
    return TooMuch(model);
  }
  const ClipBoxes boxes(model);
  double min_work = 0.0;
  for (const Clip& clip : model.clips()) min_work += static_cast<double>(boxes.LeastWork(clip));
  if (min_work > max_work || boxes.box_count() > kMaxJointBoxes) return TooMuch(model);

  const Result<Box> rest = RestBox(model);
  if (!rest.ok()) return rest.failure();
  if (!rest->empty()) facts.rest_bounds = *rest;
  for (std::size_t c = 0; c < model.clips().size(); ++c) {
    const Result<ClipSweep> sweep =
        boxes.Sweep(model.clips()[c], {.most_work = options.max_work / model.clips().size()});
    if (!sweep.ok()) {
      Failure failure = sweep.failure();
      failure.place = "clips/" + std::to_string(c);
      return failure;
    }
    if (!sweep->box.empty()) {
      facts.clips[c].bounds = sweep->box;
      facts.clips[c].bounds_slack = sweep->slack;
    }
    if (options.progress) {
      options.progress(static_cast<float>(c + 1) / static_cast<float>(model.clips().size()));
    }
  }
  return std::nullopt;
}

}  // namespace

ModelFacts DescribeModel(const Model& model, const FactsOptions& options) {
  ModelFacts facts;
  for (const std::int32_t parent : model.skeleton().parents()) {
    facts.root_count += parent == kNoParent ? 1 : 0;
  }
  const std::size_t level_ends = model.skeleton().level_begins().size();
  facts.level_count = level_ends == 0 ? 0 : static_cast<std::uint32_t>(level_ends - 1);

  const std::vector<std::vector<std::uint32_t>> used = UsedEntries(model);
  for (std::size_t s = 0; s < model.skins().size(); ++s) {
    facts.skins.push_back(MeasureSkin(model, model.skins()[s], used[s]));
  }
  for (const Mesh& mesh : model.meshes()) facts.meshes.push_back(MeasureMesh(mesh));
  for (const MeshInstance& instance : model.instances()) {
    ++facts.meshes[instance.mesh].instance_count;
    if (instance.skin) ++facts.skins[*instance.skin].instance_count;
  }
  for (const Clip& clip : model.clips()) {
    ClipFacts& measured = facts.clips.emplace_back();
    for (const TrackRange& track : clip.track_ranges()) measured.key_count += track.key_count;
  }
  const Result<std::vector<Affine>> rest = RestMatrices(model);
  if (rest.ok()) {
    for (std::size_t s = 0; s < model.skins().size(); ++s) {
      CompareBindWithRest(model.skins()[s], *rest, facts.skins[s]);
    }
    facts.not_measured = MeasureBounds(model, options, facts);
  } else {
    facts.not_measured = rest.failure();
  }
  if (facts.not_measured) {  // All or none.
    facts.rest_bounds.reset();
    for (ClipFacts& clip : facts.clips) clip.bounds.reset();
  }
  return facts;
}

std::uint64_t VertexCount(const Model& model) {
  std::uint64_t count = 0;
  for (const Mesh& mesh : model.meshes()) {
    for (const Primitive& primitive : mesh.primitives()) count += primitive.vertex_count();
  }
  return count;
}

}  // namespace sinew

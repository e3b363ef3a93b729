// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "commands/inspect_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "sinew/clip_bounds.h"
#include "sinew/clip_boxes.h"
#include "sinew/model_size.h"
#include "sinew/posed_scene.h"
#include "sinew/primitive_triangles.h"
#include "text/exit_code.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

constexpr std::uint64_t kMostBoxes = 4'000'000;  // Half a gigabyte.

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

// How many influences and vertices of each mesh the reader put right.
void CountMendedWeights(const Report& report, std::vector<MeshFacts>& meshes) {
  constexpr std::string_view kMeshes = "/meshes/";
  for (const Mend& mend : report.mends) {
    if (!mend.rule.starts_with("weights-") && mend.rule != "joint-out-of-range") continue;
    for (const Mend::Place& place : mend.places) {
      if (!place.pointer.starts_with(kMeshes)) continue;
      const char* const digits = place.pointer.data() + kMeshes.size();
      std::size_t mesh = 0;
      std::from_chars(digits, place.pointer.data() + place.pointer.size(), mesh);
      if (mesh < meshes.size()) meshes[mesh].mended_weights += place.count;
    }
  }
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

// The box of a whole clip: no vertex leaves it at any moment.
void MeasureClip(const Model& model, const ClipBoxes& boxes, std::size_t index,
                 std::uint64_t most_work, ClipFacts& facts) {
  const Clip& clip = model.clips()[index];
  const Result<ClipSweep> sweep = boxes.Sweep(clip, {.most_work = most_work});
  if (!sweep.ok()) {
    throw CommandError(ExitCode::kCannotRead,
                       fmt::format("clip {}: {}", index, Describe(sweep.failure())));
  }
  if (sweep->box.empty()) return;
  facts.bounds = sweep->box;
  facts.bounds_slack = sweep->slack;
}

void MeasureBounds(const Model& model, const Limits& limits, ModelFacts& facts) {
  // A tenth: whoever asks what is in a file does not want to wait for it.
  const std::uint64_t most_work = limits.max_work / 10;
  const auto refuse = [&] {
    const std::string message = fmt::format("{} would take more than a tenth of the limit max_work",
                                            Counted(model.instances().size(), "mesh instance"));
    facts.unmeasured = message + LimitHint(message);
  };
  if (FrameWork(model, true) > static_cast<double>(most_work)) return refuse();
  double joint_boxes = 0.0;  // A mesh has one a joint that it may name, used or not.
  for (const Mesh& mesh : model.meshes())
    joint_boxes += static_cast<double>(mesh.joint_bound()) + 2;
  if (joint_boxes > static_cast<double>(kMostBoxes)) return refuse();
  const ClipBoxes boxes(model);
  double least_work = 0.0;
  for (const Clip& clip : model.clips()) least_work += static_cast<double>(boxes.LeastWork(clip));
  if (least_work > static_cast<double>(most_work) || boxes.box_count() > kMostBoxes) {
    return refuse();
  }
  const Result<Box> rest = RestBox(model);
  if (!rest.ok()) throw CommandError(ExitCode::kCannotRead, Describe(rest.failure()));
  if (!rest->empty()) facts.rest_bounds = *rest;
  Progress progress("measuring clips", model.clips().size());
  for (std::size_t c = 0; c < model.clips().size(); ++c) {
    MeasureClip(model, boxes, c, most_work / model.clips().size(), facts.clips[c]);
    progress.Step();
  }
}

// All that needs the model in a pose.
void MeasurePosed(const LoadedAsset& loaded, const Limits& limits, ModelFacts& facts) {
  const Model& model = loaded.model();
  PosedScene scene(loaded.asset(), loaded.model());
  Require(scene.PoseAtRest());
  for (std::size_t s = 0; s < model.skins().size(); ++s) {
    CompareBindWithRest(model.skins()[s], scene.model_from_joint(), facts.skins[s]);
  }
  MeasureBounds(model, limits, facts);
}

}  // namespace

ModelFacts MeasureModel(const LoadedAsset& loaded, const Report& report, const Limits& limits) {
  const Model& model = loaded.model();
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
  CountMendedWeights(report, facts.meshes);
  for (const Clip& clip : model.clips()) {
    ClipFacts& measured = facts.clips.emplace_back();
    for (const TrackRange& track : clip.track_ranges()) measured.key_count += track.key_count;
  }
  try {
    MeasurePosed(loaded, limits, facts);
  } catch (const CommandError& error) {  // What cannot be posed can still be looked at.
    facts.unmeasured = error.message();
    facts.rest_bounds.reset();
    for (ClipFacts& clip : facts.clips) clip.bounds.reset();
  }
  return facts;
}

}  // namespace sinew::cli

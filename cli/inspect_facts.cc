// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "inspect_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "exit_code.h"
#include "pick_clip.h"
#include "printable.h"
#include "progress.h"
#include "scene_walk.h"

namespace sinew::cli {
namespace {

constexpr double kMostBoundsFrames = 18'000;  // Ten minutes at 30 Hz.

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

// Rates at which the clips are sampled within `most_frames` of all clips together.
std::vector<double> BoundsRates(std::span<const Clip> clips, double most_frames) {
  const auto frames_at_full_rate = [](const Clip& clip) {
    return std::min(static_cast<double>(clip.duration_s()) * kBoundsRate_Hz, kMostBoundsFrames);
  };
  double all_frames = 0.0;
  for (const Clip& clip : clips) all_frames += frames_at_full_rate(clip) + 1.0;
  const double share = std::min(1.0, most_frames / all_frames);
  std::vector<double> rates;
  for (const Clip& clip : clips) {
    const double duration_s = static_cast<double>(clip.duration_s());
    const bool whole = share == 1.0 && duration_s * kBoundsRate_Hz <= kMostBoundsFrames;
    const double frames = std::max(1.0, std::floor(share * frames_at_full_rate(clip)));
    rates.push_back(whole || duration_s <= 0.0 ? kBoundsRate_Hz : frames / duration_s);
  }
  return rates;
}

void MeasureBounds(PosedScene& scene, const Limits& limits, ModelFacts& facts) {
  const Model& model = scene.model();
  // A tenth: whoever asks what is in a file does not want to wait for it.
  const double most_frames = static_cast<double>(limits.max_work / 10) / FrameWork(model, true);
  const double fewest_frames = 1.0 + 2.0 * static_cast<double>(model.clips().size());
  if (most_frames < fewest_frames) {
    const std::string message = fmt::format("{} would take more than a tenth of the limit max_work",
                                            Counted(model.instances().size(), "mesh instance"));
    facts.unmeasured = message + LimitHint(message);
    return;
  }
  PosedPrimitive vertices;
  facts.rest_bounds = VertexBounds(scene, vertices);
  const std::vector<double> rates = BoundsRates(model.clips(), most_frames - fewest_frames);
  std::uint64_t frame_count = 0;
  for (std::size_t c = 0; c < rates.size(); ++c) {
    frame_count += FrameCount(model.clips()[c].duration_s(), rates[c]);
  }
  Progress progress("measuring clips", frame_count);
  for (std::size_t c = 0; c < rates.size(); ++c) {
    const Clip& clip = model.clips()[c];
    ClipFacts& measured = facts.clips[c];
    measured.bounds_rate_hz = rates[c];
    for (std::uint64_t f = 0; f < FrameCount(clip.duration_s(), rates[c]); ++f) {
      Require(scene.Pose(&clip, FrameTime(f, clip.duration_s(), rates[c])));
      const std::optional<Bounds> bounds = VertexBounds(scene, vertices);
      if (!measured.bounds) measured.bounds = bounds;
      if (measured.bounds) measured.bounds->Add(bounds);
      progress.Step();
    }
  }
}

// All that needs the model in a pose.
void MeasurePosed(const Model& model, const Limits& limits, ModelFacts& facts) {
  PosedScene scene(model);
  Require(scene.Pose(nullptr, 0.0));
  for (std::size_t s = 0; s < model.skins().size(); ++s) {
    CompareBindWithRest(model.skins()[s], scene.model_from_joint(), facts.skins[s]);
  }
  MeasureBounds(scene, limits, facts);
}

}  // namespace

ModelFacts MeasureModel(const Model& model, const Report& report, const Limits& limits) {
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
    MeasurePosed(model, limits, facts);
  } catch (const CommandError& error) {  // What cannot be posed can still be looked at.
    facts.unmeasured = error.message();
    facts.rest_bounds.reset();
    for (ClipFacts& clip : facts.clips) clip.bounds.reset();
  }
  return facts;
}

}  // namespace sinew::cli

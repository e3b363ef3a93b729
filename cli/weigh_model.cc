// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "weigh_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "bind_meshes.h"
#include "gather_meshes.h"
#include "sinew/influences.h"
#include "text/exit_code.h"
#include "text/nearest_name.h"
#include "text/printable.h"
#include "transfer_source.h"

namespace sinew::cli {
namespace {

CommandError Usage(const std::string& message) { return {ExitCode::kUsage, message}; }

// Every name that shall be locked is one that some skin has.
void RequireKnown(const std::vector<std::string>& locked, const std::vector<Group>& groups) {
  if (locked.empty()) return;
  std::set<std::string_view> known;
  for (const Group& group : groups) known.insert(group.joints.begin(), group.joints.end());
  for (const std::string& name : locked) {
    if (known.contains(name)) continue;
    const std::vector<std::string_view> names(known.begin(), known.end());
    throw Usage(fmt::format("--lock: no skin has a joint \"{}\"{}", Shortened(name, 60),
                            DidYouMean(name, names)));
  }
}

// The group's joints of these names, however many have one.
std::vector<std::uint32_t> EntriesNamed(const std::vector<std::string>& locked,
                                        const std::vector<std::string>& joints) {
  const std::set<std::string_view> names(locked.begin(), locked.end());
  std::vector<std::uint32_t> entries;
  for (std::uint32_t e = 0; e < joints.size(); ++e) {
    if (names.contains(joints[e])) entries.push_back(e);
  }
  return entries;
}

bool HasWeights(std::span<const Mesh> meshes, const Group& group) {
  return std::any_of(group.pieces.begin(), group.pieces.end(), [&](const Piece& piece) {
    const std::span<const Primitive> primitives = meshes[piece.mesh].primitives();
    return std::any_of(primitives.begin(), primitives.end(),
                       [](const Primitive& p) { return !p.influences.list.empty(); });
  });
}

// A group without weights has nothing to keep; where that is all of them, the user erred.
void RequireWeights(const std::vector<std::string>& locked, const std::vector<Group>& groups,
                    std::span<const Mesh> meshes) {
  if (locked.empty()) return;
  for (const Group& group : groups) {
    if (!EntriesNamed(locked, group.joints).empty() && HasWeights(meshes, group)) return;
  }
  throw Usage("--lock keeps weights, and the mesh has none yet");
}

// Every vertex looks at every bone.
void RequireWork(const std::string& file, const std::vector<Group>& groups,
                 std::span<const Mesh> meshes, const Limits& limits) {
  double work = 0.0;
  for (const Group& group : groups) {
    double vertices = 0.0;
    for (const Piece& piece : group.pieces) {
      for (const Primitive& primitive : meshes[piece.mesh].primitives()) {
        vertices += static_cast<double>(primitive.vertex_count());
      }
    }
    work += vertices * static_cast<double>(group.bones.size());
  }
  if (work <= static_cast<double>(limits.max_work)) return;
  throw LimitError(file, fmt::format("its vertices and bones make {:.3g} pairs to weigh, the limit "
                                     "max_work allows {:.3g}",
                                     work, static_cast<double>(limits.max_work)));
}

WeightsResult Transferred(const std::string& file, const Gathered& all, const WeighOptions& options,
                          const TransferSource& source, const Influences& influences) {
  WeightsResult made = Taken(
      file,
      TransferWeights({source.all().positions, source.all().triangles, influences}, all.positions));
  const float distance = made.report.largest_distance;
  const std::uint32_t farthest = made.report.farthest_vertex;
  // Smoothing none times still looks for the largest jump.
  made = Taken(file,
               SmoothWeights({all.positions, all.triangles, made.influences}, options.smoothing));
  if (options.max_influences > 0) {
    LimitedInfluences limited =
        Taken(file, LimitInfluences(made.influences, options.max_influences));
    made.influences = std::move(limited.influences);
    made.report.limited_count = limited.loss.limited_count;
    made.report.largest_dropped = limited.loss.largest_dropped;
    made.report.most_influences = limited.loss.most_influences;
    const WeightJump jump = Taken(file, LargestJump(made.influences, all.triangles));
    made.report.largest_jump = jump.difference;
    made.report.jump_vertex = jump.vertex;
    made.report.jump_neighbour = jump.neighbour;
    made.report.jump_joint = jump.joint;
  }
  made.report.largest_distance = distance;
  made.report.farthest_vertex = farthest;
  return made;
}

// --- one group ---

// Stages as parts of the whole: looking and solving take nearly all of it.
float ShareOf(WeightsStage stage, float share) {
  switch (stage) {
    case WeightsStage::kPreparing:
      return 0.02f * share;
    case WeightsStage::kLooking:
      return 0.02f + 0.28f * share;
    case WeightsStage::kSolving:
      return 0.3f + 0.65f * share;
    case WeightsStage::kFinishing:
      break;
  }
  return 0.95f + 0.05f * share;
}

WeightsResult Weigh(const std::string& file, const Gathered& all, const Group& group,
                    const WeighOptions& options, const WeightsProgress& progress) {
  std::vector<std::uint32_t> locked;
  if (all.weighted) locked = EntriesNamed(options.locked, group.joints);
  const WeightsRequest request{.positions = all.positions,
                               .triangles = all.triangles,
                               .bones = group.bones,
                               .joint_count = static_cast<std::uint32_t>(group.joints.size()),
                               .locked_joints = locked,
                               .before = &all.before};
  if (options.method == WeighOptions::Method::kSegment) {
    return Taken(file, SegmentWeights(request, {.radius = options.radius,
                                                .max_influences = options.max_influences,
                                                .smoothing = options.smoothing,
                                                .progress = progress}));
  }
  HeatOptions heat;
  heat.max_influences = options.max_influences;
  heat.smoothing = options.smoothing;
  heat.progress = progress;
  return Taken(file, HeatWeights(request, heat));
}

// The result, primitive by primitive.
void Scatter(const Influences& made, std::span<const WeighedGroup::Part> parts,
             std::vector<Mesh::Parts>& meshes) {
  for (const WeighedGroup::Part& part : parts) {
    Primitive& primitive = meshes[part.mesh].primitives[part.primitive];
    primitive.influences = {};
    primitive.influences.begins.push_back(0);
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
      const std::span<const Influence> own = made.of(part.first + v);
      primitive.influences.list.insert(primitive.influences.list.end(), own.begin(), own.end());
      primitive.influences.begins.push_back(
          static_cast<std::uint32_t>(primitive.influences.list.size()));
    }
  }
}

}  // namespace

VertexPlace WeighedGroup::PlaceOf(std::uint32_t vertex) const {
  const auto after =
      std::upper_bound(parts.begin(), parts.end(), vertex,
                       [](std::uint32_t v, const Part& part) { return v < part.first; });
  const Part& part = *(after - 1);
  return {part.mesh, part.primitive, vertex - part.first};
}

WeighedModel WeighModel(const std::string& file, Model model, const WeighOptions& options) {
  WeighedModel weighed;
  Model::Parts parts = std::move(model).TakeParts();
  const Bound bound = BindMeshes(file, parts, options);
  const std::vector<Group>& groups = bound.groups;
  weighed.left_alone = bound.left_alone;
  RequireKnown(options.locked, groups);
  RequireWeights(options.locked, groups, parts.meshes);
  RequireWork(file, groups, parts.meshes, options.limits);
  std::optional<TransferSource> source;
  if (options.method == WeighOptions::Method::kTransfer) source.emplace(*options.from);
  // Old weights may name entries that the new skins do not have: only the group's own are looked
  // at.
  std::vector<Mesh::Parts> meshes;
  for (const Mesh& mesh : parts.meshes) meshes.push_back(mesh.parts());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    const Gathered all = Gather(parts.meshes, group.pieces);
    WeighedGroup done{.skin = group.skin, .skin_made = group.skin_made};
    done.joints = group.joints;
    done.bone_count = group.bones.size();
    done.vertex_count = all.positions.size();
    done.parts = all.parts;
    const WeightsProgress progress = [&](WeightsStage stage, float share) {
      if (!options.progress) return;
      options.progress((static_cast<float>(g) + ShareOf(stage, share)) /
                       static_cast<float>(groups.size()));
    };
    WeightsResult made;
    if (source) {
      TransferSource::Renamed renamed = source->For(parts.skeleton, parts.skins[group.skin]);
      done.moved = std::move(renamed.moved);
      made = Transferred(file, all, options, *source, renamed.influences);
    } else {
      made = Weigh(file, all, group, options, progress);
    }
    Scatter(made.influences, all.parts, meshes);
    done.report = std::move(made.report);
    weighed.groups.push_back(std::move(done));
  }
  parts.meshes.clear();
  for (Mesh::Parts& mesh : meshes) {
    parts.meshes.push_back(Taken(file, Mesh::Create(std::move(mesh))));
  }
  weighed.model = Taken(file, Model::Create(std::move(parts)));
  return weighed;
}

}  // namespace sinew::cli

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "model/checks.h"
#include "rig/model_weights/bind_meshes.h"
#include "rig/model_weights/bone_nodes.h"
#include "rig/model_weights/gather_meshes.h"
#include "rig/model_weights/transfer_source.h"
#include "rig/weights/work_budget.h"
#include "sinew/influences.h"
#include "sinew/model_weights.h"

namespace sinew {
namespace weights {
namespace {

std::optional<Failure> CheckOptions(const ModelWeightsOptions& options) {
  if (options.method != WeightsMethod::kTransfer) return std::nullopt;
  if (options.from == nullptr) {
    return model::Broken("/options/from", "found none, expected the model to take weights of");
  }
  if (!options.locked_joints.empty()) {
    return model::Broken("/options/locked_joints",
                         "found some, expected none: a transfer takes weights as they are");
  }
  return std::nullopt;
}

// The group's joints of these names, however many have one.
std::vector<std::uint32_t> EntriesNamed(const std::vector<std::string>& names,
                                        const std::vector<std::string>& joints) {
  const std::set<std::string_view> wanted(names.begin(), names.end());
  std::vector<std::uint32_t> entries;
  for (std::uint32_t e = 0; e < joints.size(); ++e) {
    if (wanted.contains(joints[e])) entries.push_back(e);
  }
  return entries;
}

bool HasWeights(std::span<const Mesh> meshes, const BoundGroup& group) {
  return std::any_of(group.pieces.begin(), group.pieces.end(), [&](const Piece& piece) {
    const std::span<const Primitive> primitives = meshes[piece.mesh].primitives();
    return std::any_of(primitives.begin(), primitives.end(),
                       [](const Primitive& p) { return !p.influences.list.empty(); });
  });
}

// Every name is one that some skin has, and somewhere there are weights to keep. (A group without
// weights has nothing to keep; where that is all of them, the caller erred.)
std::optional<Failure> CheckLockedNames(const std::vector<std::string>& locked,
                                        const std::vector<BoundGroup>& groups,
                                        std::span<const Mesh> meshes) {
  if (locked.empty()) return std::nullopt;
  std::set<std::string_view> known;
  for (const BoundGroup& group : groups) known.insert(group.joints.begin(), group.joints.end());
  for (std::size_t i = 0; i < locked.size(); ++i) {
    if (known.contains(locked[i])) continue;
    const std::vector<std::string_view> names(known.begin(), known.end());
    return model::Broken(model::At("/options/locked_joints", i),
                         "no skin has a joint" + QuotedName(locked[i], names));
  }
  for (const BoundGroup& group : groups) {
    if (!EntriesNamed(locked, group.joints).empty() && HasWeights(meshes, group)) {
      return std::nullopt;
    }
  }
  return model::Broken("/options/locked_joints",
                       "there is nothing to keep: the mesh has no weights yet");
}

// Every vertex looks at every bone: known before anything is computed.
std::optional<Failure> CheckWork(const std::vector<BoundGroup>& groups,
                                 std::span<const Mesh> meshes, std::uint64_t max_work) {
  double pairs = 0.0;
  for (const BoundGroup& group : groups) {
    double vertices = 0.0;
    for (const Piece& piece : group.pieces) {
      for (const Primitive& primitive : meshes[piece.mesh].primitives()) {
        vertices += static_cast<double>(primitive.vertex_count());
      }
    }
    pairs += vertices * static_cast<double>(group.bones.size());
  }
  const WorkBudget budget(max_work);
  if (budget.Allows(kBoneWork * pairs)) return std::nullopt;
  return budget.Exceeded("", "vertices times bones that take");
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

Result<WeightsResult> ByBones(const Gathered& all, const BoundGroup& group,
                              const ModelWeightsOptions& options, std::uint64_t max_work,
                              const WeightsProgress& progress) {
  std::vector<std::uint32_t> locked;
  if (all.weighted) locked = EntriesNamed(options.locked_joints, group.joints);
  const WeightsRequest request{.positions = all.positions,
                               .triangles = all.triangles,
                               .bones = group.bones,
                               .joint_count = static_cast<std::uint32_t>(group.joints.size()),
                               .locked_joints = locked,
                               .before = &all.before};
  if (options.method == WeightsMethod::kSegment) {
    Result<WeightsResult> made = SegmentWeights(request, {.radius = options.radius,
                                                          .max_influences = options.max_influences,
                                                          .smoothing = options.smoothing,
                                                          .progress = progress});
    if (made.ok() || made.failure().place != "/radius") return made;
    return model::Broken("/options/radius", made.failure().message);
  }
  HeatOptions heat;
  heat.max_influences = options.max_influences;
  heat.smoothing = options.smoothing;
  heat.max_work = max_work;
  heat.progress = progress;
  return HeatWeights(request, heat);
}

Result<WeightsResult> Transferred(const Gathered& all, const ModelWeightsOptions& options,
                                  std::uint64_t max_work, const TransferSource& source,
                                  const Influences& influences) {
  const Result<WeightsResult> taken =
      TransferWeights({source.all().positions, source.all().triangles, influences}, all.positions,
                      kMaxWeightsBytes, max_work);
  if (!taken.ok()) return taken;
  // Smoothing none times still looks for the largest jump.
  Result<WeightsResult> made =
      SmoothWeights({all.positions, all.triangles, taken->influences}, options.smoothing);
  if (!made.ok()) return made;
  WeightsReport& report = made->report;
  if (options.max_influences > 0) {
    Result<LimitedInfluences> limited = LimitInfluences(made->influences, options.max_influences);
    if (!limited.ok()) return limited.failure();
    made->influences = std::move(limited->influences);
    report.limited_count = limited->loss.limited_count;
    report.largest_dropped = limited->loss.largest_dropped;
    report.most_influences = limited->loss.most_influences;
    const Result<WeightJump> jump = LargestJump(made->influences, all.triangles);
    if (!jump.ok()) return jump.failure();
    report.largest_jump = jump->difference;
    report.jump_vertex = jump->vertex;
    report.jump_neighbour = jump->neighbour;
    report.jump_joint = jump->joint;
  }
  report.work = taken->report.work;
  report.largest_distance = taken->report.largest_distance;
  report.farthest_vertex = taken->report.farthest_vertex;
  return made;
}

// What computes the weights of one group after the other.
class GroupWeights {
 public:
  GroupWeights(const Model::Parts& parts, const ModelWeightsOptions& options)
      : parts_(parts), options_(options) {
    for (const Mesh& mesh : parts.meshes) meshes_.push_back(mesh.parts());
  }

  std::optional<Failure> SetSource() {
    if (options_.method != WeightsMethod::kTransfer) return std::nullopt;
    Result<TransferSource> source = TransferSource::Create(*options_.from);
    if (!source.ok()) return source.failure();
    source_ = std::move(source).value();
    return std::nullopt;
  }

  // Old weights may name entries that the new skins do not have: only the group's own are looked
  // at.
  Result<WeightedGroup> Compute(const BoundGroup& group, const WeightsProgress& progress) {
    const Result<Gathered> all = GatherMeshes(parts_.meshes, group.pieces);
    if (!all.ok()) return all.failure();
    WeightedGroup done{.skin = group.skin, .skin_made = group.skin_made};
    done.joints = group.joints;
    done.bone_count = group.bones.size();
    done.vertex_count = all->positions.size();
    done.parts = all->parts;
    Result<TransferSource::Renamed> renamed = TransferSource::Renamed{};
    if (source_) {
      renamed = source_->For(parts_.skeleton, parts_.skins[group.skin]);
      if (!renamed.ok()) return renamed.failure();
      done.moved_joints = std::move(renamed->moved);
    }
    const std::uint64_t left = options_.max_work - std::min(options_.max_work, work_);
    Result<WeightsResult> made =
        source_ ? Transferred(*all, options_, left, *source_, renamed->influences)
                : ByBones(*all, group, options_, left, progress);
    if (!made.ok()) return made.failure();
    work_ += static_cast<std::uint64_t>(made->report.work);  // At most what was left.
    for (const WeightedGroup::Part& part : all->parts) {
      Primitive& primitive = meshes_[part.mesh].primitives[part.primitive];
      primitive.influences =
          Scattered(made->influences, part.first_vertex, primitive.vertex_count());
    }
    done.report = std::move(made->report);
    return done;
  }

  // The meshes with their new weights.
  Result<std::vector<Mesh>> TakeMeshes() {
    std::vector<Mesh> made;
    for (Mesh::Parts& parts : meshes_) {
      Result<Mesh> mesh = Mesh::Create(std::move(parts));
      if (!mesh.ok()) return mesh.failure();
      made.push_back(std::move(mesh).value());
    }
    return made;
  }

 private:
  const Model::Parts& parts_;
  const ModelWeightsOptions& options_;
  std::optional<TransferSource> source_{};
  std::vector<Mesh::Parts> meshes_{};
  std::uint64_t work_ = 0;  // Of the groups so far.
};

}  // namespace
}  // namespace weights

MeshVertex WeightedGroup::PlaceOf(std::uint32_t vertex) const {
  const auto after =
      std::upper_bound(parts.begin(), parts.end(), vertex,
                       [](std::uint32_t v, const Part& part) { return v < part.first_vertex; });
  const Part& part = *(after - 1);
  return {part.mesh, part.primitive, vertex - part.first_vertex};
}

Result<WeightedModel> ComputeModelWeights(Model&& model, const ModelWeightsOptions& options) {
  using namespace weights;
  if (auto failure = CheckOptions(options)) return *std::move(failure);
  WeightedModel weighted;
  if (options.method == WeightsMethod::kTransfer && model.skins().empty()) {
    const Result<std::vector<std::uint32_t>> bones = BoneNodes(model);
    if (bones.ok() && bones->empty()) {
      Result<Model> adopted = AdoptBones(std::move(model), *options.from);
      if (!adopted.ok()) return adopted.failure();
      model = std::move(adopted).value();
      weighted.bones_adopted = true;
    }
  }
  Model::Parts parts = std::move(model).TakeParts();
  const Result<BoundMeshes> bound = BindToSkins(parts, options);
  if (!bound.ok()) return bound.failure();
  weighted.unskinned_count = bound->unskinned_count;
  std::optional<Failure> failure =
      CheckLockedNames(options.locked_joints, bound->groups, parts.meshes);
  if (!failure) failure = CheckWork(bound->groups, parts.meshes, options.max_work);
  GroupWeights groups(parts, options);
  if (!failure) failure = groups.SetSource();
  if (failure) return *std::move(failure);
  const auto count = static_cast<float>(bound->groups.size());
  for (std::size_t g = 0; g < bound->groups.size(); ++g) {
    const WeightsProgress progress = [&](WeightsStage stage, float share) {
      if (options.progress) {
        options.progress((static_cast<float>(g) + ShareOf(stage, share)) / count);
      }
    };
    Result<WeightedGroup> done = groups.Compute(bound->groups[g], progress);
    if (!done.ok()) return done.failure();
    weighted.groups.push_back(std::move(done).value());
  }
  Result<std::vector<Mesh>> meshes = groups.TakeMeshes();
  if (!meshes.ok()) return meshes.failure();
  parts.meshes = std::move(meshes).value();
  Result<Model> made = Model::Create(std::move(parts));
  if (!made.ok()) return made.failure();
  weighted.model = std::move(made).value();
  return weighted;
}

}  // namespace sinew

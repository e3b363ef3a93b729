// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/bind_mesh.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "model/checks.h"
#include "model/match_joints.h"
#include "model/mesh_taker.h"
#include "model/mesh_uses.h"

namespace sinew {
namespace {

using model::At;
using model::Broken;
using model::kNobody;
using model::MeshUses;

// For every joint of the outfit the character's joint that it, or its nearest ancestor that has a
// target, has become.
struct NearestJoints {
  std::vector<std::uint32_t> joint{};  // kNobody: no ancestor has a target.
  std::vector<Affine>
      nearest_from_joint{};  // In the outfit's rest pose; the identity with a target.

  NearestJoints(const Skeleton& skeleton, const std::vector<model::MatchedJoint>& matched)
      : joint(skeleton.joint_count(), kNobody), nearest_from_joint(skeleton.joint_count()) {
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
      joint[j] = matched[j].target;
      if (joint[j] != kNobody || skeleton.parent(j) == kNoParent) continue;
      const auto parent = static_cast<std::uint32_t>(skeleton.parent(j));
      joint[j] = joint[parent];
      const Affine local = AffineOf(skeleton.rest()[j]);
      nearest_from_joint[j] =
          matched[parent].target != kNobody ? local : Multiply(nearest_from_joint[parent], local);
    }
  }
};

// The joint of the first skinned mesh: where skinned meshes are that have no place of their own.
std::uint32_t JointForSkinned(const Model& character) {
  for (const MeshInstance& instance : character.instances()) {
    if (instance.skin) return instance.joint;
  }
  return kNobody;
}

class MeshBinder {
 public:
  MeshBinder(const Model& outfit, const Model& character, const BindMeshOptions& options,
             std::vector<std::uint32_t> instances, model::MatchedJoints matched)
      : outfit_(outfit),
        character_(character),
        options_(options),
        instances_(std::move(instances)),
        nearest_(outfit.skeleton(), matched.joints) {
    CountInfluences();
    ReportJoints(std::move(matched));
  }

  // Why nothing can be bound, or nothing.
  std::optional<Failure> Refusal() const;
  Result<Model> Bind();
  BindMeshReport TakeReport() && { return std::move(report_); }

 private:
  const MeshInstance& instance(std::size_t i) const { return outfit_.instances()[instances_[i]]; }
  const MeshUses& UsesOf(const MeshInstance& instance) const {
    return uses_.at({instance.mesh, instance.skin.has_value()});
  }
  bool HasTarget(std::uint32_t joint) const { return targets_[joint] != kNobody; }
  void CountInfluences();
  void ReportJoints(model::MatchedJoints matched);
  Skin::Parts BoundSkin(const Skin& skin) const;
  std::uint32_t PlaceOf(const MeshInstance& instance) const;
  void MeasureShifts(const Model& bound);

  const Model& outfit_;
  const Model& character_;
  const BindMeshOptions& options_;
  std::vector<std::uint32_t> instances_;
  NearestJoints nearest_;
  std::vector<std::uint32_t> targets_;
  std::map<std::pair<std::uint32_t, bool>, MeshUses> uses_;  // By mesh, and whether under a skin.
  std::vector<bool> named_;                                  // Joints that a report is about.
  std::vector<std::uint64_t> influence_counts_;              // By joint.
  BindMeshReport report_;
};

void MeshBinder::CountInfluences() {
  named_.assign(outfit_.skeleton().joint_count(), false);
  influence_counts_.assign(outfit_.skeleton().joint_count(), 0);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> skinned;  // Mesh and skin.
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const MeshInstance& one = instance(i);
    const std::pair<std::uint32_t, bool> key{one.mesh, one.skin.has_value()};
    if (!uses_.contains(key)) {
      uses_.emplace(key, model::UsesOf(outfit_.meshes()[one.mesh], one.skin.has_value()));
    }
    if (const std::uint64_t rigid = UsesOf(one).rigid_count; rigid > 0) {
      named_[one.joint] = true;
      influence_counts_[one.joint] += rigid;
    }
    if (one.skin) ++skinned[{one.mesh, *one.skin}];
  }
  std::vector<bool> seen(outfit_.skins().size(), false);
  for (const auto& [mesh_and_skin, count] : skinned) {
    const auto [mesh, skin] = mesh_and_skin;
    const std::span<const std::int32_t> joints = outfit_.skins()[skin].joints();
    for (const MeshUses::Entry& entry : uses_.at({mesh, true}).entries) {
      const std::int32_t joint = joints[entry.entry];
      if (joint == kIdentityJoint) continue;
      influence_counts_[static_cast<std::uint32_t>(joint)] += entry.influence_count * count;
    }
    if (seen[skin]) continue;
    seen[skin] = true;
    for (const std::int32_t joint : joints) {
      if (joint != kIdentityJoint) named_[static_cast<std::uint32_t>(joint)] = true;
    }
  }
}

void MeshBinder::ReportJoints(model::MatchedJoints matched) {
  for (const model::MatchedJoint& joint : matched.joints) targets_.push_back(joint.target);
  model::JointReporter reporter(outfit_.skeleton(), character_.skeleton(), report_);
  for (std::uint32_t j = 0; j < named_.size(); ++j) {
    if (!named_[j]) continue;
    BindMeshReport::Joint& joint = report_.joints.emplace_back(
        BindMeshReport::Joint{reporter.Report(j, std::move(matched.joints[j]))});
    joint.influence_count = influence_counts_[j];
    if (!joint.target && nearest_.joint[j] != kNobody) joint.nearest = nearest_.joint[j];
  }
  report_.unused_entries = std::move(matched.unused_entries);
}

std::optional<Failure> MeshBinder::Refusal() const {
  const BindMeshReport::Joint* first = nullptr;
  std::size_t count = 0;
  for (const BindMeshReport::Joint& joint : report_.joints) {
    const bool may_follow =
        options_.missing == MissingJoints::kNearest || joint.match == JointMatch::kUnwanted;
    if (joint.target || joint.influence_count == 0 || (may_follow && joint.nearest)) continue;
    if (first == nullptr) first = &joint;
    ++count;
  }
  if (first != nullptr) {
    return Broken(At("joints", first->joint),
                  "found " + PathOf(outfit_.skeleton(), first->joint) + ", which moves vertices (" +
                      std::to_string(first->influence_count) +
                      "), expected a joint that the character has" +
                      (count > 1 ? "; " + std::to_string(count - 1) + " more like it" : ""));
  }
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const MeshInstance& one = instance(i);
    if (!one.skin || UsesOf(one).rigid_count == 0 || HasTarget(one.joint)) continue;
    return Broken(At("instances", instances_[i]),
                  "found a mesh that is skinned in part, at a node that the character does not "
                  "have, expected one that is skinned as a whole");
  }
  return std::nullopt;
}

// Entries that no joint controls, and that move nothing where no ancestor has a target, stay where
// they are.
Skin::Parts MeshBinder::BoundSkin(const Skin& skin) const {
  Skin::Parts parts = skin.parts();
  for (std::size_t e = 0; e < parts.joints.size(); ++e) {
    if (parts.joints[e] == kIdentityJoint) continue;
    const auto joint = static_cast<std::uint32_t>(parts.joints[e]);
    const std::uint32_t target = nearest_.joint[joint];
    parts.joints[e] = target == kNobody ? kIdentityJoint : static_cast<std::int32_t>(target);
    if (target == kNobody || HasTarget(joint)) continue;
    parts.inverse_bind[e] = Multiply(nearest_.nearest_from_joint[joint], parts.inverse_bind[e]);
  }
  if (parts.root) {
    const std::uint32_t root = targets_[*parts.root];
    parts.root = root == kNobody ? std::nullopt : std::optional(root);
  }
  return parts;
}

std::uint32_t MeshBinder::PlaceOf(const MeshInstance& instance) const {
  if (HasTarget(instance.joint)) return targets_[instance.joint];
  if (const std::uint32_t joint = JointForSkinned(character_); joint != kNobody) return joint;
  return nearest_.joint[instance.joint] == kNobody ? 0 : nearest_.joint[instance.joint];
}

Result<Model> MeshBinder::Bind() {
  Model::Parts parts;
  parts.skeleton = character_.skeleton();
  model::MeshTaker taker(outfit_, parts);
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const MeshInstance& one = instance(i);
    MeshInstance placed{.joint = PlaceOf(one)};
    // Rigid, and its joint is not there: it follows another at a distance, which a skin can say.
    const bool as_rigid = !one.skin && !HasTarget(one.joint) && UsesOf(one).rigid_count > 0;
    Result<std::uint32_t> mesh =
        as_rigid ? taker.TakeMeshAsRigid(one.mesh) : taker.TakeMesh(one.mesh);
    if (!mesh) return mesh.failure();
    placed.mesh = *mesh;
    if (as_rigid) {
      Result<Skin> skin =
          Skin::Create({.name = outfit_.skeleton().name(one.joint),
                        .joints = {static_cast<std::int32_t>(nearest_.joint[one.joint])},
                        .inverse_bind = {nearest_.nearest_from_joint[one.joint]}},
                       parts.skeleton.joint_count());
      if (!skin) return skin.failure();
      placed.skin = static_cast<std::uint32_t>(parts.skins.size());
      parts.skins.push_back(std::move(*skin));
    } else if (one.skin) {
      Result<std::uint32_t> skin = taker.TakeSkin(*one.skin, BoundSkin(outfit_.skins()[*one.skin]));
      if (!skin) return skin.failure();
      placed.skin = *skin;
    }
    taker.AddInstance(one, placed);
  }
  report_.dropped_extensions = taker.dropped_extensions();
  Result<Model> bound = Model::Create(std::move(parts));
  if (bound) MeasureShifts(*bound);
  return bound;
}

void MeshBinder::MeasureShifts(const Model& bound) {
  const std::vector<Affine> before = model::RestMatrices(outfit_.skeleton());
  const std::vector<Affine> after = model::RestMatrices(bound.skeleton());
  const auto palette = [](const std::vector<Affine>& model_from_joint, const Skin& skin,
                          std::uint32_t entry) {
    const std::int32_t joint = skin.joints()[entry];
    return joint == kIdentityJoint ? Affine{}
                                   : Multiply(model_from_joint[static_cast<std::uint32_t>(joint)],
                                              skin.inverse_bind()[entry]);
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, float> known;  // Of mesh and skin.
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const MeshInstance& one = instance(i);
    const MeshInstance& placed = bound.instances()[i];
    const MeshUses& uses = UsesOf(one);
    const Affine rigid = !one.skin && placed.skin ? palette(after, bound.skins()[*placed.skin], 0)
                                                  : after[placed.joint];
    float shift = model::FarthestApart(before[one.joint], rigid, uses.rigid_box);
    if (one.skin) {
      const auto [entry, is_new] = known.try_emplace({one.mesh, *one.skin}, 0.0f);
      for (std::size_t e = 0; is_new && e < uses.entries.size(); ++e) {
        const MeshUses::Entry& use = uses.entries[e];
        entry->second = std::max(
            entry->second,
            model::FarthestApart(palette(before, outfit_.skins()[*one.skin], use.entry),
                                 palette(after, bound.skins()[*placed.skin], use.entry), use.box));
      }
      shift = std::max(shift, entry->second);
    }
    report_.instances.push_back({instances_[i], shift});
  }
}

bool SameSkeleton(const Skeleton& a, const Skeleton& b) {
  return std::ranges::equal(a.parents(), b.parents()) && a.rest_hash() == b.rest_hash() &&
         a.parts().names == b.parts().names;
}

}  // namespace

BoundMeshes BindMeshes(const Model& outfit, const Model& character,
                       const BindMeshOptions& options) {
  std::vector<std::uint32_t> instances(outfit.instances().size());
  std::iota(instances.begin(), instances.end(), 0u);
  if (options.instances) {
    for (const std::uint32_t instance : *options.instances) {
      if (instance < instances.size()) continue;
      return {Broken(At("instances", instance),
                     "found an instance beyond the outfit's " + std::to_string(instances.size()))};
    }
    instances = *options.instances;
  }
  Result<model::MatchedJoints> matched =
      model::MatchJoints(outfit.skeleton(), character.skeleton(), options.match);
  if (!matched) return {matched.failure()};
  MeshBinder binder(outfit, character, options, std::move(instances), std::move(*matched));
  if (auto refusal = binder.Refusal()) return {*std::move(refusal), std::move(binder).TakeReport()};
  Result<Model> bound = binder.Bind();
  return {std::move(bound), std::move(binder).TakeReport()};
}

Result<Model> AddMeshes(Model character, const Model& bound) {
  if (!SameSkeleton(character.skeleton(), bound.skeleton())) {
    return Broken("skeleton",
                  "found a model of another skeleton, expected one that was bound to "
                  "the character's");
  }
  Model::Parts parts = std::move(character).TakeParts();
  model::MeshTaker taker(bound, parts);
  for (const MeshInstance& instance : bound.instances()) {
    MeshInstance placed = instance;
    Result<std::uint32_t> mesh = taker.TakeMesh(instance.mesh);
    if (!mesh) return mesh.failure();
    placed.mesh = *mesh;
    if (instance.skin) {
      Result<std::uint32_t> skin =
          taker.TakeSkin(*instance.skin, bound.skins()[*instance.skin].parts());
      if (!skin) return skin.failure();
      placed.skin = *skin;
    }
    taker.AddInstance(instance, placed);
  }
  return Model::Create(std::move(parts));
}

BoundMeshes AddOutfit(Model character, const Model& outfit, const BindMeshOptions& options) {
  BoundMeshes bound = BindMeshes(outfit, character, options);
  if (bound.model) bound.model = AddMeshes(std::move(character), *bound.model);
  return bound;
}

}  // namespace sinew

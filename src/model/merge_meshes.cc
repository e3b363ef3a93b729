// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/merge_meshes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "model/merge_joints.h"

namespace sinew::model {
namespace {

std::vector<std::uint32_t> ChosenInstances(const Model& from,
                                           const std::vector<std::string>& names) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < from.instances().size(); ++i) {
    const MeshInstance& instance = from.instances()[i];
    const auto is_called = [&](const std::string& name) {
      return name == from.skeleton().Label(instance.joint) ||
             name == from.meshes()[instance.mesh].name();
    };
    if (names.empty() || std::ranges::any_of(names, is_called)) chosen.push_back(i);
  }
  return chosen;
}

MergedMesh DescribeMesh(const Model& from, std::uint32_t index) {
  const MeshInstance& instance = from.instances()[index];
  const Mesh& mesh = from.meshes()[instance.mesh];
  MergedMesh merged{.joint = from.skeleton().Label(instance.joint),
                    .mesh = mesh.name(),
                    .skinned = instance.skin.has_value()};
  for (const Primitive& primitive : mesh.primitives()) {
    merged.vertex_count += primitive.vertex_count();
  }
  return merged;
}

std::vector<MergedJoint> JointsOf(const BindMeshReport& report, const Skeleton& from,
                                  const Skeleton& to) {
  std::vector<MergedJoint> joints = DescribeJoints(BindingsOf(report.joints), from, to);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    joints[j].use_count = report.joints[j].influence_count;
    if (report.joints[j].nearest) joints[j].ancestor = to.Label(*report.joints[j].nearest);
  }
  return joints;
}

// Why the meshes were not bound.
MergeRefusal RefusalOf(std::span<const MergedJoint> joints, MissingJoints missing) {
  MergeRefusal refusal = MergeRefusal::kNotBound;
  for (const MergedJoint& joint : joints) {
    if (joint.use_count == 0 || !joint.target.empty()) continue;
    if (joint.ancestor.empty()) return MergeRefusal::kNoAncestor;
    if (joint.is_missing() && missing == MissingJoints::kRefuse) {
      refusal = MergeRefusal::kMissingJoints;
    }
  }
  return refusal;
}

}  // namespace

Result<MergedMeshes> MergeMeshes(const Model& from, const Model& character,
                                 const MergeOptions& options, MergeReport& report) {
  BindMeshOptions binding{.match = options.match, .missing = options.missing};
  binding.instances = ChosenInstances(from, options.mesh_names);
  for (const std::uint32_t i : *binding.instances) report.meshes.push_back(DescribeMesh(from, i));
  BoundMeshes bound = BindMeshes(from, character, binding);
  report.mesh_joints = JointsOf(bound.report, from.skeleton(), character.skeleton());
  report.mesh_matches = bound.report;
  report.mesh_extensions = bound.report.dropped_extensions;
  MergedMeshes merged{.unused_entries = std::move(bound.report.unused_entries)};
  if (!bound.model.ok()) {
    if (bound.model.failure().place.starts_with("map/")) return bound.model.failure();
    report.refusal = RefusalOf(report.mesh_joints, options.missing);
    report.failure = bound.model.failure();
    return merged;
  }
  if (report.meshes.empty() && !options.mesh_names.empty()) {
    report.refusal = MergeRefusal::kNoSuchMesh;
    return merged;
  }
  for (std::size_t i = 0; i < bound.report.instances.size(); ++i) {
    report.meshes[i].rest_shift = bound.report.instances[i].rest_shift;
  }
  Result<Model> dressed = AddMeshes(character, *bound.model);
  if (!dressed.ok()) return dressed.failure();
  merged.character = std::move(dressed).value();
  return merged;
}

}  // namespace sinew::model

// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "merge_meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "gather_meshes.h"
#include "take_pictures.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

// A mesh that is farther off than this part of the character's longest bone is worth a warning: the
// limit that rest poses of joints have, too.
constexpr float kShiftOfSize = 1e-3f;

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
  MergedMesh merged{.node = from.skeleton().Label(instance.joint),
                    .mesh = mesh.name(),
                    .skinned = instance.skin.has_value()};
  for (const Primitive& primitive : mesh.primitives()) merged.vertices += primitive.vertex_count();
  return merged;
}

std::vector<MergedJoint> JointsOf(const BindMeshReport& report, const Skeleton& from,
                                  const Skeleton& to) {
  std::vector<MergedJoint> joints = DescribeJoints(BindingsOf(report.joints), from, to);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const BindMeshReport::Joint& joint = report.joints[j];
    joints[j].uses = joint.influence_count;
    if (joint.nearest) joints[j].ancestor = to.Label(*joint.nearest);
  }
  return joints;
}

// What the library refused, in the words of the tool.
std::string RefusalOf(const MergedOutfit& merged, const OutfitOptions& options,
                      const Failure& failure) {
  std::uint64_t missing = 0, without_ancestor = 0;
  for (const MergedJoint& joint : merged.joints) {
    const bool counts = joint.uses > 0 && joint.target.empty();
    missing += counts && IsMissing(joint) ? 1 : 0;
    without_ancestor += counts && joint.ancestor.empty() ? 1 : 0;
  }
  if (without_ancestor > 0) {
    return fmt::format(
        "the character has neither {} nor an ancestor of {}",
        Counted(without_ancestor, "joint that moves", "joints that move") + " its vertices",
        without_ancestor == 1 ? "it" : "theirs");
  }
  if (missing > 0 && options.missing == MissingJoints::kRefuse) {
    return fmt::format(
        "the character lacks {} its vertices; --missing nearest binds such to the nearest "
        "ancestor that it has",
        Counted(missing, "joint that moves", "joints that move"));
  }
  return Describe(failure);
}

}  // namespace

bool IsMissing(const MergedJoint& joint) { return joint.match > JointMatch::kUnwanted; }

std::uint64_t MergedOutfit::warnings() const {
  std::uint64_t count = (extensions > 0 ? 1 : 0) + (shifted ? 1 : 0) + outside.size();
  for (const MergedJoint& joint : joints) {
    count += joint.rest || (joint.uses > 0 && IsMissing(joint)) ? 1 : 0;
  }
  return count;
}

std::optional<Model> MergeMeshes(const std::string& file, Model from, const Model& character,
                                 const JointMap& map, const OutfitOptions& options,
                                 MergedOutfit& merged) {
  BindMeshOptions binding;
  binding.match.map = map.entries;
  binding.missing = options.missing;
  binding.instances = ChosenInstances(from, options.names);
  if (binding.instances->empty() && !options.names.empty()) {
    merged.refusal = fmt::format("has no mesh called {}", NameList(options.names));
    return std::nullopt;
  }
  from = WithPictures(std::move(from), std::filesystem::path(file).parent_path(),
                      options.max_file_bytes, merged.outside);
  const BoundMeshes bound = BindMeshes(from, character, binding);
  const BindMeshReport& report = bound.report;
  merged.joints = JointsOf(report, from.skeleton(), character.skeleton());
  merged.counts = report.counts;
  merged.extensions = report.dropped_extensions;
  merged.unused = report.unused_entries;
  for (const std::uint32_t instance : *binding.instances) {
    merged.meshes.push_back(DescribeMesh(from, instance));
  }
  if (!bound.model.ok()) {
    const Failure& failure = bound.model.failure();
    if (failure.place.starts_with("map/")) throw MapError(map, file, failure);
    merged.refusal = RefusalOf(merged, options, failure);
    return std::nullopt;
  }
  float size = 0.0f;
  for (const Transform& rest : character.skeleton().rest()) {
    size = std::max(size, Length(rest.translation));
  }
  for (std::size_t i = 0; i < report.instances.size(); ++i) {
    merged.meshes[i].rest_shift = report.instances[i].rest_shift;
    merged.shifted |= report.instances[i].rest_shift > kShiftOfSize * size;
  }
  return Taken(file, AddMeshes(character, *bound.model));
}

}  // namespace sinew::cli

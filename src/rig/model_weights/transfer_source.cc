// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/model_weights/transfer_source.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "model/checks.h"

namespace sinew::weights {
namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

// The entries of a skin by the names of their joints; the first of a name counts.
std::unordered_map<std::string_view, std::uint32_t> EntriesByName(const Skeleton& skeleton,
                                                                  const Skin& skin) {
  std::unordered_map<std::string_view, std::uint32_t> entries;
  for (std::uint32_t e = 0; e < skin.size(); ++e) {
    const std::int32_t joint = skin.joints()[e];
    if (joint == kIdentityJoint) continue;
    const std::string& name = skeleton.name(static_cast<std::uint32_t>(joint));
    if (!name.empty()) entries.emplace(name, e);
  }
  return entries;
}

Failure Homeless(const std::vector<std::string>& joints) {
  constexpr std::size_t kShown = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(joints.size(), kShown); ++i) {
    list += (i > 0 ? ", " : "") + joints[i];
  }
  if (joints.size() > kShown) list += " and " + std::to_string(joints.size() - kShown) + " more";
  return model::Broken("/options/from",
                       "of its joints, neither these nor any above them are named like a joint "
                       "here: " +
                           list);
}

}  // namespace

Result<TransferSource> TransferSource::Create(const Model& other) {
  TransferSource source(other);
  std::optional<std::uint32_t> skin;
  std::vector<Piece> pieces;
  std::vector<bool> taken(other.meshes().size(), false);
  for (const MeshInstance& instance : other.instances()) {
    if (!instance.skin || (skin && *instance.skin != *skin) || taken[instance.mesh]) continue;
    skin = instance.skin;
    taken[instance.mesh] = true;
    pieces.push_back({instance.mesh, {}});
  }
  if (skin) {
    Result<Gathered> all = GatherMeshes(other.meshes(), pieces);
    if (!all.ok()) return all.failure();
    source.all_ = std::move(all).value();
  }
  if (!source.all_.weighted) return model::Broken("/options/from", "it has no mesh with weights");
  source.skin_ = *skin;
  source.has_weight_.resize(other.skins()[*skin].size(), false);
  for (const Influence& one : source.all_.before.list) source.has_weight_[one.joint] = true;
  return source;
}

Result<TransferSource::Renamed> TransferSource::For(const Skeleton& skeleton,
                                                    const Skin& skin) const {
  const auto by_name = EntriesByName(skeleton, skin);
  const Skeleton& theirs = other_->skeleton();
  std::vector<std::uint32_t> of_joint(theirs.joint_count(), kNobody);
  std::vector<bool> own(theirs.joint_count(), false);
  for (std::uint32_t j = 0; j < theirs.joint_count(); ++j) {
    const std::int32_t parent = theirs.parent(j);
    if (parent != kNoParent) of_joint[j] = of_joint[static_cast<std::size_t>(parent)];
    const std::string& name = theirs.name(j);
    const auto found = name.empty() ? by_name.end() : by_name.find(name);
    if (found == by_name.end()) continue;
    of_joint[j] = found->second;
    own[j] = true;
  }
  Renamed renamed;
  const Skin& binding = other_->skins()[skin_];
  const std::vector<std::string> labels = JointLabels(theirs, binding);
  std::vector<std::uint32_t> entry_of(binding.size(), kNobody);
  std::vector<std::string> lost;
  for (std::uint32_t e = 0; e < binding.size(); ++e) {
    if (!has_weight_[e]) continue;
    const std::int32_t joint = binding.joints()[e];
    if (joint != kIdentityJoint) entry_of[e] = of_joint[static_cast<std::size_t>(joint)];
    if (entry_of[e] == kNobody) {
      lost.push_back(labels[e]);
    } else if (!own[static_cast<std::size_t>(joint)]) {
      renamed.moved.push_back(labels[e]);
    }
  }
  if (!lost.empty()) return Homeless(lost);
  renamed.influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < all_.positions.size(); ++v) {
    std::map<std::uint32_t, float> sums;
    for (const Influence& one : all_.before.of(v)) sums[entry_of[one.joint]] += one.weight;
    for (const auto& [joint, weight] : sums) renamed.influences.list.push_back({joint, weight});
    renamed.influences.begins.push_back(static_cast<std::uint32_t>(renamed.influences.list.size()));
  }
  return renamed;
}

}  // namespace sinew::weights

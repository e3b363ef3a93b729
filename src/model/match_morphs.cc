// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/match_morphs.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <string_view>

namespace sinew::model {
namespace {

constexpr std::uint32_t kSeveralInstances = kNobody - 1;

const Mesh& MeshOf(const Model& model, std::uint32_t instance) {
  return model.meshes()[model.instances()[instance].mesh];
}

// The only morphing instance at a joint or of a mesh's name, kSeveralInstances where there are
// more.
struct Morphing {
  std::map<std::uint32_t, std::uint32_t> by_joint;
  std::map<std::string_view, std::uint32_t> by_name;  // Unnamed meshes are not in it.

  explicit Morphing(const Model& model) {
    const auto add = [](auto& table, const auto& key, std::uint32_t instance) {
      const auto [entry, is_new] = table.try_emplace(key, instance);
      if (!is_new) entry->second = kSeveralInstances;
    };
    for (std::uint32_t i = 0; i < model.instances().size(); ++i) {
      const Mesh& mesh = MeshOf(model, i);
      if (mesh.morph_count() == 0) continue;
      add(by_joint, model.instances()[i].joint, i);
      if (!mesh.name().empty()) add(by_name, std::string_view(mesh.name()), i);
    }
  }
};

template <typename Key>
std::uint32_t OnlyOne(const std::map<Key, std::uint32_t>& table, const Key& key) {
  const auto found = table.find(key);
  return found == table.end() || found->second == kSeveralInstances ? kNobody : found->second;
}

// Empty where the targets do not correspond.
std::vector<std::uint32_t> ColumnsOf(const Mesh& source, const Mesh& target) {
  const std::uint32_t count = source.morph_count();
  if (count != target.morph_count()) return {};
  std::vector<std::uint32_t> columns(count);
  std::iota(columns.begin(), columns.end(), 0u);
  if (source.morph_names().empty() || target.morph_names().empty() ||
      std::ranges::equal(source.morph_names(), target.morph_names())) {
    return columns;
  }
  std::map<std::string_view, std::uint32_t> column_of;
  for (std::uint32_t c = 0; c < count; ++c) column_of.try_emplace(source.morph_names()[c], c);
  if (column_of.size() != count) return {};  // A name twice says nothing.
  std::vector<bool> used(count, false);
  for (std::uint32_t c = 0; c < count; ++c) {
    const auto found = column_of.find(target.morph_names()[c]);
    if (found == column_of.end() || used[found->second]) return {};
    used[found->second] = true;
    columns[c] = found->second;
  }
  return columns;
}

}  // namespace

std::vector<MatchedMorphs> MatchMorphs(const Model& from, const Model& to,
                                       std::span<const MatchedJoint> joints) {
  const Morphing in_source(from), in_target(to);
  std::vector<MatchedMorphs> matched;
  std::vector<bool> taken(to.instances().size(), false);
  for (std::uint32_t i = 0; i < from.instances().size(); ++i) {
    const Mesh& mesh = MeshOf(from, i);
    if (mesh.morph_count() == 0) continue;
    MatchedMorphs& one = matched.emplace_back();
    one.instance = i;
    const std::uint32_t joint = from.instances()[i].joint;
    const std::uint32_t at = joints[joint].target;
    if (at != kNobody && OnlyOne(in_source.by_joint, joint) == i) {
      one.target = OnlyOne(in_target.by_joint, at);
    }
    const std::string_view name = mesh.name();
    if (one.target == kNobody && OnlyOne(in_source.by_name, name) == i) {
      one.target = OnlyOne(in_target.by_name, name);
    }
    if (one.target == kNobody) continue;
    if (taken[one.target]) {
      one.target = kNobody;
      continue;
    }
    one.columns = ColumnsOf(mesh, MeshOf(to, one.target));
    one.match = one.columns.empty() ? MorphMatch::kOtherTargets : MorphMatch::kBound;
    taken[one.target] = one.match == MorphMatch::kBound;
  }
  std::sort(matched.begin(), matched.end(), [&](const MatchedMorphs& a, const MatchedMorphs& b) {
    return from.instances()[a.instance].first_morph < from.instances()[b.instance].first_morph;
  });
  return matched;
}

}  // namespace sinew::model

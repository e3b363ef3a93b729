// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/merge.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/match_joints.h"
#include "model/merge_clips.h"
#include "model/merge_meshes.h"
#include "model/merge_warnings.h"

namespace sinew {
namespace {

bool HasNothing(const Model& from, const MergeOptions& options) {
  return (!options.clips || from.clips().empty()) && (!options.meshes || from.instances().empty());
}

// A model does not check whose JSON it carries.
bool IsOfClip(const CarriedJson& carried, std::size_t clip_count) {
  return carried.owner == CarriedJson::Owner::kAnimation && carried.index < clip_count;
}

// True of each entry that is not among `unused`, which ascends.
void UseEntries(std::span<const std::uint32_t> unused, std::vector<bool>& used) {
  for (std::uint32_t e = 0; e < used.size(); ++e) {
    if (!std::binary_search(unused.begin(), unused.end(), e)) used[e] = true;
  }
}

}  // namespace

Merger::Merger(Model character, MergeOptions options)
    : character_(std::move(character)),
      options_(std::move(options)),
      entry_used_(options_.match.map.size(), false) {
  for (const Clip& clip : character_.clips()) names_.emplace(clip.name(), 2);
}

Result<Merger> Merger::Create(Model character, MergeOptions options) {
  const std::vector<JointMapEntry>& map = options.match.map;
  const model::JointIndex index = model::IndexOfTargets(map, character.skeleton());
  for (std::uint32_t e = 0; e < map.size(); ++e) {
    const Result<std::uint32_t> target = model::TargetOfEntry(map, e, character.skeleton(), index);
    if (!target.ok()) return target.failure();
  }
  return Merger(std::move(character), std::move(options));
}

Result<MergeReport> Merger::Add(const Model& from, std::string_view name) {
  MergeReport report;
  if (HasNothing(from, options_)) {
    report.refusal = MergeRefusal::kEmpty;
    return report;
  }
  model::MergedMeshes meshes;
  if (options_.meshes) {
    Result<model::MergedMeshes> made = model::MergeMeshes(from, character_, options_, report);
    if (!made.ok()) return made.failure();
    meshes = std::move(made).value();
  }
  BoundClips clips;
  if (options_.clips) {
    const Model& character = meshes.character ? *meshes.character : character_;
    Result<BoundClips> made = model::MergeClips(from, character, options_, report);
    if (!made.ok()) return made.failure();
    clips = std::move(made).value();
    for (const CarriedJson& carried : from.parts().carried) {
      if (carried.extensions.empty() || !IsOfClip(carried, clips.clips.size())) continue;
      report.clip_extensions += clips.clips[carried.index].track_count() > 0 ? 1 : 0;
    }
  }
  report.warnings = model::WarningsOf(report, character_.skeleton());
  if (options_.meshes) UseEntries(meshes.unused_entries, entry_used_);
  if (options_.clips) UseEntries(clips.report.unused_entries, entry_used_);
  if (report.refusal != MergeRefusal::kNone) return report;

  if (auto failure = TakeClips(from, clips.clips, name, report)) return *std::move(failure);
  if (meshes.character) character_ = *std::move(meshes.character);
  return report;
}

std::string Merger::NewName(const std::string& model_name, const std::string& wanted) {
  std::string name = wanted;
  const bool has_model = name == model_name || name.starts_with(model_name + ".");
  if (names_.contains(name) && !has_model) name = model_name + "." + wanted;
  const std::string first = name;
  while (!names_.emplace(name, 2).second) {
    name = first + "." + std::to_string(names_[first]++);
  }
  return name;
}

std::optional<Failure> Merger::TakeClips(const Model& from, std::span<Clip> bound,
                                         std::string_view name, MergeReport& report) {
  const std::string model_name(name);
  std::vector<std::optional<std::uint32_t>> new_index(bound.size());
  for (std::size_t c = 0; c < bound.size(); ++c) {
    if (bound[c].track_count() == 0) continue;
    const std::string source = bound[c].name();
    const bool is_unnamed = source.empty() || source == "unnamed";
    const bool by_model = is_unnamed || (options_.model_names && bound.size() == 1);
    const std::string own = options_.model_names ? model_name + "." + source : source;
    report.clips[c].name = NewName(model_name, by_model ? model_name : own);
    Clip::Parts parts = std::move(bound[c]).TakeParts();
    parts.name = report.clips[c].name;
    Result<Clip> clip = Clip::Create(std::move(parts));
    if (!clip.ok()) return clip.failure();
    new_index[c] = static_cast<std::uint32_t>(character_.clips().size() + clips_.size());
    clips_.push_back(std::move(clip).value());
  }
  for (const CarriedJson& carried : from.parts().carried) {
    if (carried.extras.empty() || !IsOfClip(carried, bound.size())) continue;
    if (!new_index[carried.index]) continue;  // Left out.
    carried_.push_back({.owner = CarriedJson::Owner::kAnimation,
                        .index = *new_index[carried.index],
                        .extras = carried.extras});
  }
  return std::nullopt;
}

std::vector<std::uint32_t> Merger::unused_entries() const {
  std::vector<std::uint32_t> unused;
  for (std::uint32_t e = 0; e < entry_used_.size(); ++e) {
    if (!entry_used_[e]) unused.push_back(e);
  }
  return unused;
}

Result<Model> Merger::Finish() && {
  Model::Parts parts = std::move(character_).TakeParts();
  std::move(clips_.begin(), clips_.end(), std::back_inserter(parts.clips));
  std::move(carried_.begin(), carried_.end(), std::back_inserter(parts.carried));
  return Model::Create(std::move(parts));
}

}  // namespace sinew
